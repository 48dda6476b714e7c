import { Validations } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * States the reason why a policy under `construct` has wildcard resources. `resources` have the form that cdk-nag uses.
 */
export function acknowledgeWildcards(construct: Construct, resources: readonly string[], reason: string): void {
  for (const resource of resources)
    Validations.of(construct).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason });
}
