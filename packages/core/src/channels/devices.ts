/**
 * The devices of a person that receive pushes, and the channel that sends to all of them. A device that no longer
 * exists is forgotten. Without a device, the person gets no push.
 */
import {
  type ChannelMessage,
  Device,
  keys,
  MAX_DEVICES,
  type NewDevice,
  Profile,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Channel, Ports, SendOutcome, Store, Write } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";

type DevicePorts = Pick<Ports, "store" | "clock">;

/** Returns the devices of a person, the newest first. */
export async function devicesOf(store: Store, userId: UserId): Promise<Device[]> {
  const devices: Device[] = [];
  for await (const { body } of queryAll(store, keys.device.all(userId))) devices.push(Device.parse(body));
  return devices.sort((a, b) => b.at - a.at || (a.deviceId < b.deviceId ? -1 : 1));
}

/**
 * Stores a device under an address. The same address again is the same device. If the channel was paused, pushes go out
 * again. Throws `InvalidInput` for a person without a profile.
 */
export async function addDevice(
  { store, clock }: DevicePorts,
  userId: UserId,
  { kind, name }: NewDevice,
  address: string,
): Promise<Device> {
  const device: Device = { deviceId: digest(address).slice(0, 16), kind, name, address, at: clock.now() };
  await change(store, userId, (devices) => {
    const others = devices.filter(({ deviceId }) => deviceId !== device.deviceId);
    return {
      has: true,
      writes: [
        { op: "put", key: keys.device(userId, device.deviceId), body: device },
        ...others.slice(MAX_DEVICES - 1).map((old) => forgotten(userId, old)),
        { op: "put", key: keys.channel(userId, "push"), body: { paused: false } },
      ],
    };
  });
  return device;
}

/** Forgets a device. An unknown device changes nothing. */
export async function forgetDevice(store: Store, userId: UserId, deviceId: string): Promise<void> {
  await change(store, userId, (devices) => ({
    has: devices.some((one) => one.deviceId !== deviceId),
    writes: devices.filter((one) => one.deviceId === deviceId).map((old) => forgotten(userId, old)),
  }));
}

const forgotten = (userId: UserId, { deviceId }: Device): Write => ({
  op: "delete",
  key: keys.device(userId, deviceId),
});

type Changed = { readonly has: boolean; readonly writes: readonly Write[] };

/** Changes the devices. The same transaction updates the profile, which says whether the person has a device. */
function change(store: Store, userId: UserId, of: (devices: readonly Device[]) => Changed): Promise<void> {
  return retryConflicts(async () => {
    const key = keys.profile(userId);
    const row = await store.get(key);
    if (!row) throw new WaldoError("InvalidInput", "this person has no profile yet");
    const { has, writes } = of(await devicesOf(store, userId));
    if (writes.length === 0) return;
    const { push: _, ...channels } = Profile.parse(row.body).channels;
    // The profile is written every time, so that two changes at once conflict on its version.
    const next = { ...row.body, channels: { ...channels, ...(has ? { push: true } : {}) } };
    await store.transact([putOver(row, key, next), ...writes]);
  });
}

/**
 * The sender for each kind of device. The outcome `dead` with a pause of the channel means that the device no longer
 * exists.
 */
type DeviceSenders = Partial<Record<Device["kind"], Channel>>;

/**
 * Returns the push channel of a person. A push counts as sent when one device has it, so a retry never rings a device
 * twice. The other devices show the copy in the app.
 */
export function pushChannel(store: Store, userId: UserId, senders: DeviceSenders): Channel {
  async function toDevice(device: Device, message: ChannelMessage, key: string): Promise<SendOutcome> {
    const sender = senders[device.kind];
    if (!sender)
      return { outcome: "dead", reason: `nothing here sends to a ${device.kind} device`, pauseChannel: false };
    const outcome = await sender.send(device.address, message, key);
    if (outcome.outcome === "dead" && outcome.pauseChannel)
      // A store error here must not hide that another device rang. The next push finds again that this device is gone.
      await forgetDevice(store, userId, device.deviceId).catch((error: unknown) => {
        if (!(error instanceof WaldoError)) throw error;
      });
    return outcome;
  }
  return {
    name: "push",
    async send(_address, message, key) {
      const devices = await devicesOf(store, userId);
      const outcomes = await Promise.all(devices.map((device) => toDevice(device, message, key)));
      for (const worst of ["sent", "unknown", "retry"] as const) {
        const found = outcomes.find(({ outcome }) => outcome === worst);
        if (found) return found;
      }
      const dead = outcomes.find(({ outcome }) => outcome === "dead");
      const reason = dead && "reason" in dead ? dead.reason : "no device takes pushes any more";
      // The missing devices are forgotten, so the channel needs no pause.
      return { outcome: "dead", reason, pauseChannel: false };
    },
  };
}
