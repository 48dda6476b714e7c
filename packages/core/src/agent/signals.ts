/** What the moment is like, for the conditions of recipes: what the context has, and three bounded looks at the store. */
import { keys, type LocalDate, type RunHeader, type UserId } from "@waldo/contracts";
import { jetLagUntil } from "../cadence/jet-lag.ts";
import { nextBusyEvent } from "../calendar/rows.ts";
import type { DayDescription } from "../health/narrative.ts";
import type { Json, Store } from "../ports.ts";
import type { SkillSignals } from "../skills/select.ts";
import { DAY_MS, dayOfWeek, HOUR_MS, MINUTE_MS } from "../time.ts";

/** How far ahead the next event is looked for, and how many rows of the calendar that reads at most. */
const EVENT_AHEAD_MS = DAY_MS;
/** Rows of the day's threads, latest first, among which the person's last words are looked for. */
const MESSAGE_ROWS = 40;

/** Signals of this run. A store that cannot be read throws, as it does for the rest of the context. */
export async function signalsOf(
  store: Store,
  header: RunHeader,
  body: Json,
  now: number,
  message: string | undefined,
): Promise<SkillSignals> {
  const day = body as Partial<DayDescription>;
  const [event, lastSeen, lagged] = await Promise.all([
    nextBusyEvent(store, header.userId, now, EVENT_AHEAD_MS),
    lastWords(store, header.userId, now, header),
    jetLagUntil(store, header.userId, now),
  ]);
  return {
    weekday: dayOfWeek(header.date satisfies LocalDate),
    ...(day.form === undefined ? {} : { form: day.form }),
    ...(day.zone === undefined ? {} : { zone: day.zone }),
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
 * When the person last wrote, before the message this run answers. Undefined where they have not among the latest rows:
 * who has never written is not away. One query: threads of days are named by date, so their order is the order in time.
 */
async function lastWords(
  store: Store,
  userId: UserId,
  now: number,
  { trigger, nonce }: RunHeader,
): Promise<number | undefined> {
  const { table, pk } = keys.message(userId, "", 0, "");
  const { rows } = await store.query({ table, pk, prefix: "MESSAGE#day-", descending: true, limit: MESSAGE_ROWS });
  for (const { key, body } of rows) {
    const at = body["at"];
    const answered = trigger === "user_message" && key.sk.endsWith(`#0-${nonce}`);
    if (body["from"] === "owner" && typeof at === "number" && at <= now && !answered) return at;
  }
  return undefined;
}
