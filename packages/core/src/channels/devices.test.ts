/** Devices and the push channel over them: who rings, who is forgotten, and what a profile says of it. */
import { type Device, keys, MAX_DEVICES, type NewDevice } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../embedded/src/sqlite-store.ts";
import { findProfile } from "../person/profile.ts";
import type { Channel, SendOutcome } from "../ports.ts";
import { addDevice, devicesOf, forgetDevice, pushChannel } from "./devices.ts";

const MESSAGE = { channel: "push", title: "Reminder", body: "Call mum.", collapseId: "day" } as const;
const SENT: SendOutcome = { outcome: "sent" };
const GONE: SendOutcome = { outcome: "dead", reason: "gone", pauseChannel: true };

async function house() {
  const store = openSqliteStore(":memory:");
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  let now = 1_000;
  const ports = { store, clock: { now: () => now++ } };
  const add = (address: string, name = "A browser") => addDevice(ports, "me", asked(name), address);
  const hasPush = async () => (await findProfile(store, "me"))?.channels.push === true;
  const names = async () => (await devicesOf(store, "me")).map(({ name }) => name);
  return { store, ports, add, hasPush, names };
}

/** What a browser sends. The address is what the door makes of it. */
function asked(name: string): NewDevice {
  const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
  return { kind: "web", name, subscription: { endpoint: "https://push.test/1", keys } };
}

/** A sender that answers each address as told, and remembers whom it was asked to ring. */
function sender(outcomes: Readonly<Record<string, SendOutcome>>): Channel & { readonly rung: string[] } {
  const rung: string[] = [];
  return {
    name: "push",
    rung,
    send: async (address) => {
      rung.push(address);
      return outcomes[address] ?? SENT;
    },
  };
}

describe("devices", () => {
  it("are kept once for each address; the profile says that there is one, and a pause is over", async () => {
    const { store, add, hasPush, names } = await house();
    await store.transact([{ op: "put", key: keys.channel("me", "push"), body: { paused: true } }]);
    const first = await add("a", "Old name");
    expect(await add("a", "New name")).toEqual({ ...first, name: "New name", at: expect.any(Number) });
    expect([await names(), await hasPush()]).toEqual([["New name"], true]);
    expect((await store.get(keys.channel("me", "push")))?.body).toEqual({ paused: false });
  });

  it("above the most let the oldest go", async () => {
    const { add, names } = await house();
    for (let i = 0; i <= MAX_DEVICES; i++) await add(`a${i}`, `n${i}`);
    expect(await names()).toHaveLength(MAX_DEVICES);
    expect(await names()).not.toContain("n0");
  });

  it("that are forgotten leave a person without push with the last one; an unknown one changes nothing", async () => {
    const { store, add, hasPush } = await house();
    const [a, b] = [await add("a"), await add("b")];
    await forgetDevice(store, "me", "0".repeat(16));
    await forgetDevice(store, "me", a.deviceId);
    expect(await hasPush()).toBe(true);
    await forgetDevice(store, "me", b.deviceId);
    expect(await hasPush()).toBe(false);
  });

  it("of a stranger without a profile are refused", async () => {
    const { ports } = await house();
    await expect(addDevice(ports, "stranger", asked("x"), "a")).rejects.toThrow(/no profile/);
  });

  it("added and forgotten at the same time never leave the profile wrong", async () => {
    for (let round = 0; round < 20; round++) {
      const { store, add, hasPush, names } = await house();
      const { deviceId } = await add("a");
      await Promise.all([add("b"), forgetDevice(store, "me", deviceId), add("c"), forgetDevice(store, "me", deviceId)]);
      expect([new Set(await names()).size, (await devicesOf(store, "me")).length, await hasPush()]).toEqual([
        1,
        2,
        true,
      ]);
    }
  });
});

describe("a push", () => {
  it("rings each device, and forgets those that are gone", async () => {
    const { store, add, hasPush } = await house();
    for (const address of ["a", "b", "c"]) await add(address);
    const web = sender({ b: GONE });
    expect(await pushChannel(store, "me", { web }).send("me", MESSAGE, "k")).toEqual(SENT);
    expect([...web.rung].sort()).toEqual(["a", "b", "c"]);
    expect((await devicesOf(store, "me")).map(({ address }) => address).sort()).toEqual(["a", "c"]);
    expect(await hasPush()).toBe(true);
  });

  it("to devices that are all gone is dead without a pause, so that the next device rings", async () => {
    const { store, add, hasPush } = await house();
    await add("a");
    const dead = await pushChannel(store, "me", { web: sender({ a: GONE }) }).send("me", MESSAGE, "k");
    expect([dead, await hasPush()]).toEqual([{ outcome: "dead", reason: "gone", pauseChannel: false }, false]);
    const nobody = await pushChannel(store, "me", { web: sender({}) }).send("me", MESSAGE, "k");
    expect(nobody).toMatchObject({ outcome: "dead", pauseChannel: false });
  });

  it.each<[SendOutcome[], SendOutcome["outcome"]]>([
    [[{ outcome: "retry", reason: "r" }, SENT], "sent"],
    [
      [
        { outcome: "unknown", reason: "u" },
        { outcome: "retry", reason: "r" },
      ],
      "unknown",
    ],
    [[GONE, { outcome: "retry", reason: "r" }], "retry"],
  ])("whose devices answer %j is %s", async (outcomes, outcome) => {
    const { store, add } = await house();
    for (const i of outcomes.keys()) await add(`a${i}`);
    const web = sender(Object.fromEntries(outcomes.map((one, i) => [`a${i}`, one])));
    expect(await pushChannel(store, "me", { web }).send("me", MESSAGE, "k")).toMatchObject({ outcome });
  });

  it("to a device that nothing here sends to is dead, and the device stays", async () => {
    const { store, add } = await house();
    const phone: Device = { ...(await add("a")), kind: "phone" };
    await store.transact([{ op: "put", key: keys.device("me", phone.deviceId), body: phone }]);
    expect(await pushChannel(store, "me", { web: sender({}) }).send("me", MESSAGE, "k")).toMatchObject({
      outcome: "dead",
      reason: "nothing here sends to a phone device",
    });
    expect(await devicesOf(store, "me")).toEqual([phone]);
  });
});
