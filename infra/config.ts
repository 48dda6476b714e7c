/**
 * The configuration of a deployment and the paths of the repository's files. A wrong configuration throws in one line.
 */

import { readFileSync } from "node:fs";
import { AgentId, BotName, RemoteConnections, VendorName } from "@waldo/contracts";
import { Stack } from "aws-cdk-lib";
import type { IConstruct, Node } from "constructs";
import * as z from "zod";

/**
 * An ARN that CloudFront accepts. CloudFront looks for certificates and web ACLs in one region only, wherever the stack
 * is.
 */
function ofCloudFront(service: string, kind: string) {
  const region = "us-east-1";
  return z
    .string()
    .regex(
      new RegExp(`^arn:[^:]+:${service}:[a-z0-9-]+:\\d{12}:${kind}`),
      `expected the ARN of a ${kind} of ${service}`,
    )
    .refine((arn) => arn.split(":")[3] === region, `CloudFront takes only one from ${region}: make it there`);
}

/**
 * How many characters the names in a function's variables may have: bots, push applications and connections together,
 * and agents. Lambda allows 4 kB of variables for a function. limits.test.ts deploys the most of all at once.
 */
export const MOST = { toldChars: 1_800, agentChars: 1_500 };

/** The choices of a deployment: `waldo` in the context of `cdk.json`. */
const Choices = z.strictObject({
  /**
   * The id of a model or an inference profile for each tier. A profile id begins with its geography: `us.anthropic.…`.
   * `geo.…` stands for the geography of the stack's region.
   */
  models: z.strictObject({ primary: z.string(), escalation: z.string(), cheap: z.string() }),
  /**
   * The id of a Titan Text Embeddings V2 model. With such a model, recall uses meaning and words. If it is absent,
   * recall uses words alone.
   */
  embeddings: z.string().startsWith("amazon.titan-embed-text-v2").optional(),
  /**
   * The geographies for which each model has an inference profile, the narrowest first. `global` sends a request to any
   * region of AWS. It is used only if the configuration names it for a model.
   */
  profiles: z.record(z.string(), z.array(z.string()).min(1)),
  /**
   * The regions to which the profiles of each geography may send a request. The model must be allowed in all of them.
   */
  profileRegions: z.record(z.string(), z.array(z.string()).min(1)),
  /**
   * ARNs of SNS platform applications (APNs, FCM). CloudFormation cannot create them, because their keys come from the
   * stores.
   */
  pushApplications: z.array(z.string().regex(/^arn:[^:]+:sns:[^:]+:\d{12}:app\/[A-Z_]+\/[\w.-]+$/)),
  /**
   * The usernames of the Telegram bots. Each person is linked to one of them. A bot sends 30 messages a second, so one
   * carries about 17,000 people at one Brief hour.
   */
  telegramBots: z.array(BotName),
  /** Your own address for the page. If it is absent, the page has the address that CloudFront gives. */
  domain: z.strictObject({ name: z.hostname(), certificateArn: ofCloudFront("acm", "certificate/") }).optional(),
  /** The ARN of a web ACL of AWS WAF, which filters every request to the page's address, including the API below it. */
  webAcl: ofCloudFront("wafv2", "global/webacl/").optional(),
  /**
   * The search service, the hosts whose pages may be read, and the MCP servers with the tools that may be called. Their
   * keys are in a secret (`waldo aws key`).
   */
  connections: RemoteConnections,
  /**
   * The languages in which people may speak voice messages of Telegram, as Amazon Transcribe names them. When there are
   * several, the service detects the spoken one. If the list is empty, no voice message is written down.
   */
  voiceLanguages: z.array(z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, "expected a language such as en-US")).max(10),
  /**
   * The vendors whose wearables people can connect, with the id of your client at each. The client secrets are in
   * Secrets Manager (`waldo aws key`). If it is empty, no wearable can be connected.
   */
  wearables: z.partialRecord(VendorName, z.strictObject({ clientId: z.string().min(1).max(200) })),
  /**
   * The agents of other makers that people may allow to ask by MCP. Each has the addresses to which the sign-in may
   * return. Cognito compares an address letter by letter. If the list is empty, no agent can ask.
   */
  agents: z
    .partialRecord(AgentId, z.array(z.url()).min(1).max(20))
    .refine(
      (given) => JSON.stringify(given).length <= MOST.agentChars,
      `together they may have ${MOST.agentChars} characters, because they are a variable of a function`,
    ),
  /** The mail address that receives a mail for every alarm. */
  alarmEmail: z.email().optional(),
});

const Config = Choices.refine(
  ({ telegramBots, pushApplications, connections }) =>
    telegramBots.join().length + pushApplications.join().length + JSON.stringify(connections).length <= MOST.toldChars,
  `telegramBots, pushApplications and connections together may have ${MOST.toldChars} characters, because they are variables of functions`,
);
export type Config = z.infer<typeof Config>;

/** Returns the configuration. Throws an error of one line when the context is not valid. */
export function readConfig(node: Node): Config {
  const parsed = Config.safeParse(node.tryGetContext("waldo"));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${["waldo", ...path].map(String).join(".")}: ${message}`,
  );
  throw new Error(`the CDK context is wrong: ${faults.join("; ")}`);
}

const ROOT = new URL("../", import.meta.url);

/** Returns a path inside the repository. */
export function inRepository(path: string): string {
  return new URL(path, ROOT).pathname;
}

/**
 * True once the stack was deployed with success. From then on no resource that holds data can be deleted by mistake.
 */
export function stands(scope: IConstruct): boolean {
  return Stack.of(scope).terminationProtection;
}

/** The machines that are deployed, by the name of their file in `statemachines/`. */
export type MachineName = "run" | "wake" | "dream" | "handoff" | "review" | "privacy";

/** Returns the name of a machine in the account. */
export function machineName({ stackName }: Stack, machine: MachineName): string {
  return `${stackName}-${machine}`;
}

type Definition = { readonly States: Readonly<Record<string, { readonly Next?: string }>> };

/**
 * Returns the definition of a state machine from its file, without white space. `without` names a state that is not
 * deployed; the states before it then lead to the state after it.
 */
export function definitionOf(machine: MachineName, without?: string): string {
  const definition: Definition = JSON.parse(readFileSync(inRepository(`statemachines/${machine}.asl.json`), "utf8"));
  if (without === undefined) return JSON.stringify(definition);
  const { [without]: left, ...States } = definition.States;
  return JSON.stringify({ ...definition, States }).replaceAll(
    `"Next":"${without}"`,
    `"Next":"${left?.Next ?? "DONE"}"`,
  );
}
