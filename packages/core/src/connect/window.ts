// Says which connections are due, and reads one window of days. One transaction stores the changes in the window and
// the progress of the connection. The process may not read raw rows (R7), so it keeps a digest of each stored date.
// When something else has overwritten a date (health/ledger.ts), its digest is invalid, and the window is written
// again.
import {
  type EpochMs,
  keys,
  type LocalDate,
  type OpenConnection,
  PullDue,
  PulledDay,
  type SourceDay,
  type UserId,
  VendorName,
} from "@waldo/contracts";
import { canonicalJson, digest } from "../digest.ts";
import { plausibleDays } from "../health/import/plausible-days.ts";
import { DAY_TOTALS, dayWrites, findTimeZone } from "../health/ledger.ts";
import { requireConsent } from "../person/consents.ts";
import { zoneOfOffset } from "../person/zone-names.ts";
import type { Store, Write } from "../ports.ts";
import { toJsonBody } from "../store/json-body.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays } from "../time.ts";
import type { Grip } from "./grip.ts";
import type { PullPorts } from "./ports.ts";
import type { DateWindow, Vendor, WindowReading } from "./vendor.ts";

/** The name of a vendor, or of the import of a file, and when it is due or broke. */
export type Pull = PullDue & { readonly name: string };

/** Returns what is known of the connections and the import of a person. A wake calls this. It reads no token. */
export async function pullsOf(store: Store, userId: UserId): Promise<Pull[]> {
  const pulls: Pull[] = [];
  for await (const row of queryAll(store, keys.pullDue.all(userId)))
    pulls.push({ name: keys.pullDue.parse(row.key.sk)?.[0] ?? "", ...PullDue.parse(row.body) });
  return pulls;
}

/** Returns the connections that must be read now. */
export function dueOf(pulls: readonly Pull[], now: EpochMs): VendorName[] {
  return pulls.flatMap(({ name, at, broke }) =>
    broke === undefined && at <= now ? (VendorName.safeParse(name).data ?? []) : [],
  );
}

/** Returns the connections of a person that must be read now. */
export async function duePulls(store: Store, userId: UserId, now: EpochMs): Promise<VendorName[]> {
  return dueOf(await pullsOf(store, userId), now);
}

export type WindowWork = {
  readonly ports: Pick<PullPorts, "store" | "clock" | "log">;
  readonly userId: UserId;
  readonly vendor: Vendor;
  readonly grip: Grip;
};

type When = {
  readonly today: LocalDate;
  /** True when the window continues the reading of the past. */
  readonly fills: boolean;
};

/**
 * Reads the window and returns the number of its dates that have changed. Throws the errors of the vendor and the
 * store, and `ConsentNeeded` when the person has taken back their consent meanwhile.
 */
export async function readWindow(work: WindowWork, window: DateWindow, { today, fills }: When): Promise<number> {
  const { ports, userId, vendor, grip } = work;
  const reading = await vendor.readWindow(grip.api, window);
  await requireConsent(ports.store, userId, "body");
  const { writes, nights, changed } = await differences(work, window, { reading, today });
  const zone = await firstZone(work, reading);
  const now = ports.clock.now();
  nights.sort((a, b) => (a.date < b.date ? -1 : 1));
  await grip.store(
    (before) => ({
      ...afterWindow(before, window, { today, fills }),
      ...(window.to > today ? { readAt: now } : {}),
      ...withWake(work, before, nights, { reading, today }),
    }),
    [...writes, ...zone],
  );
  return changed;
}

/** Returns the connection after a window was read or skipped. */
export function afterWindow(before: OpenConnection, window: DateWindow, { today, fills }: When): OpenConnection {
  const { past, replaced, ...rest } = before;
  const left = leftOf(replaced, window);
  return {
    ...rest,
    ...(fills ? { filledFrom: window.from } : {}),
    ...(left === undefined ? {} : { replaced: left }),
    ...(past !== undefined && window.to > today ? { past } : {}),
  };
}

/** Returns the dates that must still be written again. They are read from the newest to the oldest. */
function leftOf(replaced: OpenConnection["replaced"], { from, to }: DateWindow): OpenConnection["replaced"] {
  if (replaced === undefined || to < replaced.to || from > replaced.to) return replaced;
  return from <= replaced.from ? undefined : { ...replaced, to: addDays(from, -1) };
}

type Night = { readonly date: LocalDate; readonly night: string };

/**
 * Returns the pending wake together with the changed nights of this window, oldest first. The latest night names the
 * wake, so the same night in the same state gives the same wake. The state changes when the vendor has computed the
 * whole night, and when the night is written again.
 */
function withWake(
  { userId, vendor }: WindowWork,
  { wake: before, replaced }: OpenConnection,
  nights: readonly Night[],
  { reading, today }: { readonly reading: WindowReading; readonly today: LocalDate },
): Pick<OpenConnection, "wake"> {
  const [oldest, latest] = [nights[0], nights.at(-1)];
  if (oldest === undefined || latest === undefined) return {};
  const from = before?.from !== undefined && before.from < oldest.date ? before.from : oldest.date;
  if (before && before.date > latest.date) return { wake: { ...before, from } };
  const settled = isSettled(reading, today);
  const state = [latest.night, String(settled), replaced?.at ?? 0];
  const name = `sync-${digest(userId, vendor.name, latest.date, ...state).slice(0, 32)}`;
  return { wake: { name, date: latest.date, from, settled } };
}

