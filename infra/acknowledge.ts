import { Validations } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** States why a policy under `construct` has resources with a wildcard. `resources` are in the form of cdk-nag. */
export function acknowledgeWildcards(construct: Construct, resources: readonly string[], reason: string): void {
  for (const resource of resources)
    Validations.of(construct).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason });
}
