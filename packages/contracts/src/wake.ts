import { z } from "zod";
import { LocalDate, UserId } from "./ids.ts";
import { Metered } from "./meter.ts";
import { BriefVariant } from "./triggers.ts";

/** Why a person's agent wakes without being spoken to. `sync`: health data arrived. The others are scheduled. */
export const WAKE_JOBS = ["upkeep", "sweep", "sync", "brief", "patrol"] as const;
export const WakeJob = z.enum(WAKE_JOBS);
export type WakeJob = z.infer<typeof WakeJob>;

/** Input of the patrol machine: what the scheduler, or `ingest` after a sync, starts it with. Ids and enums only (R6). */
export const WakeInput = z.strictObject({
  userId: UserId,
  job: WakeJob,
  variant: BriefVariant.optional(),
  /** The instant the schedule names, ISO 8601: a retried firing carries the same one, so it is the same occurrence. */
  scheduledAt: z.iso.datetime({ offset: true }),
  /** A sync says whether the device has handed over all it will for the night. */
  settled: z.boolean().optional(),
  /** What the steps before this one have used: numbers for the meter, which only the agent's own role may write. */
  spent: Metered.optional(),
});
export type WakeInput = z.infer<typeof WakeInput>;

/** What SENSE (the crs lambda) hands to DECIDE (the agent step): the same, with the local date it looked at. */
export const SensedWake = WakeInput.extend({ date: LocalDate });
export type SensedWake = z.infer<typeof SensedWake>;

/** How a wake ended, for the log and the console. */
export const WakeOutcome = z.strictObject({
  userId: UserId,
  outcome: z.enum(["nothing", "upkeep", "prepared", "waiting", "run", "dream"]),
  runId: z.string().optional(),
  /** Rows of earlier runs still wait to be sent: the machine hands them to whoever holds the channels. */
  due: z.literal(true).optional(),
});
export type WakeOutcome = z.infer<typeof WakeOutcome>;
