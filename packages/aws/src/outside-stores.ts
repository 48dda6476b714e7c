/** Removes what AWS holds about a person outside of rows and files, for an erasure. Each call may run twice. */
import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { DeleteScheduleCommand, ListSchedulesCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { ListExecutionsCommand, SFNClient, StopExecutionCommand } from "@aws-sdk/client-sfn";
import { DeleteEndpointCommand, SNSClient } from "@aws-sdk/client-sns";
import { keys, schedulesBegin, type UserId } from "@waldo/contracts";
import type { Store } from "@waldo/core/ports";
import type { OutsideStore } from "@waldo/core/privacy/erase";
import { executionsOf } from "@waldo/core/privacy/executions";
import { queryAll } from "@waldo/core/store/query-all";
import { awsError } from "./aws-errors.ts";

type Config = ConstructorParameters<typeof SFNClient>[0];

/**
 * Sends one request. Returns undefined when it fails with one of these error names, because then nothing is left to
 * remove.
 */
async function ask<T>(operation: string, gone: readonly string[], send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Error && gone.includes(error.name)) return undefined;
    throw awsError(error, operation);
  }
}

/** Returns the store of a person's schedules. Their names begin with the person's id. */
export function scheduleStore(config: Config, GroupName: string): OutsideStore {
  const client = new SchedulerClient(config ?? {});
  async function named(userId: UserId): Promise<string[]> {
    const names: string[] = [];
    let NextToken: string | undefined;
    do {
      const page = { GroupName, NamePrefix: schedulesBegin(userId), ...(NextToken ? { NextToken } : {}) };
      const found = await ask("Scheduler ListSchedules", [], () => client.send(new ListSchedulesCommand(page)));
      names.push(...(found?.Schedules ?? []).flatMap(({ Name }) => (Name === undefined ? [] : [Name])));
      NextToken = found?.NextToken;
    } while (NextToken !== undefined);
    return names;
  }
  return {
    async erase(userId) {
      const names = await named(userId);
      for (const Name of names)
        await ask("Scheduler DeleteSchedule", ["ResourceNotFoundException"], () =>
          client.send(new DeleteScheduleCommand({ GroupName, Name })),
        );
      return names.length;
    },
    left: async (userId) => (await named(userId)).length,
  };
}

/** Returns the store of a person's executions that run or wait. It finds them by the beginnings of their names. */
export function executionStore(config: Config, machines: readonly string[], store: Store): OutsideStore {
  const client = new SFNClient(config ?? {});
  async function running(userId: UserId): Promise<string[]> {
    const begin = await executionsOf(store, userId);
    const arns: string[] = [];
    for (const stateMachineArn of machines) {
      let nextToken: string | undefined;
      do {
        const page = { stateMachineArn, statusFilter: "RUNNING" as const, ...(nextToken ? { nextToken } : {}) };
        const found = await ask("Step Functions ListExecutions", [], () =>
          client.send(new ListExecutionsCommand(page)),
        );
        for (const { executionArn = "", name = "" } of found?.executions ?? [])
          if (begin.some((prefix) => name.startsWith(prefix))) arns.push(executionArn);
        nextToken = found?.nextToken;
      } while (nextToken !== undefined);
    }
    return arns;
  }
  return {
    async erase(userId) {
      const arns = await running(userId);
      for (const executionArn of arns)
        await ask("Step Functions StopExecution", ["ExecutionDoesNotExist"], () =>
          client.send(new StopExecutionCommand({ executionArn })),
        );
      return arns.length;
    },
    left: async (userId) => (await running(userId)).length,
  };
}

/** Returns the store of a person's account. Cognito takes the id, which is its own `sub`, as a username. */
export function accountStore(config: Config, UserPoolId: string): OutsideStore {
  const client = new CognitoIdentityProviderClient(config ?? {});
  const gone = ["UserNotFoundException"];
  const left = async (userId: UserId) => {
    const request = new AdminGetUserCommand({ UserPoolId, Username: userId });
    return (await ask("Cognito AdminGetUser", gone, () => client.send(request))) ? 1 : 0;
  };
  return {
    left,
    async erase(userId) {
      const known = { UserPoolId, Username: userId };
      const found = await left(userId);
      if (found === 0) return 0;
      await ask("Cognito AdminUserGlobalSignOut", gone, () => client.send(new AdminUserGlobalSignOutCommand(known)));
      await ask("Cognito AdminDeleteUser", gone, () => client.send(new AdminDeleteUserCommand(known)));
      return found;
    },
  };
}

/**
 * Returns the store of the endpoints of a person's phones at SNS. The rows of the phones are deleted after the
 * endpoints.
 */
export function phoneStore(config: Config, store: Store): OutsideStore {
  const client = new SNSClient(config ?? {});
  async function endpoints(userId: UserId): Promise<string[]> {
    const arns: string[] = [];
    for await (const { body } of queryAll(store, keys.device.all(userId)))
      if (body["kind"] === "phone" && typeof body["address"] === "string") arns.push(body["address"]);
    return arns;
  }
  return {
    async erase(userId) {
      const arns = await endpoints(userId);
      for (const EndpointArn of arns)
        await ask("SNS DeleteEndpoint", ["NotFoundException", "NotFound"], () =>
          client.send(new DeleteEndpointCommand({ EndpointArn })),
        );
      return arns.length;
    },
    left: async (userId) => (await endpoints(userId)).length,
  };
}
