// Routes for the person: profile and settings, consent, devices, channels, the export, and the erasure.
import {
  API_ROOT,
  CONSENT_TEXTS,
  type Device,
  type DoorError,
  EpochMs,
  type ErasureReceipt,
  keys,
  type Me,
  PersonSettings,
  Profile,
  ReceiptId,
  type SettingsChange,
  TESTS_PER_HOUR,
  type UserId,
} from "@waldo/contracts";
import { Hono } from "hono";
import { setAutonomy } from "../approve/autonomy.ts";
import { addDevice, devicesOf, forgetDevice } from "../channels/devices.ts";
import { enqueueTest, isLinked, testIdOf, testOf } from "../channels/test-message.ts";
import { digest, personDigest } from "../digest.ts";
import { findTimeZone, livedDate } from "../health/ledger.ts";
import { careEnd } from "../person/care.ts";
import { consentView, consentViews, decideConsent } from "../person/consents.ts";
import { pausedSince } from "../person/paused.ts";
import { hasChat, saveProfile } from "../person/profile.ts";
import { typedZone } from "../person/zone-names.ts";
import type { Ports } from "../ports.ts";
import { exportState, requestExport } from "../privacy/export-job.ts";
import { pause, resume } from "../run/pause.ts";
import { newLink, unlink } from "../telegram/link.ts";
import { type Call, type DoorPorts, DoorRefusal, type Handlers, type PrivacyDoor, profileOf } from "./handlers.ts";

/** The profile and the settings of a person. */
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
    // If the sweep after a downgrade dies, the same request finishes it.
    const swept = autonomy === undefined ? undefined : await setAutonomy(ports, userId, autonomy);
    // The wake updates the schedules. It has no other work.
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

/** The level of a person who has not chosen one. Small actions are done, and everything else asks. */
const FIRST_LEVEL = "L2";

/** Returns the profile after a change. A null removes a member. */
function changed(before: Profile, change: SettingsChange) {
  const { name = before.name, quietUntil = before.quietUntil, ...rest } = change;
  // When the person sets or clears the end of quiet, Waldo no longer waits for their next message.
  const { quietUntilHeard, ...kept } = before;
  const heard = change.quietUntil === undefined ? { quietUntilHeard } : {};
  const times = rest.wakeTime === undefined && rest.sleepTime === undefined ? {} : { ownTimes: true };
  return Profile.parse({
    ...{ ...kept, ...heard, ...rest, ...times },
    ...{ name: name ?? undefined, quietUntil: quietUntil ?? undefined },
  });
}

