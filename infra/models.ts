import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Config } from "./config.ts";

/**
 * May call exactly the configured models. A cross-region inference profile (`us.…`) needs two grants: the profile here,
 * and the model in each region the profile may choose, the latter only by way of the profile.
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
  // Converse is authorised as InvokeModel. Nothing here streams.
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
