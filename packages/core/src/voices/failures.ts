/**
 * The voice of what the person asked for and what failed: a reminder that a channel did not take, two mornings in a row
 * without a Brief, a connection that must be renewed, and an import that broke. It is the one exception to the rule that
 * errors are never delivered. It says what happened and what to do, once, and through channels that work.
 *
 * It reads nothing of its own on a quiet tick. The outbox hands it the reminders, the rows of what is due hand it the
 * rest, and the mornings stand in the row of what was said.
 */
import {
  type EpochMs,
  IMPORT_DUE,
  keys,
  type LocalDate,
  type SaidEntry,
  type UserId,
  VendorName,
  Watch,
} from "@waldo/contracts";
import { inQuietHours } from "../cadence/quiet-hours.ts";
import type { Place } from "../calendar/subscriptions.ts";
import { type FailedReminder, failedReminder } from "../channels/failed.ts";
import { isHeard } from "../channels/said.ts";
import type { Pull } from "../connect/window.ts";
import { digest } from "../digest.ts";
import type { Store, Tick, Voice } from "../ports.ts";
import { ownQuoted, quoted } from "../safety/quote.ts";
import { addDays, DAY_MS, HOUR_MS, localDate, localTime, spokenMoment } from "../time.ts";

/** What a tick knows anyway. */
export type Owed = {
  /** The announcements with reminders that a channel did not take. */
  readonly reminders: readonly string[];
  readonly pulls: readonly Pull[];
  readonly calendars: readonly Place[];
};

const NAME = "failure";
/** What broke earlier than this is not told any more. It is less than the time for which is known what was said. */
const OLD_MS = 7 * DAY_MS;
/** In quiet hours a reminder that failed is told for so long after its moment. */
const FRESH_MS = HOUR_MS;

/** One failure: the name by which it is told once, and its words. */
type Failure = { readonly topic: string; readonly text: string };

export function failures(owed: Owed): Voice {
  return {
    // It comes before the Briefs, because it has a quarter of an hour, and they have a morning.
    ...{ name: NAME, rank: -1, kind: "set" },
    async look({ store }, tick, closed) {
      if (closed !== undefined) return undefined;
      const { profile, now } = tick;
      const isQuiet = inQuietHours(profile, now);
      const reminders = await due(store, profile.userId, owed.reminders, { now, isQuiet });
      const others = isQuiet ? [] : untold(tick, [...mornings(tick), ...(await broken(owed, now))]);
      const told = await Promise.all(reminders.map((one) => reminderFailure(store, tick, one)));
      const all = [...told, ...others];
      if (all.length === 0) return undefined;
      const topic = all.map((one) => one.topic).join(SEPARATOR);
      const text = all.map((one) => one.text).join("\n");
      const except = reminders.flatMap(({ channels }) => channels);
      const name = digest(topic).slice(0, 16);
      const words = { by: "failure", name, trigger: "patrol", kind: "failure", text, except } as const;
      return {
        topic,
        reason: "something that you asked for failed",
        words,
        writes: reminders.flatMap((one) => one.writes),
      };
    },
  };
}

const SEPARATOR = "+";

/** Returns the failures that were not told yet. */
function untold({ said, now }: Tick, all: readonly (Failure & { readonly since: EpochMs })[]): Failure[] {
  const known = said.filter((one) => one.voice === NAME && isHeard(one)).flatMap(({ topic }) => topic.split(SEPARATOR));
  return all.filter(({ topic, since }) => since <= now && now - since < OLD_MS && !known.includes(topic));
}

async function due(
  store: Store,
  userId: UserId,
  runIds: readonly string[],
  { now, isQuiet }: { readonly now: EpochMs; readonly isQuiet: boolean },
): Promise<FailedReminder[]> {
  const found = await Promise.all(runIds.map((runId) => failedReminder(store, userId, runId, now)));
  return found.flatMap((one) => (one === undefined || (isQuiet && now - one.at > FRESH_MS) ? [] : one));
}

const BY: Readonly<Record<string, string>> = { telegram: "by Telegram", push: "as a push" };

const MEND: Readonly<Record<string, string>> = {
  telegram: "Under Settings you can link Telegram again.",
  push: "Under Settings you can let your device ring again.",
};

