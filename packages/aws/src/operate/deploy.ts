/**
 * The first deployment, later deployments, and the removal. The CDK CLI does the work; this file decides the order.
 * Nothing is protected against deletion until the stack exists: CloudFormation cannot roll back a protected resource,
 * so a failed first deployment could not be repeated. After the first success the stack, its tables and its accounts
 * are protected.
 */
import {
  CloudFormationClient,
  ListStackResourcesCommand,
  type Stack,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import { WaldoError } from "@waldo/contracts";
import { type Account, asked, findStack } from "./deployment.ts";

/** Runs the CDK CLI of this repository. Returns its exit code. */
export type Cdk = (args: readonly string[]) => Promise<number>;

/** The arguments that tell infra/bin/app.ts that the stack exists. */
const STANDS = ["--context", "waldo:stands=yes"];

/**
 * Deploys this release. When the deployment fails, throws `InvalidInput` with what to do. The deployment can then be
 * repeated.
 */
export async function deployStack(name: string, account: Account, cdk: Cdk): Promise<"created" | "updated"> {
  const before = await findStack(name, account);
  const isNew = isToCreate(name, before);
  if (isNew) {
    // CDK deletes the rest of a stack whose creation failed. Earlier releases protected such a stack, so the protection
    // is taken off.
    if (before?.EnableTerminationProtection) await protect(name, account, false);
    if ((await cdk(["deploy", name])) !== 0)
      throw failed(
        "the first deployment failed, and CloudFormation took back what it had made: mend what is said above, and run waldo aws deploy again (runbook: The first deployment failed)",
      );
  }
  if ((await cdk(["deploy", name, ...STANDS])) !== 0)
    throw failed(
      isNew
        ? "it is deployed, and not yet protected against deletion: run waldo aws deploy again"
        : "the deployment failed, and the one before it works on: mend what is said above, and run waldo aws deploy again",
    );
  await protect(name, account, true);
  return isNew ? "created" : "updated";
}

/** A resource that stays after the stack is deleted. */
type Kept = { readonly type: string; readonly id: string };

/** Removes the stack. Returns the resources that stay: all that hold data of people. */
export async function removeStack(name: string, account: Account, cdk: Cdk): Promise<Kept[]> {
  const before = await findStack(name, account);
  if (before === undefined) throw failed("there is no such stack in this account and region");
  if (isBusy(before)) throw busy(name, before);
  await protect(name, account, false);
  if ((await cdk(["destroy", name, "--force"])) !== 0)
    throw failed("the stack was not removed: mend what is said above, and run the same again");
  // CloudFormation finds a deleted stack only by its id.
  return keptOf(before.StackId ?? name, account);
}

function isToCreate(name: string, stack: Stack | undefined): boolean {
  const status = stack?.StackStatus ?? "DELETE_COMPLETE";
  if (["DELETE_COMPLETE", "REVIEW_IN_PROGRESS", "ROLLBACK_COMPLETE", "ROLLBACK_FAILED"].includes(status)) return true;
  if (stack && isBusy(stack)) throw busy(name, stack);
  if (status === "UPDATE_ROLLBACK_FAILED")
    throw failed(
      `the stack ${name} is ${status}: mend what its events in CloudFormation name, choose "Continue update rollback" there, and run waldo aws deploy again`,
    );
  if (["CREATE_FAILED", "DELETE_FAILED"].includes(status))
    throw failed(
      `the stack ${name} is ${status}: delete it in CloudFormation, keeping what it cannot delete, and run waldo aws deploy again`,
    );
  return false;
}

function isBusy({ StackStatus: status }: Stack): boolean {
  return status !== undefined && status !== "REVIEW_IN_PROGRESS" && status.endsWith("_IN_PROGRESS");
}

function busy(name: string, { StackStatus }: Stack): WaldoError {
  return failed(`the stack ${name} is ${StackStatus}: wait until that has ended`);
}

function failed(says: string): WaldoError {
  return new WaldoError("InvalidInput", says);
}

async function protect(StackName: string, account: Account, on: boolean): Promise<void> {
  await asked(`switching the protection of the stack ${on ? "on" : "off"}`, () =>
    new CloudFormationClient(account).send(
      new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: on }),
    ),
  );
}

async function keptOf(StackName: string, account: Account): Promise<Kept[]> {
  const kept: Kept[] = [];
  let NextToken: string | undefined;
  do {
    const page = await asked("listing what stays", () =>
      new CloudFormationClient(account).send(
        new ListStackResourcesCommand({ StackName, ...(NextToken ? { NextToken } : {}) }),
      ),
    );
    for (const { ResourceStatus, ResourceType = "", PhysicalResourceId = "" } of page.StackResourceSummaries ?? [])
      if (ResourceStatus === "DELETE_SKIPPED") kept.push({ type: ResourceType, id: PhysicalResourceId });
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return kept;
}
