import { isUnasked, type RubricScore } from "@waldo/contracts";
import { inQuietHours } from "../../cadence/quiet-hours.ts";
import { BRIEF_CATCH_UP_MS, briefTimes } from "../../cadence/schedule.ts";
import { DAY_MS, instantAt, MINUTE_MS } from "../../time.ts";
import { notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** A Brief that comes this long after its time is on time: jitter, and a night that arrives a little late. */
const ON_TIME_MS = 45 * MINUTE_MS;

/** Whether what Waldo said by itself came in waking time, and a Brief at its time. */
export function timing({ header, outbox, profile }: ReadTrace): RubricScore {
  const sent = outbox.filter(({ kind, state }) => isUnasked(kind) && (state === "sent" || state === "unknown"));
  const [first] = sent;
  if (!first) return notApplicable("nothing was sent unasked");
  // The thread rings nowhere, so only what went elsewhere can disturb.
  const disturbed = sent.some(({ channel, updatedAt }) => channel !== "in_app" && inQuietHours(profile, updatedAt));
  if (disturbed) return scored(0, "it came in the quiet hours");
  const { variant } = header;
  if (variant === undefined || variant === "event") return scored(1);
  const time = variant === "morning" ? profile.wakeTime : briefTimes(profile)[variant];
  const due = instantAt(header.date, time, profile.timeZone);
  // An evening of a person who sleeps late may be on the next date.
  const late = Math.min(
    ...[due, due + DAY_MS].map((one) => first.updatedAt - one).filter((ms) => ms >= -ON_TIME_MS),
    DAY_MS,
  );
  if (late <= ON_TIME_MS) return scored(1);
  const most = BRIEF_CATCH_UP_MS[variant];
  return scored(1 - (late - ON_TIME_MS) / most, `it came ${Math.round(late / MINUTE_MS)} minutes after its time`);
}
