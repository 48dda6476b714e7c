/**
 * The quotas of the account that a deployment reaches first. A new account begins with small ones, which grow with use
 * or on request. Service Quotas knows them by name.
 */
import { ListServiceQuotasCommand, type ServiceQuota, ServiceQuotasClient } from "@aws-sdk/client-service-quotas";
import { type Account, asked } from "./deployment.ts";
import type { Finding } from "./finding.ts";
import { modelBehind } from "./models.ts";

type Quota = {
  readonly about: string;
  readonly service: string;
  readonly isMeant: (name: string) => boolean;
  /** With less than this, people wait or get templates as answers. */
  readonly least: number;
  readonly unit: string;
};

/** A person whose Brief comes at the same minute as nine others needs about ten functions at once. */
const LEAST_FUNCTIONS = 100;
/** A run has eleven transitions, and a new account may begin with few a second. */
const LEAST_TRANSITIONS = 100;
/** A prompt with its answer has up to 10,000 tokens, and a run asks up to three times. */
const LEAST_TOKENS = 100_000;

/** Returns the quotas to look at: of the functions, of the machines, and of each model. */
export function quotas(models: readonly string[]): Quota[] {
  return [
    {
      ...{ about: "quota of functions", service: "lambda", least: LEAST_FUNCTIONS, unit: "functions at once" },
      isMeant: (name) => name === "Concurrent executions",
    },
    {
      ...{ about: "quota of machines", service: "states", least: LEAST_TRANSITIONS, unit: "transitions a second" },
      isMeant: (name) => /state ?transition/i.test(name) && /refill|per second/i.test(name),
    },
    ...models.map((id) => ({
      ...{ about: `quota of ${id}`, service: "bedrock", least: LEAST_TOKENS, unit: "tokens a minute" },
      isMeant: (name: string) => isOfModel(id, name),
    })),
  ];
}

/** Service Quotas has three kinds of names: on demand, for a geography, and for the whole world. */
function isOfModel(id: string, name: string): boolean {
  const [, where, model = ""] =
    /^(On-demand|Cross-region|Global cross-region) model inference tokens per minute for (.*?)( V\d+)?$/i.exec(name) ??
    [];
  const kind = id === modelBehind(id) ? "on-demand" : id.startsWith("global.") ? "global cross-region" : "cross-region";
  if (where?.toLowerCase() !== kind) return false;
  const bare = modelBehind(id)
    .replace(/-\d{8}/, "")
    .replace(/-v\d+(:\d+)?$/, "");
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return letters(model) === letters(bare);
}

/** Returns a finding that says whether the account has as much as ten people need at one time. */
export async function lookAtQuota({ about, service, isMeant, least, unit }: Quota, account: Account): Promise<Finding> {
  const found = await asked(`looking at the ${about}`, () => quotaNamed(service, isMeant, account));
  if (found?.Value === undefined)
    return { about, state: "optional", says: `it was not found: look for "${unit}" of ${service} in Service Quotas` };
  const says = `${found.Value.toLocaleString("en")} ${unit}`;
  if (found.Value >= least) return { about, state: "ready", says };
  const ask = `ask for ${least.toLocaleString("en")} or more in Service Quotas ("${found.QuotaName}", ${service})`;
  return { about, state: "missing", says: `${says}, which is little for ten people: ${ask}` };
}

async function quotaNamed(
  ServiceCode: string,
  isMeant: Quota["isMeant"],
  account: Account,
): Promise<ServiceQuota | undefined> {
  const client = new ServiceQuotasClient(account);
  let NextToken: string | undefined;
  do {
    const page = await client.send(
      new ListServiceQuotasCommand({ ServiceCode, MaxResults: 100, ...(NextToken ? { NextToken } : {}) }),
    );
    const found = page.Quotas?.find(({ QuotaName = "" }) => isMeant(QuotaName));
    if (found) return found;
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return undefined;
}
