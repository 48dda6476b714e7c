import { readFileSync } from "node:fs";
import type { Node } from "constructs";
import { z } from "zod";

/** What a deployment may choose: `waldo` in the context of `cdk.json`. */
const Config = z.strictObject({
  /** Model or inference profile id for each tier. A profile id begins with its geography: `us.anthropic.…`. */
  models: z.strictObject({ primary: z.string(), escalation: z.string(), cheap: z.string() }),
  /** A Titan Text Embeddings V2 model id: recall then joins meaning to words. Absent: words alone. */
  embeddings: z.string().startsWith("amazon.titan-embed-text-v2").optional(),
  /** Regions each geography's profiles may send a request to; the model must be allowed in all of them. */
  profileRegions: z.record(z.string(), z.array(z.string()).min(1)),
  /** ARNs of SNS platform applications (APNs, FCM). CloudFormation cannot make them: their keys come from the stores. */
  pushApplications: z.array(z.string().regex(/^arn:[^:]+:sns:[^:]+:\d{12}:app\/[A-Z_]+\/[\w.-]+$/)),
  /** Told of every alarm. */
  alarmEmail: z.email().optional(),
});
export type Config = z.infer<typeof Config>;

/** Throws in one line when the context is not a configuration. */
export function readConfig(node: Node): Config {
  const parsed = Config.safeParse(node.tryGetContext("waldo"));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `waldo.${path.map(String).join(".")}: ${message}`);
  throw new Error(`the CDK context is wrong: ${faults.join("; ")}`);
}

const ROOT = new URL("../", import.meta.url);

/** A path inside the repository. */
export function inRepository(path: string): string {
  return new URL(path, ROOT).pathname;
}

/** The machines that are deployed, by the name of their file in `statemachines/`. */
export type MachineName = "run" | "patrol" | "dream";

/** A state machine's definition, as its file has it, without the white space. */
export function definitionOf(machine: MachineName): string {
  return JSON.stringify(JSON.parse(readFileSync(inRepository(`statemachines/${machine}.asl.json`), "utf8")));
}