/** True when the vendor has finished computing the person's last night. */
function isSettled({ days, pending }: WindowReading, today: LocalDate): boolean {
  return days.some(({ date, sleeps }) => date === today && sleeps.some(({ nap }) => !nap)) && !pending.includes(today);
}

/**
 * Returns the changes of a window: two rows for each date that differs, and the changed nights. Last night is one of
 * them as soon as the vendor has finished computing it.
 */
async function differences(
  { ports, userId, vendor, grip }: WindowWork,
  { from, to }: DateWindow,
  { reading, today }: { readonly reading: WindowReading; readonly today: LocalDate },
): Promise<{ readonly writes: Write[]; readonly nights: Night[]; readonly changed: number }> {
  const { vendorUser, replaced } = grip.now();
  const isReplaced = (date: LocalDate) => replaced !== undefined && date >= replaced.from && date <= replaced.to;
  const keyOf = (date: LocalDate) => keys.pulled(userId, vendor.name, vendorUser, date);
  const days = new Map(
    reading.days.filter(({ date }) => date >= from && date <= to).map((day) => [day.date, checked(day)]),
  );
  const known = new Map<LocalDate, PulledDay>();
  const range = keys.pulled.between(userId, [vendor.name, vendorUser, from], [vendor.name, vendorUser, addDays(to, 1)]);
  for await (const row of queryAll(ports.store, range))
    known.set(keys.pulled.parse(row.key.sk)?.[2] ?? "", PulledDay.parse(row.body));
  // A rejected sleep is not a missing sleep: impossible data does not delete a stored night. Its times may belong to
  // another date.
  const isRejected = reading.days.some(hasRejectedSleep) || [...days.values()].some(hasRejectedSleep);
  const writes: Write[] = [];
  const nights: Night[] = [];
  let changed = 0;
  for (const date of new Set([...days.keys(), ...known.keys()])) {
    // Rows of raw days are never deleted. So a date that is empty now is stored as a day without data.
    const day = days.get(date) ?? emptyDay(date, vendor.source);
    const ids = reading.ids.filter((one) => one.date === date).map(({ id }) => id);
    const pending = reading.pending.includes(date) ? { pending: true as const } : {};
    const next: PulledDay = { day: printOf(day), night: nightOf(day), ...pending, ids: ids.sort() };
    const before = known.get(date);
    const isMine = !isReplaced(date);
    if (isMine && before && before.night !== noNight(day) && isRejected && hasNoNight(day)) {
      ports.log("warn", "wearable.rejected", { vendor: vendor.name });
      continue;
    }
    if (isMine && before && printOf(before) === printOf(next)) continue;
    changed++;
    const isComplete = date === today && before?.pending === true && next.pending === undefined;
    // A date that was not stored before had no night.
    const isSame = isMine && (before?.night ?? nightOf(emptyDay(date, vendor.source))) === next.night;
    if (isComplete || !isSame) nights.push({ date, night: next.night });
    writes.push(...dayWrites(userId, [day]), { op: "put", key: keyOf(date), body: next });
  }
  return { writes, nights, changed };
}

const noNight = ({ date, source }: SourceDay) => nightOf(emptyDay(date, source));

const hasNoNight = ({ sleeps }: SourceDay) => sleeps.every(({ nap }) => nap);
const hasRejectedSleep = ({ rejected = [] }: SourceDay) => rejected.some(({ metric }) => metric === "sleep");

const printOf = (value: object) => digest(canonicalJson(toJsonBody(value)));

const emptyDay = (date: LocalDate, source: SourceDay["source"]): SourceDay => ({
  ...{ date, source },
  metrics: {},
  sleeps: [],
});

/**
 * Checks a vendor's values with the checks of every import. Each day is checked alone, so the same day gives the same
 * row.
 */
function checked(day: SourceDay): SourceDay {
  const [plausible = emptyDay(day.date, day.source)] = plausibleDays([day]);
  const rejected = [...(day.rejected ?? []), ...(plausible.rejected ?? [])];
  return { ...plausible, ...(rejected.length === 0 ? {} : { rejected }) };
}

/**
 * Returns the part of a day that the morning Brief uses. Daily totals are left out, because they grow until the day
 * ends.
 */
function nightOf({ sleeps, metrics, deviceScore }: SourceDay): string {
  const ofNight = Object.entries(metrics).filter(([metric]) => !DAY_TOTALS.some((total) => total === metric));
  return printOf({ sleeps, metrics: Object.fromEntries(ofNight), deviceScore });
}

/**
 * Returns the write that sets the person's time zone to the zone of the wearable. It is returned only when no device of
 * the person has ever reported a zone.
 */
async function firstZone({ ports, userId }: WindowWork, { days }: WindowReading): Promise<Write[]> {
  const last = days.flatMap(({ sleeps }) => sleeps).sort((a, b) => b.end - a.end)[0];
  if (last === undefined || (await findTimeZone(ports.store, userId)) !== undefined) return [];
  const timeZone = zoneOfOffset(last.offsetMinutes, last.end);
  return timeZone === undefined
    ? []
    : [{ op: "put", key: keys.timeZone(userId), body: { timeZone }, when: [{ is: "absent" }] }];
}
