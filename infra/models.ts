/** The models of the deployment: the ids that the functions use, and the permission to call them. */

import { Annotations, Stack, Token } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "./config.ts";

/** The part of a model id that stands for the geography of the stack's region. */
const OF_THE_REGION = "geo.";

/**
 * The geography of the profiles that may send a request to any region. The person's words then leave their part of the
 * world.
 */
const ANYWHERE = "global";

/**
 * Returns the configuration with the inference profiles that each model has in the stack's own region. Throws when a
 * model has no inference profile in the region, because every call would be refused. The message is one line and names
 * where the model can be used. A stack whose region is not known yet gets the profiles of the first geography and a
 * warning.
 */
export function forRegion(scope: Construct, config: Config): Config {
  const { region } = Stack.of(scope);
  const { profiles, profileRegions } = config;
  const unresolved = Token.isUnresolved(region);
  const first = Object.keys(profileRegions)[0] ?? "";
  const reaches = (geography: string) =>
    geography === ANYWHERE || (unresolved ? geography === first : profileRegions[geography]?.includes(region) === true);
  const resolve = (id: string): string => {
    const [geography = "", ...rest] = id.split(".");
    const model = rest.join(".");
    const has = profiles[model];
    if (id.startsWith(OF_THE_REGION)) {
      const here = has?.find((one) => one !== ANYWHERE && reaches(one));
      if (here === undefined) throw wrong(id, region, model, config);
      return `${here}.${model}`;
    }
    if (geography !== ANYWHERE && profileRegions[geography] === undefined) return id;
    if ((has && !has.includes(geography)) || (!unresolved && !reaches(geography)))
      throw wrong(id, region, model, config);
    return id;
  };
  if (unresolved && Object.values(config.models).some((id) => id.startsWith(OF_THE_REGION)))
    Annotations.of(scope).addWarningV2(
      "waldo:region",
      `the region is not known, so the models are the inference profiles of "${first}": set AWS_REGION or a profile`,
    );
  const { primary, escalation, cheap } = config.models;
  return { ...config, models: { primary: resolve(primary), escalation: resolve(escalation), cheap: resolve(cheap) } };
}

function wrong(id: string, region: string, model: string, { profiles, profileRegions }: Config): Error {
  const has = profiles[model] ?? [];
  const list = has
    .filter((one) => one !== ANYWHERE)
    .map((one) => `${one}: ${(profileRegions[one] ?? []).join(", ")}`)
    .join("; ");
  const known =
    has.length === 0
      ? `waldo.profiles in cdk.json does not know ${model}: name its geographies there`
      : `deploy to one of ${list}`;
  const anywhere = has.includes(ANYWHERE)
    ? `; or name ${ANYWHERE}.${model}, if requests may be answered in any region of AWS`
    : "";
  return new Error(
    `the model ${id} has no inference profile in ${region}: ${known}; or name models of ${region} in cdk.json (waldo.models)${anywhere}`,
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
    // IAM also checks a request of a global profile against the model's ARN without a region.
    const regions = geography === ANYWHERE ? [region, ""] : profileRegions[geography];
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
