/**
 * The one policy of everything that Waldo says unasked: may this voice say this now? It answers with nothing, or with
 * the reason why not, in the words of the log. Pure. The order of the reasons is the order of the checks.
 */
import { APART_MINUTES, type SaidEntry, SILENT_DAYS, UNASKED_PER_DAY } from "@waldo/contracts";
import { inQuietHours, LIVE_CHAT_MS } from "../cadence/quiet-hours.ts";
import { BUDGET_SPENT, isHeard, unaskedOn } from "../channels/said.ts";
import type { Offer, Tick, Voice } from "../ports.ts";
import { DAY_MS, elapsed, localDate, MINUTE_MS } from "../time.ts";

/** The least time between an unasked message and a word of the coach. */
export const APART_MS = APART_MINUTES * MINUTE_MS;
/** A voice that was ignored so often in a row comes half as often, until the person answers it. */
const IGNORED_IN_A_ROW = 3;

export type Moment = Pick<Tick, "profile" | "now" | "heardAt" | "said" | "isCare">;
type Traits = Pick<Voice, "name" | "kind" | "restMs" | "apartMs" | "promised">;

/** Returns why this is no moment for anything unasked: a day of care, a live chat, or quiet hours. */
export function whyBadTime({ profile, now, heardAt, isCare }: Omit<Moment, "said">): string | undefined {
  if (isCare) return "nothing unasked is said on this day";
  if (elapsed(heardAt, now) < LIVE_CHAT_MS) return "the person is talking";
  return inQuietHours(profile, now) ? "quiet hours" : undefined;
}

/** Returns why a voice may say nothing now, whatever it would say. */
export function whyClosed(voice: Traits, moment: Moment): string | undefined {
  const { profile, now, said } = moment;
  const bad = whyBadTime(moment);
  // What has its own hour stands in the thread while the person talks or rests, and rings later or not at all. What the
  // person arranged comes in the hours of sleep too.
  const comesAnyway = voice.kind === "timed" ? !moment.isCare : voice.kind === "set" && bad === "quiet hours";
  if (bad !== undefined && !comesAnyway) return bad;
  if (voice.kind === "set") return undefined;
  const own = said.findLast((one) => one.voice === voice.name && one.became !== "unsent");
  if (elapsed(own?.at, now) < (voice.restMs ?? 0)) return "such a thing was said a while ago";
  const any = said.findLast(isHeard);
  if (voice.apartMs !== undefined && elapsed(any?.at, now) < voice.apartMs)
    return `something was said less than ${Math.round(voice.apartMs / MINUTE_MS)} minutes ago`;
  const count = unaskedOn(said, localDate(now, profile.timeZone));
  if (count >= UNASKED_PER_DAY) return BUDGET_SPENT;
  if (voice.kind === "minor" && count >= UNASKED_PER_DAY - 1) return "the last message of the day is kept for more";
  // A person who has never written may read everything: silence is counted only for one who has.
  if (moment.heardAt !== undefined && isTired(voice, said) && elapsed(own?.at, now) < rareMs(voice))
    return `the last ${IGNORED_IN_A_ROW} of these went unanswered, so they come half as often`;
  return undefined;
}

/** Returns why a voice may not say this, when it may speak at all. */
export function whyNot(voice: Traits, offer: Offer, { now, heardAt, said }: Moment): string | undefined {
  if (said.some((one) => one.voice === voice.name && one.topic === offer.topic && isHeard(one)))
    return "it was said before";
  // Silence is counted only for a person who has written before.
  const silentDays = heardAt === undefined ? 0 : Math.floor((now - heardAt) / DAY_MS);
  if (silentDays >= SILENT_DAYS && !voice.promised && voice.kind !== "set" && !offer.grave)
    return `nobody has answered for ${silentDays} days, so it waits`;
  return undefined;
}

/** True when the policy lets a voice say this now. */
export function mayBeSaid(voice: Traits, offer: Offer, moment: Moment): boolean {
  return (whyClosed(voice, moment) ?? whyNot(voice, offer, moment)) === undefined;
}

/** True when the last messages of a voice all went unanswered. */
function isTired({ name, promised }: Traits, said: readonly SaidEntry[]): boolean {
  if (promised) return false;
  const known = said.filter(({ voice, became }) => voice === name && (became === "answered" || became === "ignored"));
  const last = known.slice(-IGNORED_IN_A_ROW);
  return last.length === IGNORED_IN_A_ROW && last.every(({ became }) => became === "ignored");
}

/** Twice the usual time between two messages of a voice, less a quarter, because a day is not always as long. */
function rareMs({ restMs = DAY_MS }: Traits): number {
  return 1.75 * restMs;
}
