/**
 * Starts the review without a request: on its day, and on the day after the person postponed it. A wake on that day
 * begins it here, and each patrol tick continues an open one.
 */
import { type EpochMs, keys, type LocalDate, type Profile, SILENT_DAYS, type UserId } from "@waldo/contracts";
import { LIVE_CHAT_MS } from "../cadence/quiet-hours.ts";
import { isCareDay } from "../person/care.ts";
import { findHeard } from "../person/heard.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { commitIf } from "../store/cas.ts";
import { DAY_MS } from "../time.ts";
import { whyBadTime } from "../voices/policy.ts";
import { beginReview } from "./begin.ts";
import { endReview } from "./end.ts";
import { drive, type Loaded, latestReview, reviewWrite, sayWrites } from "./rows.ts";
import { isOver, nextOf, resumed, SILENCE_MS } from "./state.ts";
import { isSilent, stoppedAt } from "./task.ts";

/** True when this is a bad time to begin (voices/policy.ts). */
async function isBadTime({ store }: Ports, profile: Profile, now: EpochMs): Promise<boolean> {
  const { userId } = profile;
  const [heardAt, isCare] = await Promise.all([findHeard(store, userId), isCareDay(store, userId, now)]);
  return whyBadTime({ profile, now, heardAt, isCare }) !== undefined;
}

/** `waiting` means that it is the right day but a bad moment. The next wake tries again. */
type Weekly = "review" | "waiting" | "nothing";

/** Begins the review of the week on its day. The same date begins one review. */
export async function weeklyReview(ports: Ports, userId: UserId, date: LocalDate): Promise<Weekly> {
  const profile = await findProfile(ports.store, userId);
  if (!profile?.coaching) return "nothing";
  const now = ports.clock.now();
  const heard = await findHeard(ports.store, userId);
  // A person who has not answered for a week gets no review until they write.
  if (heard !== undefined && now - heard >= SILENT_DAYS * DAY_MS) return "nothing";
  const last = await latestReview(ports.store, userId);
  if (last?.review.date === date) return "nothing";
  if (await isBadTime(ports, profile, now)) return "waiting";
  if (last && !isOver(last.review)) {
    // The review of last week is still open. A day of silence should have ended it.
    if (now - last.review.touchedAt < SILENCE_MS) return "nothing";
    await endReview(ports, profile, last, date);
  }
  return (await beginReview(ports, profile, { date })) ? "review" : "nothing";
}

/** Continues an open review whose pause is over, or whose machine died. Every wake may call it. */
export async function keepReview(ports: Ports, userId: UserId, date: LocalDate): Promise<void> {
  const last = await latestReview(ports.store, userId);
  if (!last || isOver(last.review)) return;
  const profile = await findProfile(ports.store, userId);
  if (!profile) return;
  const { review } = last;
  const now = ports.clock.now();
  if (nextOf(review) === "PAUSED") return wakeUp(ports, profile, last, { date, now });
  const stopped = await stoppedAt(ports, review);
  // A living machine does these steps itself soon.
  if (stopped === "TIMEOUT" || (stopped === "FINISH" && now - review.touchedAt > LIVE_CHAT_MS)) {
    await endReview(ports, profile, last, date);
    return;
  }
  const waits = await ports.store.get(keys.waiter(userId, review.reviewId));
  if (!waits && !isSilent(review, now)) await drive(ports, review);
}

async function wakeUp(
  ports: Ports,
  profile: Profile,
  loaded: Loaded,
  { date, now }: { readonly date: LocalDate; readonly now: EpochMs },
): Promise<void> {
  const { resumeAt = 0 } = loaded.review;
  if (now < resumeAt) return;
  if (now - resumeAt >= SILENCE_MS) return void (await endReview(ports, profile, loaded, date));
  if (await isBadTime(ports, profile, now)) return;
  const { review, says } = resumed(loaded.review, now);
  const writes = [reviewWrite(loaded, review), ...sayWrites(profile, review, says, { date, now })];
  if (await commitIf(ports.store, writes)) await drive(ports, review);
}
