/**
 * The facts of the moment for the conditions of recipes: what the context holds, and three bounded reads of the store.
 */
import { type DayBody, type DayDescription, keys, type LocalDate, type RunHeader, type UserId } from "@waldo/contracts";
import { jetLagUntil } from "../cadence/jet-lag.ts";
import { nextBusyEvent } from "../calendar/rows.ts";
import type { Ports, Store } from "../ports.ts";
import type { SkillSignals } from "../skills/select.ts";
import { DAY_MS, dayOfWeek, HOUR_MS, MINUTE_MS } from "../time.ts";

/** How far ahead the next event is looked for. The next line limits how many calendar rows are read for it. */
const EVENT_AHEAD_MS = DAY_MS;
/** How many rows of the day's threads, latest first, are searched for the person's last words. */
const MESSAGE_ROWS = 40;

/** Returns the signals of this run. A store that cannot be read throws, as it does for the rest of the context. */
export async function signalsOf(
  { store, clock }: Pick<Ports, "store" | "clock">,
  header: RunHeader,
  body: DayBody,
  message: string | undefined,
): Promise<SkillSignals> {
  const now = clock.now();
  const day: Partial<DayDescription> = "note" in body ? {} : body;
  const [event, lastSeen, lagged] = await Promise.all([
    nextBusyEvent(store, header.userId, now, EVENT_AHEAD_MS),
    lastWords(store, header.userId, now, header),
    jetLagUntil(store, header.userId, now),
  ]);
  return {
    weekday: dayOfWeek(header.date satisfies LocalDate),
    ...(day.form === undefined ? {} : { form: day.form }),
    ...(day.bodyZone === undefined ? {} : { bodyZone: day.bodyZone }),
    ...(day.daysInZone === undefined ? {} : { daysInZone: day.daysInZone }),
    ...(lagged === undefined ? {} : { jetLagged: true }),
    ...(lastSeen === undefined ? {} : { hoursSinceLastSeen: (now - lastSeen) / HOUR_MS }),
    ...(event === undefined
      ? {}
      : { minutesToNextEvent: (event.start - now) / MINUTE_MS, nextEventTitle: event.title }),
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * When the person last wrote before the message that this run answers. Undefined when no such message is among the
 * latest rows: a person who never wrote does not count as away. It takes one query, because threads of days are named
 * by date and so sort by time.
 */
async function lastWords(
  store: Store,
  userId: UserId,
  now: number,
  { trigger, nonce }: RunHeader,
): Promise<number | undefined> {
  const days = keys.message.startingWith(userId, "day-");
  const { rows } = await store.query({ ...days, descending: true, limit: MESSAGE_ROWS });
  for (const { key, body } of rows) {
    const at = body["at"];
    const answered = trigger === "user_message" && key.sk.endsWith(`#0-${nonce}`);
    if (body["from"] === "owner" && typeof at === "number" && at <= now && !answered) return at;
  }
  return undefined;
}
