/**
 * A person's schedules on EventBridge Scheduler: one for each row, in the stack's group, named by person and cadence.
 * Each firing starts the patrol machine with the `WakeInput` of its row.
 *
 * - A firing is delivered at least once, and a repeat carries the same scheduled time, which is in the input: the same
 *   occurrence, done once (R3, R5).
 * - A local time that spring skips is not fired at all, one that autumn repeats is fired once. So a firing is never the
 *   only reason to do a thing: each wake looks for what is due and undone (core's cadence/due.ts), and the first one
 *   after the gap finds it.
 */
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import { SCHEDULE_NAMES, type ScheduleName, type ScheduleRow, type UserId, WaldoError } from "@waldo/contracts";
import { cronOf } from "@waldo/core/cadence/occurrences";
import type { Schedules } from "@waldo/core/ports";
import { awsError } from "./aws-errors.ts";

/** What EventBridge Scheduler writes the time of the firing in place of, ISO 8601 in UTC, the same in every repeat. */
const SCHEDULED_TIME = "<aws.scheduler.scheduled-time>";

/** A wake whose start failed so often will not start: the next one finds what it should have done. The service's own limit is 185. */
const MAX_RETRIES = 20;
/** The service takes 60 seconds to a day. */
const MAX_EVENT_AGE_SECONDS = { least: 60, most: 86_400 };

export type SchedulerOptions = {
  readonly client: SchedulerClient;
  readonly group: string;
  readonly patrolMachineArn: string;
  /** Assumed by the service to start the machine. */
  readonly roleArn: string;
  /** Where firings go that were given up. */
  readonly deadLetterArn: string;
};

export function eventbridgeScheduler(options: SchedulerOptions): Schedules {
  const { client, group: GroupName } = options;

  async function put(userId: UserId, row: ScheduleRow): Promise<void> {
    const input = scheduleInput(userId, row, options);
    try {
      await client.send(new CreateScheduleCommand(input));
    } catch (error) {
      if (nameOf(error) !== "ConflictException") throw awsError(error, "Scheduler CreateSchedule");
      try {
        await client.send(new UpdateScheduleCommand(input));
      } catch (refused) {
        throw awsError(refused, "Scheduler UpdateSchedule");
      }
    }
  }

  async function drop(userId: UserId, name: ScheduleName): Promise<void> {
    try {
      await client.send(new DeleteScheduleCommand({ GroupName, Name: scheduleName(userId, name) }));
    } catch (error) {
      if (nameOf(error) !== "ResourceNotFoundException") throw awsError(error, "Scheduler DeleteSchedule");
    }
  }

  const dropAll = async (userId: UserId, names: readonly ScheduleName[]) => {
    for (const name of names) await drop(userId, name);
  };

  return {
    spread: true,
    async apply(userId, rows) {
      // One after the other: seven calls a move, and whoever moves is one of many behind the same rate limit.
      for (const row of rows) await put(userId, row);
      const kept = new Set(rows.map(({ name }) => name));
      await dropAll(
        userId,
        SCHEDULE_NAMES.filter((name) => !kept.has(name)),
      );
    },
    remove: (userId) => dropAll(userId, SCHEDULE_NAMES),
  };
}

/** A user id has no dot, so no person's names begin with another's. At most 40 + 1 + 7 characters of the 64 allowed. */
function scheduleName(userId: UserId, name: ScheduleName): string {
  return `${userId}.${name}`;
}

function scheduleInput(userId: UserId, row: ScheduleRow, options: SchedulerOptions): CreateScheduleCommandInput {
  const { group, patrolMachineArn, roleArn, deadLetterArn } = options;
  const { job, variant } = row;
  const wake = { userId, job, ...(variant === undefined ? {} : { variant }), scheduledAt: SCHEDULED_TIME };
  const { least, most } = MAX_EVENT_AGE_SECONDS;
  const age = Math.floor(Math.min(row.catchUpMs, row.maxAgeMs) / 1000);
  return {
    GroupName: group,
    Name: scheduleName(userId, row.name),
    State: "ENABLED",
    ScheduleExpression: cronExpression(row),
    ScheduleExpressionTimezone: ianaZone(row.zone),
    // The jitter is in the minute itself, so that it is the same every day.
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: patrolMachineArn,
      RoleArn: roleArn,
      Input: JSON.stringify(wake),
      DeadLetterConfig: { Arn: deadLetterArn },
      RetryPolicy: {
        MaximumEventAgeInSeconds: Math.min(Math.max(age, least), most),
        MaximumRetryAttempts: MAX_RETRIES,
      },
    },
  };
}

/** The service's cron has a year, and wants `?` for the one day field that does not count. */
function cronExpression(row: ScheduleRow): string {
  const [minute, hour, , , days = "*"] = cronOf(row).split(" ");
  return days === "*" ? `cron(${minute} ${hour} * * ? *)` : `cron(${minute} ${hour} ? * ${days} *)`;
}

/**
 * The service knows zones by name only. A whole-hour offset has one (with the sign of POSIX: east is minus); for any
 * other, a device has to say where it is.
 */
function ianaZone(zone: string): string {
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!offset) return zone;
  const [, sign, hours, minutes = "00"] = offset;
  if (minutes !== "00")
    throw new WaldoError("InvalidInput", `schedules need the name of a zone, such as Asia/Kolkata, not ${zone}`);
  const whole = Number(hours);
  return whole === 0 ? "Etc/GMT" : `Etc/GMT${sign === "+" ? "-" : "+"}${whole}`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}
