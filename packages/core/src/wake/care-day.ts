/**
 * The work of a wake on the day after words about danger: nothing unasked is sent and, in the morning, one sentence of
 * care. Reminders are sent before this is checked, and pages and scores are made as usual.
 */
import type { Care, ScheduledBrief, SensedWake, WakeOutcome } from "@waldo/contracts";
import { BRIEF_CATCH_UP_MS } from "../cadence/schedule.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { CARE_MS, morningOf, morningWrite } from "../person/care.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { morningWords } from "../safety/crisis/answers/answer.ts";
import { careLanguage } from "../safety/crisis/language.ts";
import { elapsed } from "../time.ts";

/**
 * Returns the outcome of a job on a day after words about danger, or undefined when the job is done as usual. The
 * sentence and the mark that it was said commit together. Throws the errors of the store.
 */
export async function onCareDay(ports: Ports, wake: SensedWake, care: Care): Promise<WakeOutcome | undefined> {
  const { userId, job, date } = wake;
  const now = ports.clock.now();
  if (!SPEAKS.includes(job)) return undefined;
  const isDay = elapsed(care.at, now) < CARE_MS;
  const nothing: WakeOutcome = { userId, outcome: "nothing" };
  if (job === "brief" && (wake.variant ?? "morning") === "morning") return inTheMorning(ports, wake, care);
  // A review waits until the next day.
  if (isDay && job === "review") return { userId, outcome: "waiting" };
  if (isDay) ports.log("info", "wake.care-day", { job, date });
  return isDay ? nothing : undefined;
}

const SPEAKS: readonly SensedWake["job"][] = ["brief", "patrol", "review"];

async function inTheMorning(ports: Ports, wake: SensedWake, care: Care): Promise<WakeOutcome | undefined> {
  const { userId, date, scheduledAt } = wake;
  const now = ports.clock.now();
  const profile = await findProfile(ports.store, userId);
  if (!profile) return undefined;
  const morning = morningOf(care, date, profile.timeZone, now);
  if (morning === "ordinary") return undefined;
  const nothing: WakeOutcome = { userId, outcome: "nothing" };
  if (morning === "silent" || now - Date.parse(scheduledAt) > BRIEF_CATCH_UP_MS["morning" satisfies ScheduledBrief])
    return nothing;
  const text = morningWords(care.tier, { ...profile, language: careLanguage(care.language) });
  const occasion = { by: "care", name: `care-${date}`, trigger: "brief", date, now } as const;
  await ports.store.transact([
    morningWrite(userId, care, date),
    ...announcement(profile, occasion, { kind: "emergency", text }),
  ]);
  await flushDue(ports, userId);
  return nothing;
}
