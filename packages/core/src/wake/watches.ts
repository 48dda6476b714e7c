/**
 * Fires the standing intents that are due. Each firing is one transaction with its message (R2), so it happens once. An
 * intent that has changed meanwhile is skipped.
 */

import { type ActionEntry, keys, Live, type Profile, type SensedWake, type UserId, type Watch } from "@waldo/contracts";
import { loadScheduled } from "../cadence/done.ts";
import {
  datesOf,
  fired,
  fires,
  lateText,
  loadWatches,
  type Moment,
  sayingOf,
  type WatchRow,
} from "../cadence/watches.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { bodyZoneOf } from "../health/crs.ts";
import { isCareDay } from "../person/care.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";

/**
 * Fires the due intents and returns their number. Quiet hours and the push budget do not apply, because the person
 * asked for these messages.
 */
export async function fireWatches(ports: Ports, { userId, date }: SensedWake): Promise<number> {
  const loaded = await activeRows(ports, userId);
  if (loaded.length === 0) return 0;
  const profile = await findProfile(ports.store, userId);
  if (!profile) return 0;
  const live = Live.safeParse((await ports.store.get(keys.live(userId)))?.body).data;
  // On the day after words about danger no message is about zones.
  const isCare = await isCareDay(ports.store, userId, ports.clock.now());
  const form = live?.date === date && !isCare ? live.form : undefined;
  const isDaily = loaded.some(({ watch }) => watch.when.on === "daily");
  const moment: Moment = {
    now: ports.clock.now(),
    timeZone: profile.timeZone,
    since: isDaily ? (await loadScheduled(ports.store, userId))?.since : undefined,
    bodyZone: form === undefined ? undefined : bodyZoneOf(form),
  };
  const missed = await tellMissed(ports, profile, loaded, { ...moment, date });
  const active = missed > 0 ? await activeRows(ports, userId) : loaded;
  let count = missed;
  for (const row of active) {
    if (fires(row.watch, moment)) count += (await sayOnce(ports, profile, row, { ...moment, date })) ? 1 : 0;
    else if (moment.now >= row.watch.expiresAt) await expire(ports, userId, row);
  }
  if (count > 0) await flushDue(ports, userId);
  return count;
}

async function activeRows({ store }: Ports, userId: UserId): Promise<WatchRow[]> {
  return (await loadWatches(store, userId)).filter(({ watch }) => watch.state === "active");
}

/** Sends one text with the dates on which daily reminders were not said, and returns how many reminders it names. */
async function tellMissed(
  ports: Ports,
  profile: Profile,
  rows: readonly WatchRow[],
  { date, ...moment }: Pick<SensedWake, "date"> & Moment,
): Promise<number> {
  const { now } = moment;
  const late = rows.flatMap(({ watch, version }) => {
    const { missed: dates } = datesOf(watch, moment);
    const lastDate = dates.at(-1);
    // A reminder that is still due gets its own message, so here only its last missed date is stored.
    return lastDate === undefined ? [] : [{ watch, version, dates, settled: { ...watch, lastFiredAt: now, lastDate } }];
  });
  if (late.length === 0) return 0;
  const occasion = { by: "watch", name: `missed-${now}`, trigger: "patrol", date, now } as const;
  const isTold = await commitIf(ports.store, [
    ...late.map(({ watch, version, settled }) =>
      putOver({ version }, keys.watch(profile.userId, watch.watchId), settled),
    ),
    ...announcement(profile, occasion, { kind: "reminder", text: lateText(late) }),
  ]);
  if (!isTold) return 0;
  ports.log("info", "watch.missed", { count: late.length });
  return late.length;
}

/** Returns false when the intent was fired or cancelled meanwhile. */
async function sayOnce(
  ports: Ports,
  profile: Profile,
  { watch, version }: WatchRow,
  { date, ...moments }: Pick<SensedWake, "date"> & Moment,
): Promise<boolean> {
  const { now } = moments;
  const { due } = datesOf(watch, moments);
  const name = `${watch.watchId}-${watch.fired + 1}`;
  const moment = watch.when.on === "time" ? watch.when.at : now;
  const occasion = { by: "watch", name, trigger: "patrol", date, now, moment } as const;
  const logged: ActionEntry = { at: now, act: "action", reason: `reminded you: ${watch.text}`, undo: [] };
  const isSaid = await commitIf(ports.store, [
    putNew(keys.patrolAction(profile.userId, now, name), logged),
    putOver({ version }, keys.watch(profile.userId, watch.watchId), fired(watch, now, due?.date)),
    ...announcement(profile, occasion, {
      ...{ kind: "reminder", text: sayingOf(watch, due && now - due.at) },
      aboutBody: watch.when.on === "bodyZone",
    }),
  ]);
  if (isSaid) ports.log("info", "watch.fired", { on: watch.when.on });
  return isSaid;
}

async function expire(ports: Ports, userId: UserId, { watch, version }: WatchRow): Promise<void> {
  const expired: Watch = { ...watch, state: "expired" };
  await commitIf(ports.store, [putOver({ version }, keys.watch(userId, watch.watchId), expired)]);
}
