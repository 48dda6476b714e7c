/**
 * Fires the standing intents whose time has come. Each firing is one transaction with the message it sends (R2), so it
 * happens once. A watch that was changed in the meantime is left alone.
 */

import { type ActionEntry, keys, Live, type Profile, type SensedWake, type UserId, type Watch } from "@waldo/contracts";
import { fired, fires, loadWatches, type Moment, sayingOf, type WatchRow } from "../cadence/watches.ts";
import { isCareDay } from "../care.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { bodyZoneOf } from "../health/crs.ts";
import type { Ports } from "../ports.ts";
import { findProfile } from "../profile.ts";
import { commitIf, putNew, putOver } from "../store/cas.ts";

/** Fires the due intents and returns how many fired. What the person asked for passes quiet hours and the push budget. */
export async function fireWatches(ports: Ports, { userId, date }: SensedWake): Promise<number> {
  const active = (await loadWatches(ports.store, userId)).filter(({ watch }) => watch.state === "active");
  if (active.length === 0) return 0;
  const profile = await findProfile(ports.store, userId);
  if (!profile) return 0;
  const live = Live.safeParse((await ports.store.get(keys.live(userId)))?.body).data;
  // On the day after words of danger nothing speaks of zones.
  const isCare = await isCareDay(ports.store, userId, ports.clock.now());
  const form = live?.date === date && !isCare ? live.form : undefined;
  const moment = {
    now: ports.clock.now(),
    timeZone: profile.timeZone,
    bodyZone: form === undefined ? undefined : bodyZoneOf(form),
  };
  let count = 0;
  for (const row of active) {
    if (fires(row.watch, moment)) count += (await sayOnce(ports, profile, row, { date, now: moment.now })) ? 1 : 0;
    else if (moment.now >= row.watch.expiresAt) await expire(ports, userId, row);
  }
  if (count > 0) await flushDue(ports, userId);
  return count;
}

/** Returns false when the watch was fired or cancelled in the meantime. */
async function sayOnce(
  ports: Ports,
  profile: Profile,
  { watch, version }: WatchRow,
  { date, now }: Pick<SensedWake, "date"> & Pick<Moment, "now">,
): Promise<boolean> {
  const name = `${watch.watchId}-${watch.fired + 1}`;
  const moment = watch.when.on === "time" ? watch.when.at : now;
  const occasion = { by: "watch", name, trigger: "patrol", date, now, moment } as const;
  const logged: ActionEntry = { at: now, act: "action", reason: `reminded you: ${watch.text}`, undo: [] };
  const isSaid = await commitIf(ports.store, [
    putNew(keys.patrolAction(profile.userId, now, name), logged),
    putOver({ version }, keys.watch(profile.userId, watch.watchId), fired(watch, now)),
    ...announcement(profile, occasion, {
      ...{ kind: "reminder", text: sayingOf(watch) },
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
