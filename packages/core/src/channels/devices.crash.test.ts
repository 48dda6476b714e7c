/** Devices that come and go: a process dies at any call, others write at the same time, and a store fails meanwhile. */
import { keys, type NewDevice, WaldoError } from "@waldo/contracts";
import { dyingPorts } from "@waldo/testkit/faults";
import { interleave } from "@waldo/testkit/interleave";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../../embedded/test/world.ts";
import { findProfile } from "../person/profile.ts";
import type { Channel, Ports, SendOutcome } from "../ports.ts";
import { addDevice, devicesOf, forgetDevice, pushChannel } from "./devices.ts";

const BROWSER: NewDevice = {
  kind: "web",
  name: "A browser",
  subscription: { endpoint: "https://push.test/1", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } },
};
const MESSAGE = { channel: "push", title: "Reminder", body: "Call mum.", collapseId: "day" } as const;
const GONE: SendOutcome = { outcome: "dead", reason: "gone", pauseChannel: true };

/** The profile says that there is a device exactly when there is one. */
async function expectAgreement({ store }: Pick<Ports, "store">, seen: unknown) {
  const [devices, profile] = [await devicesOf(store, "me"), await findProfile(store, "me")];
  expect(profile?.channels.push === true, JSON.stringify(seen)).toBe(devices.length > 0);
  expect(profile?.channels.telegramChatId).toBe("42");
  return devices;
}

const world = () => testWorld({ days: 0, profile: { ...PERSON, channels: { telegramChatId: "42" } } });
const add = (ports: Ports, address: string) => addDevice(ports, "me", BROWSER, address);

describe("a device", () => {
  it.each(["before", "after"] as const)(
    "survives a process that dies %s any call, and the second try",
    async (when) => {
      for (let at = 1, isOver = false; !isOver; at++) {
        const base = await world();
        const old = await add(base, "old");
        const dying = dyingPorts(base, { at, when });
        const work = async (ports: Ports) => {
          await add(ports, "new");
          await forgetDevice(ports.store, "me", old.deviceId);
          await pushChannel(ports.store, "me", { web: senderOf({ new: GONE }) }).send("me", MESSAGE, "k");
        };
        isOver = await work(dying.ports).then(
          () => true,
          () => false,
        );
        await expectAgreement(base, { at, when });
        await work(base);
        expect(await expectAgreement(base, { at, when })).toEqual([]);
      }
    },
  );

  it("comes and goes beside others in any order, and the profile agrees with the rows", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const base = await world();
      const old = await add(base, "old");
      const ended = await interleave<unknown>(
        base,
        [
          (ports) => add(ports, "a"),
          (ports) => forgetDevice(ports.store, "me", old.deviceId),
          (ports) => pushChannel(ports.store, "me", { web: senderOf({ a: GONE, old: GONE }) }).send("me", MESSAGE, "k"),
        ],
        seed,
      );
      expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
      await expectAgreement(base, { seed });
    }
  });

  it("that is gone and cannot be forgotten now does not hide that another one rang", async () => {
    const base = await world();
    await add(base, "gone");
    await add(base, "rings");
    const full = async () => Promise.reject(new WaldoError("StoreUnavailable", "the disk is full"));
    const store = { ...base.store, transact: full };
    const sent = await pushChannel(store, "me", { web: senderOf({ gone: GONE }) }).send("me", MESSAGE, "k");
    expect(sent).toEqual({ outcome: "sent" });
    expect(
      await base.store.get(keys.device("me", (await devicesOf(base.store, "me"))[0]?.deviceId ?? "")),
    ).toBeDefined();
  });
});

function senderOf(outcomes: Readonly<Record<string, SendOutcome>>): Channel {
  return { name: "push", send: async (address) => outcomes[address] ?? { outcome: "sent" } };
}
