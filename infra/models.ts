/** The models of the deployment: which ids the functions ask for, and the permission to ask them. */

import { Annotations, Stack, Token } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "./config.ts";

/** What stands in a model id for the geography of the stack's region. */
const OF_THE_REGION = "geo.";

/**
 * Returns the configuration with the inference profiles of the stack's own region. Throws in one line, with the regions
 * of each geography, when the region has no profile, or when a configured profile is of another geography: every call
 * would be refused, and the agent would speak in templates only. A stack whose region is not known yet gets the first
 * geography and a warning.
 */
export function forRegion(scope: Construct, config: Config): Config {
  const { region } = Stack.of(scope);
  const known = Object.entries(config.profileRegions);
  const list = known.map(([geography, regions]) => `${geography}: ${regions.join(", ")}`).join("; ");
  const unresolved = Token.isUnresolved(region);
  const here = unresolved ? known[0]?.[0] : known.find(([, regions]) => regions.includes(region))?.[0];
  const resolve = (id: string): string => {
    const [geography = ""] = id.split(".");
    if (id.startsWith(OF_THE_REGION)) {
      if (here === undefined) throw wrong(id, region, list);
      return `${here}.${id.slice(OF_THE_REGION.length)}`;
    }
    const regions = config.profileRegions[geography];
    if (!unresolved && regions !== undefined && !regions.includes(region)) throw wrong(id, region, list);
    return id;
  };
  if (unresolved && Object.values(config.models).some((id) => id.startsWith(OF_THE_REGION)))
    Annotations.of(scope).addWarningV2(
      "waldo:region",
      `the region is not known, so the models are the inference profiles of "${here}": set AWS_REGION or a profile`,
    );
  const { primary, escalation, cheap } = config.models;
  return { ...config, models: { primary: resolve(primary), escalation: resolve(escalation), cheap: resolve(cheap) } };
}

function wrong(id: string, region: string, list: string): Error {
  return new Error(
    `the model ${id} has no inference profile in ${region}: deploy to one of ${list}; or name models of ${region} in cdk.json (waldo.models)`,
  );
}

/**
 * Allows calls to exactly the configured models. A cross-region inference profile (`us.…`) needs two grants: the
 * profile here, and the model in each region that the profile may choose. The second grant holds only through the
 * profile.
 */
export function mayCallModels(scope: Construct, { models, embeddings, profileRegions }: Config): PolicyStatement[] {
  const { partition, region, account } = Stack.of(scope);
  const profiles = new Set<string>();
  const behindProfiles = new Set<string>();
  const direct = new Set<string>();
  for (const id of [...Object.values(models), ...(embeddings === undefined ? [] : [embeddings])]) {
    const [geography = "", ...rest] = id.split(".");
    const regions = profileRegions[geography];
    if (regions === undefined) {
      direct.add(id.startsWith("arn:") ? id : `arn:${partition}:bedrock:${region}::foundation-model/${id}`);
      continue;
    }
    profiles.add(`arn:${partition}:bedrock:${region}:${account}:inference-profile/${id}`);
    for (const one of regions)
      behindProfiles.add(`arn:${partition}:bedrock:${one}::foundation-model/${rest.join(".")}`);
  }
  // Converse is authorised as InvokeModel. No code here streams.
  const actions = ["bedrock:InvokeModel"];
  const statements: PolicyStatement[] = [];
  const named = [...profiles, ...direct];
  if (named.length > 0) statements.push(new PolicyStatement({ sid: "CallModels", actions, resources: named }));
  if (profiles.size > 0)
    statements.push(
      new PolicyStatement({
        sid: "CallModelsBehindProfiles",
        actions,
        resources: [...behindProfiles],
        conditions: { StringEquals: { "bedrock:InferenceProfileArn": [...profiles] } },
      }),
    );
  return statements;
}
