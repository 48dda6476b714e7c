/** The profile and the settings of a person. */
import { EpochMs, keys, type Me, PersonSettings, Profile, type SettingsChange, type UserId } from "@waldo/contracts";
import { setAutonomy } from "../approve/autonomy.ts";
import { digest } from "../digest.ts";
import { findTimeZone } from "../health/ledger.ts";
import { careEnd } from "../person/care.ts";
import { pausedSince } from "../person/paused.ts";
import { hasChat, saveProfile } from "../person/profile.ts";
import { typedZone } from "../person/zone-names.ts";
import type { Ports } from "../ports.ts";
import { pause, resume } from "../run/pause.ts";
import { type DoorPorts, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const meHandlers: Handlers<"me" | "saveMe" | "pause"> = {
  me: async (call) => meOf(call.ports, await profileOf(call)),

  async saveMe({ ports, userId, body }) {
    const { timeZone, autonomy, ...rest } = body;
    const zone = timeZone === undefined ? {} : { timeZone: await zoneIn(ports, userId, timeZone) };
    await saveProfile(
      ports.store,
      userId,
      (before) => changed(before ?? firstProfile(userId, body), { ...rest, ...zone }),
      async (both) => {
        const { followProfile } = await import("../goals/plan.ts");
        return followProfile(ports.store, userId, { ...both, now: ports.clock.now() });
      },
    );
    // When the sweep of a lower level dies, the same request finishes it.
    const swept = autonomy === undefined ? undefined : await setAutonomy(ports, userId, autonomy);
    // The wake makes the schedules follow. It has no other work to do.
    const now = ports.clock.now();
    const wake = { userId, job: "sync", scheduledAt: new Date(now).toISOString(), settled: false } as const;
    await ports.startWake(`profile-${digest(userId, now).slice(0, 32)}`, wake);
    return { ...(await meOf(ports, await profileOf({ ports, userId }))), takenBack: swept?.undone ?? 0 };
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

/** Returns the profile after a change. A null takes a member away. */
function changed(before: Profile, change: SettingsChange) {
  const { name = before.name, quietUntil = before.quietUntil, ...rest } = change;
  // Whoever sets the end of the quiet, or ends it, no longer waits for their next word.
  const { quietUntilHeard, ...kept } = before;
  const heard = change.quietUntil === undefined ? { quietUntilHeard } : {};
  const times = rest.wakeTime === undefined && rest.sleepTime === undefined ? {} : { ownTimes: true };
  return Profile.parse({
    ...{ ...kept, ...heard, ...rest, ...times },
    ...{ name: name ?? undefined, quietUntil: quietUntil ?? undefined },
  });
}

/** Returns the zone that was named. The schedules follow the device, so another zone than its own would not hold. */
async function zoneIn(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  named: string,
): Promise<string> {
  const zone = typedZone(named, clock.now());
  const device = await findTimeZone(store, userId);
  // The row of the device may hold a name from before that the zone has lost since.
  if (device === undefined || typedZone(device, clock.now()) === zone) return zone;
  throw new DoorRefusal(
    "InvalidInput",
    `the time zone follows the device, which is in ${device}: report another with PUT /v1/zone`,
  );
}

function firstProfile(userId: UserId, { timeZone, wakeTime, sleepTime }: SettingsChange): Profile {
  if (timeZone === undefined || wakeTime === undefined || sleepTime === undefined)
    throw new DoorRefusal("InvalidInput", "a new profile needs timeZone, wakeTime and sleepTime");
  return { userId, timeZone, wakeTime, sleepTime, autonomy: FIRST_LEVEL, channels: {} };
}

type Shown = Pick<DoorPorts, "store" | "clock" | "voiceSeconds">;

export async function meOf({ store, clock, voiceSeconds }: Shown, profile: Profile): Promise<Me> {
  const since = await pausedSince(store, profile.userId);
  const careUntil = await careEnd(store, profile.userId, clock.now());
  const { userId, quietUntil, fetch = "shadow", channels } = profile;
  const stopped = hasChat(channels) ? await store.get(keys.channel(userId, "telegram")) : undefined;
  return {
    ...PersonSettings.strip().parse({ ...profile, fetch }),
    userId,
    ...(quietUntil === undefined ? {} : { quietUntil }),
    ...(since === undefined ? {} : { pausedSince: since }),
    ...(careUntil === undefined ? {} : { careUntil }),
    ...(voiceSeconds === undefined ? {} : { voiceSeconds }),
    channels: {
      telegram: hasChat(channels),
      push: channels.push === true,
      telegramHealth: channels.telegramHealth === true,
      ...(stopped?.body["paused"] === true ? { telegramPausedSince: EpochMs.catch(0).parse(stopped.body["at"]) } : {}),
    },
  };
}
