/**
 * A person's schedules on EventBridge Scheduler: one for each row, in the stack's group, named by person and cadence, and
 * a one-time one for each reminder. Each firing starts the wake machine with its `WakeInput`.
 *
 * - A firing is delivered at least once. A repeat carries the same scheduled time in its input, so it is the same
 *   occurrence and is done once (R3, R5).
 * - A local time that spring skips does not fire, and one that autumn repeats fires once. So a firing is never the only
 *   reason to do a thing: each wake looks for what is due and not done (core's cadence/due.ts), and the first wake
 *   after the gap finds it.
 */
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  type SchedulerClient,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import {
  type EpochMs,
  SCHEDULE_NAMES,
  type ScheduleName,
  type ScheduleRow,
  schedulesBegin,
  type UserId,
  type WakeInput,
} from "@waldo/contracts";
import { cronOf } from "@waldo/core/cadence/occurrences";
import { deviceZone } from "@waldo/core/person/zone-names";
import type { Schedules } from "@waldo/core/ports";
import { MINUTE_MS } from "@waldo/core/time";
import { awsError } from "./aws-errors.ts";

// Re-exported for callers that load this file with `import()`: an `import()` of the SDK itself would bring all of its
// commands.
export { SchedulerClient } from "@aws-sdk/client-scheduler";

/**
 * A placeholder. EventBridge Scheduler replaces it with the time of the firing, ISO 8601 in UTC, the same in every
 * repeat.
 */
const SCHEDULED_TIME = "<aws.scheduler.scheduled-time>";

/**
 * A start that failed this often will not succeed. The next wake does what this wake should have done. The service's
 * own limit is 185.
 */
const MAX_RETRIES = 20;
/** The service accepts 60 seconds to one day. */
const MAX_EVENT_AGE_SECONDS = { least: 60, most: 86_400 };

/** If the reminder did not fire within this time, the next wake says it. */
const REMINDER_AGE_SECONDS = 900;
/** An instant that is nearer than this may be past when the service reads it. */
const LEAST_AHEAD_MS = 5_000;

type SchedulerOptions = {
  /** Returns the client with credentials that reach the schedules of this person. */
  readonly client: (userId: UserId) => SchedulerClient;
  readonly group: string;
  readonly wakeMachineArn: string;
  /** The role that the service assumes to start the machine. */
  readonly roleArn: string;
  /** The queue for firings that the service could not deliver. */
  readonly deadLetterArn: string;
  readonly now?: () => EpochMs;
};

export function eventbridgeScheduler(options: SchedulerOptions): Required<Schedules> {
  const { client, group: GroupName } = options;

  async function put(userId: UserId, input: CreateScheduleCommandInput): Promise<void> {
    try {
      await client(userId).send(new CreateScheduleCommand(input));
    } catch (error) {
      if (nameOf(error) !== "ConflictException") throw awsError(error, "Scheduler CreateSchedule");
      try {
        await client(userId).send(new UpdateScheduleCommand(input));
      } catch (refused) {
        throw awsError(refused, "Scheduler UpdateSchedule");
      }
    }
  }

  async function drop(userId: UserId, Name: string): Promise<void> {
    try {
      await client(userId).send(new DeleteScheduleCommand({ GroupName, Name }));
    } catch (error) {
      if (nameOf(error) !== "ResourceNotFoundException") throw awsError(error, "Scheduler DeleteSchedule");
    }
  }

  const dropAll = async (userId: UserId, names: readonly ScheduleName[]) => {
    for (const name of names) await drop(userId, scheduleName(userId, name));
  };

  return {
    spread: true,
    async apply(userId, rows) {
      // The calls run one after the other. When a person moves to another time zone, seven calls are needed, and many
      // people share one rate limit.
      for (const row of rows) await put(userId, scheduleInput(userId, row, options));
      const kept = new Set(rows.map(({ name }) => name));
      await dropAll(
        userId,
        SCHEDULE_NAMES.filter((name) => !kept.has(name)),
      );
    },
    remove: (userId) => dropAll(userId, SCHEDULE_NAMES),
    reminders: {
      set: (userId, watchId, at) => put(userId, reminderInput(userId, watchId, at, options)),
      drop: (userId, watchId) => drop(userId, reminderName(userId, watchId)),
    },
  };
}

/**
 * A user id has no dot, so the names of one person never begin with those of another (contracts/schedules.ts). A name has
 * at most 40 + 1 + 7 of the 64 characters allowed.
 */
function scheduleName(userId: UserId, name: ScheduleName): string {
  return `${schedulesBegin(userId)}${name}`;
}

/** A name has at most 40 + 3 + 12 characters. No cadence begins like this. */
function reminderName(userId: UserId, watchId: string): string {
  return `${schedulesBegin(userId)}r-${watchId}`;
}

/** The service fires at whole minutes or up to a minute late. It refuses an instant that is past. */
function reminderInput(
  userId: UserId,
  watchId: string,
  at: EpochMs,
  options: SchedulerOptions,
): CreateScheduleCommandInput {
  const { now = Date.now } = options;
  const minute = Math.ceil(Math.max(at, now() + LEAST_AHEAD_MS) / MINUTE_MS) * MINUTE_MS;
  return {
    ...common(options),
    Name: reminderName(userId, watchId),
    ScheduleExpression: `at(${new Date(minute).toISOString().slice(0, 19)})`,
    ScheduleExpressionTimezone: "UTC",
    ActionAfterCompletion: "DELETE",
    Target: target({ userId, job: "remind" }, REMINDER_AGE_SECONDS, options),
  };
}

/** Returns the parts that all schedules share. */
function common({ group }: SchedulerOptions) {
  return { GroupName: group, State: "ENABLED", FlexibleTimeWindow: { Mode: "OFF" } } as const;
}

function target(wake: Omit<WakeInput, "scheduledAt">, ageSeconds: number, options: SchedulerOptions) {
  const { wakeMachineArn, roleArn, deadLetterArn } = options;
  return {
    Arn: wakeMachineArn,
    RoleArn: roleArn,
    Input: JSON.stringify({ ...wake, scheduledAt: SCHEDULED_TIME }),
    DeadLetterConfig: { Arn: deadLetterArn },
    RetryPolicy: { MaximumEventAgeInSeconds: ageSeconds, MaximumRetryAttempts: MAX_RETRIES },
  };
}

function scheduleInput(userId: UserId, row: ScheduleRow, options: SchedulerOptions): CreateScheduleCommandInput {
  const { now = Date.now } = options;
  const { job, variant } = row;
  const wake = { userId, job, ...(variant === undefined ? {} : { variant }) };
  const { least, most } = MAX_EVENT_AGE_SECONDS;
  const age = Math.floor(Math.min(row.catchUpMs, row.maxAgeMs) / 1000);
  return {
    // The jitter is already in the minute, so the schedule fires at the same minute every day.
    ...common(options),
    Name: scheduleName(userId, row.name),
    ScheduleExpression: cronExpression(row),
    // The service knows time zones only by name. Rows of earlier releases may have an offset.
    ScheduleExpressionTimezone: deviceZone(row.timeZone, now()),
    Target: target(wake, Math.min(Math.max(age, least), most), options),
  };
}

/** The service's cron has a year field, and it wants `?` for the day field that does not count. */
function cronExpression(row: ScheduleRow): string {
  const [minute, hour, , , days = "*"] = cronOf(row).split(" ");
  return days === "*" ? `cron(${minute} ${hour} * * ? *)` : `cron(${minute} ${hour} ? * ${days} *)`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "";
}
