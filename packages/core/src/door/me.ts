/** The profile and the settings of a person. */
import { keys, type Me, PersonSettings, Profile, type SettingsChange, type UserId } from "@waldo/contracts";
import { setAutonomy } from "../approve/autonomy.ts";
import { digest } from "../digest.ts";
import { findTimeZone } from "../health/ledger.ts";
import { pausedSince } from "../paused.ts";
import type { Ports } from "../ports.ts";
import { findProfile } from "../profile.ts";
import { pause, resume } from "../run/pause.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { typedZone } from "../zone-names.ts";
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const meHandlers: Handlers<"me" | "saveMe" | "pause"> = {
  me: async (call) => meOf(call.ports, await profileOf(call)),

  async saveMe({ ports, userId, body }) {
    const { before, after } = await retryConflicts(() => save(ports, userId, body));
    // The sweep comes after the level is written. When it dies, the same request finishes it.
    const level = body.autonomy;
    const swept = level !== undefined && before !== undefined ? await setAutonomy(ports, userId, level) : undefined;
    // The wake makes the schedules follow. It has no other work to do.
    const now = ports.clock.now();
    const wake = { userId, job: "sync", scheduledAt: new Date(now).toISOString(), settled: false } as const;
    await ports.startWake(`profile-${digest(userId, now).slice(0, 32)}`, wake);
    return { ...(await meOf(ports, after)), takenBack: swept?.undone ?? 0 };
  },

  async pause(call) {
    const { ports, userId, body } = call;
    const profile = await profileOf(call);
    await (body.paused ? pause(ports, userId) : resume(ports, userId));
    return meOf(ports, profile);
  },
};

/** The level of a person who has chosen none: small things are done, everything else asks. */
const FIRST_LEVEL = "L2";

async function save({ store, clock }: Call<"saveMe">["ports"], userId: UserId, change: SettingsChange) {
  const key = keys.profile(userId);
  const row = await store.get(key);
  const before = row && (await findProfile({ get: async () => row }, userId));
  const { timeZone, name, quietUntil, ...rest } = change;
  const first = before ?? firstProfile(userId, change);
  const named = name === undefined ? {} : { name: name ?? undefined };
  const quiet = quietUntil === undefined ? {} : { quietUntil: quietUntil ?? undefined };
  const zone = timeZone === undefined ? {} : { timeZone: typedZone(timeZone, clock.now()) };
  const device = await findTimeZone(store, userId);
  // The schedules follow the device, so another zone here would not hold.
  if (zone.timeZone !== undefined && device !== undefined && zone.timeZone !== device)
    throw new DoorRefusal(
      "InvalidInput",
      `the time zone follows the device, which is in ${device}: report another with PUT /v1/zone`,
    );
  const times = rest.wakeTime === undefined && rest.sleepTime === undefined ? {} : { ownTimes: true };
  const after = Profile.parse(withoutAbsent({ ...first, ...rest, ...times, ...named, ...quiet, ...zone }));
  await store.transact([putOver(row, key, after)]);
  return { before, after };
}

function firstProfile(userId: UserId, { timeZone, wakeTime, sleepTime }: SettingsChange): Profile {
  if (timeZone === undefined || wakeTime === undefined || sleepTime === undefined)
    throw new DoorRefusal("InvalidInput", "a new profile needs timeZone, wakeTime and sleepTime");
  return { userId, timeZone, wakeTime, sleepTime, autonomy: FIRST_LEVEL, channels: {} };
}

function withoutAbsent(profile: object): object {
  return Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== undefined));
}

async function meOf({ store }: Pick<Ports, "store">, profile: Profile): Promise<Me> {
  const since = await pausedSince(store, profile.userId);
  const { userId, quietUntil, fetch = "shadow", channels } = profile;
  return {
    ...PersonSettings.parse({ ...pick(profile), fetch }),
    userId,
    ...(quietUntil === undefined ? {} : { quietUntil }),
    ...(since === undefined ? {} : { pausedSince: since }),
    channels: { telegram: channels.telegramChatId !== undefined, push: channels.pushEndpoint !== undefined },
  };
}

function pick(profile: Profile): object {
  const names = Object.keys(PersonSettings.shape);
  return Object.fromEntries(Object.entries(profile).filter(([name]) => names.includes(name)));
}