async function reminderFailure(store: Store, { profile, now }: Tick, failed: FailedReminder): Promise<Failure> {
  const { runId, at, channels, goesOn } = failed;
  const { userId, timeZone } = profile;
  const words = await wordsOf(store, userId, runId);
  const isToday = localDate(at, timeZone) === localDate(now, timeZone);
  const when = isToday ? `at ${localTime(at, timeZone)}` : `on ${spokenMoment(at, timeZone)}`;
  const by = channels.flatMap((channel) => BY[channel] ?? []).join(" or ");
  const what = `I could not send your reminder${words === undefined ? "" : ` ${words}`} ${by} ${when}.`;
  const mend = channels.flatMap((channel) => MEND[channel] ?? []).join(" ");
  const next = goesOn ? "It stands in the app, and I keep trying." : `It stands in the app. ${mend}`;
  return { topic: runId, text: `${what} ${next}` };
}

/** Returns the person's words of a reminder in quotation marks, if a message may hold them. */
async function wordsOf(store: Store, userId: UserId, runId: string): Promise<string | undefined> {
  const [, watchId] = /^run-watch-(.+)-\d+$/.exec(runId) ?? [];
  const row = watchId === undefined ? undefined : await store.get(keys.watch(userId, watchId));
  const watch = Watch.safeParse(row?.body).data;
  if (!watch) return undefined;
  return watch.origin === "owner" ? ownQuoted(watch.text) : quoted(watch.text);
}

/** Two mornings in a row whose Brief failed are one failure, however many follow. One alone is not told. */
function mornings({ said, profile, now }: Tick): readonly (Failure & { readonly since: EpochMs })[] {
  const own = said.filter(({ voice }) => voice === "morning");
  // A morning with nothing to say is none that was lost: a night that is missing is told once.
  const well = (one: SaidEntry) => one.became === "silent" || (isHeard(one) && !isStuck(one, now));
  const heard = new Set(own.filter(well).map(({ date }) => date));
  const lost = new Map(own.filter(({ date }) => !heard.has(date)).map(({ date, at }) => [date, at] as const));
  const today = localDate(now, profile.timeZone);
  const last = lost.has(today) ? today : addDays(today, -1);
  if (!lost.has(last) || !lost.has(addDays(last, -1))) return [];
  let first: LocalDate = last;
  while (lost.has(addDays(first, -1))) first = addDays(first, -1);
  const text =
    "Two mornings in a row had no Brief, because I could not finish it. What I know of your nights is not lost. Ask me how you slept, and I look again.";
  return [{ topic: `mornings-${first}`, text, since: lost.get(last) ?? now }];
}

/** A Brief that is not there so long after its run began is no Brief of a morning. */
const MORNING_MS = 4 * HOUR_MS;

/** True for a Brief whose run did not end while it was still morning. */
function isStuck({ at, became }: SaidEntry, now: EpochMs): boolean {
  return became === "open" && now - at > MORNING_MS;
}

/** Returns the connections that must be renewed, and the import that broke. */
async function broken({ pulls, calendars }: Owed, now: EpochMs) {
  const found: (Failure & { readonly since: EpochMs })[] = [];
  for (const { name, broke: since } of pulls) {
    if (since === undefined || since > now || now - since >= OLD_MS) continue;
    const text = name === IMPORT_DUE ? IMPORT_WORDS : await connectionWords(name);
    if (text !== undefined) found.push({ topic: `${name}-${since}`, text, since });
  }
  for (const { place, subscription } of calendars) {
    if (subscription.state !== "active" || subscription.refusedAt === undefined) continue;
    const { refusedAt: since, name, last } = subscription;
    const { FAULT_WORDS } = await import("../calendar/faults.ts");
    const why = sentence(FAULT_WORDS[last?.fault ?? "denied"]);
    const text = `I can no longer read your calendar ${ownQuoted(name) ?? ""}. ${why} ${STANDS}`.replaceAll(" .", ".");
    found.push({ topic: `calendar-${place}-${since}`, text, since });
  }
  return found;
}

const STANDS = "What I have read before stays.";
const IMPORT_WORDS =
  "I could not read the file that you sent to its end. The page where you sent it says more. Please send it again.";

/** The code of the vendors is loaded only when one of them must be named. */
async function connectionWords(name: string): Promise<string | undefined> {
  const vendor = VendorName.safeParse(name).data;
  if (vendor === undefined) return undefined;
  const [{ VENDOR }, { TROUBLE_WORDS }] = await Promise.all([
    import("../connect/vendors.ts"),
    import("../connect/vendor.ts"),
  ]);
  return `I can no longer read ${VENDOR[vendor].title}. ${sentence(TROUBLE_WORDS.denied)} ${STANDS}`;
}

/** Writes the words of a fault, which a page shows after a colon, as a sentence. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