/** Returns the given zone. Refuses a zone that is not the zone of the device, because the schedules follow the device. */
async function zoneIn(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  named: string,
): Promise<string> {
  const zone = typedZone(named, clock.now());
  const device = await findTimeZone(store, userId);
  // The row of the device may hold an old name of the zone.
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

async function meOf({ store, clock, voiceSeconds }: Shown, profile: Profile): Promise<Me> {
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

/** Routes for consents. They show each consent with its text, and store the decision for or against it. */
export const consentHandlers: Handlers<"consents" | "decideConsent"> = {
  consents: async ({ ports, userId }) => ({ items: await consentViews(ports.store, userId) }),

  async decideConsent({ ports, userId, body: { purpose, given, version } }) {
    const now = CONSENT_TEXTS[purpose].version;
    // A person can only agree to the text that they were shown. They can take back a consent without a text.
    if (given && version !== now)
      throw new DoorRefusal(
        "InvalidInput",
        `the words of ${purpose} are version ${now}: read them with GET /me/consents`,
      );
    await decideConsent(ports, userId, { purpose, given });
    return consentView(ports.store, userId, purpose);
  },
};

/** The devices that take pushes. */
export const deviceHandlers: Handlers<"devices" | "addDevice" | "forgetDevice"> = {
  async devices({ ports: { store, push }, userId }) {
    return {
      items: (await devicesOf(store, userId)).map(viewOf),
      webKey: (await push.web?.key()) ?? null,
      platforms: [...(push.phone?.platforms ?? [])],
    };
  },

  async addDevice(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    return viewOf(await addDevice(ports, userId, body, await addressOf(call)));
  },

  async forgetDevice(call) {
    await profileOf(call);
    await forgetDevice(call.ports.store, call.userId, call.params.deviceId);
    return {};
  },
};

function viewOf({ address: _, ...view }: Device): Omit<Device, "address"> {
  return view;
}

/** Returns the address to which pushes are sent. A phone is registered with its platform first. */
async function addressOf({ ports: { push }, userId, body }: Call<"addDevice">): Promise<string> {
  if (body.kind === "web") {
    if (push.web?.mayReach(body.subscription.endpoint)) return JSON.stringify(body.subscription);
    throw new DoorRefusal("InvalidInput", "body.subscription.endpoint: it is of no push service that is known here");
  }
  if (push.phone?.platforms.includes(body.platform)) return push.phone.register(userId, body.platform, body.token);
  throw new DoorRefusal("Forbidden", `no application of ${body.platform} is set up here`);
}

/** The button that tests a channel. */
export const channelTestHandlers: Handlers<"testChannel" | "channelTest"> = {
  async testChannel(call) {
    const { ports, userId, key } = call;
    const { channel } = call.params;
    const profile = await profileOf(call);
    if (!isLinked(profile, channel))
      throw new DoorRefusal("NotFound", channel === "push" ? "no device takes pushes" : "no Telegram chat is linked");
    const now = ports.clock.now();
    const date = await livedDate(ports.store, profile, now);
    if (!(await enqueueTest(ports, profile, { channel, key, date })))
      throw new DoorRefusal("TooMany", `an hour holds ${TESTS_PER_HOUR} tests: try again later`, 3600);
    const testId = testIdOf(userId, channel, key);
    // The wake sends what is due, in a process that has the channels (R4).
    const wake = { userId, job: "remind", scheduledAt: new Date(now).toISOString(), settled: false } as const;
    await ports.startWake(`test-${testId}`, wake);
    return (await testOf(ports, userId, channel, testId)) ?? { testId, channel, state: "waiting" };
  },

  async channelTest({ ports, userId, params: { channel, testId } }) {
    const found = await testOf(ports, userId, channel, testId);
    if (!found) throw new DoorRefusal("NotFound", "there is no such test");
    return found;
  },
};

/** The routes that join a Telegram chat, and that leave it. */
export const telegramHandlers: Handlers<"linkTelegram" | "unlinkTelegram"> = {
  async linkTelegram(call) {
    const { ports, userId } = call;
    await profileOf(call);
    const link = ports.bots && (await newLink(ports, ports.bots, userId));
    if (!link) throw new DoorRefusal("NotFound", "no Telegram bot is set up here");
    return link;
  },

  async unlinkTelegram(call) {
    await profileOf(call);
    return meOf(call.ports, await unlink(call.ports, call.userId));
  },
};

export type PrivacyPorts = Pick<Ports, "store" | "clock"> & {
  /** If it is absent, another process answers the routes of privacy. */
  readonly privacy?: PrivacyDoor;
};

/**
 * Routes for the export of all data and for the erasure. The two hooks need no sign-in, because after an erasure nobody
 * can sign in.
 */
export const privacyHandlers: Handlers<"eraseMe" | "startExport" | "exported", PrivacyPorts> = {
  async eraseMe({ ports, userId, key }) {
    const { startErasure, finalAfterHours } = doorOf(ports);
    await startErasure(userId, key);
    return { receiptId: personDigest(userId), finalAfterHours };
  },
  startExport: ({ ports, userId }) => requestExport(ports, userId, doorOf(ports).startExport),
  exported: ({ ports, userId }) => exportState(ports, userId),
};

function doorOf({ privacy }: PrivacyPorts): PrivacyDoor {
  if (privacy) return privacy;
  throw new DoorRefusal("Unavailable", "nothing here makes exports or erases");
}

export type PrivacyHooks = {
  readonly receipt: (receiptId: ReceiptId) => Promise<ErasureReceipt | undefined>;
  /** Returns the zip of a download link, or undefined for an invalid link. */
  readonly download: (code: string) => Promise<Response | undefined>;
};

/** Returns the application of the hooks. */
export function privacyHooks({ receipt, download }: PrivacyHooks): Hono {
  const app = new Hono();
  const gone = { error: "NotFound", message: "there is nothing here, or not any more" } satisfies DoorError;
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
  app.get(`${API_ROOT}/erasures/:receiptId`, async (c) => {
    const receiptId = ReceiptId.safeParse(c.req.param("receiptId")).data;
    const found = receiptId && (await receipt(receiptId));
    return found ? c.json(found) : c.json(gone, 404);
  });
  app.get(`${API_ROOT}/exports/:code`, async (c) => (await download(c.req.param("code"))) ?? c.json(gone, 404));
  return app;
}
