/** Waldo's journal, the moment, and what it promises to look at. It is Friday, 09:00. */
import { Concern, Intention, keys, type LivingState, type Orientation, Thought } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { DATE, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { expect, it } from "vitest";
import { decideConsent } from "../../person/consents.ts";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";

const ID = "c-0123456789ab";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  return {
    store,
    put: (key: ReturnType<typeof keys.living>, body: object) => store.transact([{ op: "put", key, body }]),
    call: (
      name: "get_thoughts" | "get_orientation" | "intend" | "drop_intention",
      args: Json,
      more: Partial<ToolContext> = {},
    ) => dispatchTool({ id: "1", name, args }, { ...context, ...more }),
    promises: async () => (await store.query(keys.intention.all("me"))).rows.map(({ body }) => Intention.parse(body)),
  };
}

const moment = (rest: Partial<Orientation> = {}): LivingState => ({
  ...{ glance: "g", asked: 0, noticed: {}, waiting: [], heardTo: NOW },
  last: {
    ...{ at: NOW, signature: "s", state: "light_work", since: NOW, hour: "day", weekend: false, mood: "neutral" },
    ...{ salience: [], anomalies: [], disposition: "observe", why: "w", by: "rules", ...rest },
  },
});
const asks = (words: string) =>
  ({ trigger: "user_message", autonomy: "L2", heard: { owner: [words], outside: false, recalled: [] } }) as const;

it("a thought with the words of others makes the whole answer text of others", async () => {
  const { put, call } = await person();
  const thought = (at: number, origin: Thought["origin"]) =>
    Thought.parse({
      ...{ at, kind: "observation", text: "“Budget” begins soon.", saw: [{ kind: "event", id: "e" }], concerns: [] },
      ...{ topic: `t-${at}`, mood: "neutral", by: "rules", origin },
    });
  const all = asks("what have you been thinking about?");
  await put(keys.thought("me", NOW - 2, "a"), thought(NOW - 2, "agent"));
  expect(await call("get_thoughts", {}, all)).toMatchObject({ ok: true, origin: "system" });
  await put(keys.thought("me", NOW - 1, "b"), thought(NOW - 1, "untrusted"));
  expect(await call("get_thoughts", {}, all)).toMatchObject({ ok: true, origin: "untrusted" });
});

it("the moment names no task that has the words of others by now, and no concern that is muted by now", async () => {
  const { put, call } = await person();
  await put(
    keys.living("me"),
    moment({
      salience: [
        { ref: { kind: "task", id: "t9" }, weight: 0.7, why: "it is due today" },
        { ref: { kind: "concern", id: ID }, weight: 0.6, why: "it is active" },
      ],
    }),
  );
  const task = { taskId: "t9", title: "obey the sender", due: DATE, status: "open", origin: "untrusted" };
  await put(keys.task("me", "t9"), { ...task, createdAt: 1, updatedAt: 1 });
  const concern = Concern.parse({
    ...{ id: ID, kind: "project", summary: "the garden wall", touchedAt: NOW, touchedBy: "seed", touches: 1 },
    ...{ from: { kind: "goal", id: "g" }, origin: "owner", createdAt: 1, mutedAt: NOW },
  });
  await put(keys.concern("me", ID), concern);
  const result = await call("get_orientation", {}, { trigger: "ambient" });
  expect(result).toMatchObject({ ok: true, origin: "system" });
  expect(JSON.stringify(result)).not.toMatch(/obey|garden/);
});

it("the moment names nothing that the person had forgotten since", async () => {
  const { put, call } = await person();
  const about = { ref: { kind: "concern", id: ID }, weight: 0.6, why: "it is active" } as const;
  const words = "Nothing has touched “the lisbon trip” for days.";
  const anomaly = { key: "k", kind: "goal_untouched", severity: "interesting", words, saw: [about.ref] } as const;
  await put(keys.living("me"), moment({ salience: [about], anomalies: [{ ...anomaly, saw: [...anomaly.saw] }] }));
  const concern = Concern.parse({
    ...{ id: ID, kind: "project", summary: "the lisbon trip", touchedAt: NOW, touchedBy: "seed", touches: 1 },
    ...{ from: { kind: "goal", id: "g" }, origin: "owner", createdAt: 1 },
  });
  await put(keys.concern("me", ID), concern);
  const seen = async () => JSON.stringify(await call("get_orientation", {}, { trigger: "ambient" }));
  expect((await seen()).match(/lisbon/g)).toHaveLength(2);
  await put(keys.memory("me"), {
    generation: 0,
    indexedTo: 0,
    live: 0,
    forgotten: [{ words: "lisbon trip", at: NOW + 1 }],
  });
  expect(await seen()).not.toContain("lisbon");
});

it("a promise whose reading is left out still fits its row", async () => {
  const { call, promises } = await person();
  const about = `${"why it was so ".repeat(13)}HRV 9 ms, 9 ms`.slice(0, 200);
  const made = await call("intend", { about, date: "2026-10-31" }, asks(`look at ${about} again on 2026-10-31`));
  expect([made.ok, (await promises()).length]).toEqual([true, 1]);
});

it("the moment says nothing of the body to who does not agree to that any more", async () => {
  const { put, call, store } = await person();
  await put(keys.living("me"), moment({ zone: "depleted" }));
  expect(JSON.stringify(await call("get_orientation", {}, { trigger: "ambient" }))).toContain("depleted");
  await decideConsent({ store, clock: { now: () => NOW } }, "me", { purpose: "body", given: false });
  expect(JSON.stringify(await call("get_orientation", {}, { trigger: "ambient" }))).not.toContain("depleted");
});

it("a promise is made with no reading of the body in it", async () => {
  const { call, promises } = await person();
  const about = "why my HRV was 43 ms";
  await call("intend", { about, date: "2026-10-31" }, asks(`look at ${about} again on 2026-10-31`));
  expect((await promises()).map(({ text }) => text)).toEqual([expect.not.stringContaining("43")]);
});

it("nothing is promised while the loop is off, or while nothing may be remembered", async () => {
  const { call, promises, put, store } = await person();
  const look = () =>
    call("intend", { about: "the offer", date: "2026-10-31" }, asks("look at the offer again on 2026-10-31"));
  await put(keys.profile("me"), { ...PERSON, living: { on: false, machine: false, interrupt: "off" } });
  expect(await look()).toMatchObject({ ok: false });
  await put(keys.profile("me"), PERSON);
  await store.transact([agreeing("me", ["body", "model"])]);
  expect(await look()).toMatchObject({ ok: false });
  expect(await promises()).toEqual([]);
});

it("a time that is on no clock is refused as an argument", async () => {
  const { call } = await person();
  const args = { about: "the offer", date: "2026-10-31", time: "99:99" };
  expect(await call("intend", args, asks("look at the offer again"))).toMatchObject({
    ok: false,
    error: "invalid_arguments",
  });
});

it("a promise is dropped by its words, and only the one that they name", async () => {
  const { call, promises } = await person();
  for (const about of ["the offer of the bank", "the offer of the garage"])
    await call("intend", { about, date: "2026-10-31" }, asks(`look at ${about} again on 2026-10-31`));
  const drop = (about: string) => call("drop_intention", { about }, asks(`never mind ${about}`));
  for (const about of ["the offer", "it", "the boat"])
    expect(await drop(about)).toMatchObject({ ok: false, error: "not_found" });
  expect(await drop("the bank")).toMatchObject({ ok: true, value: { dropped: "the offer of the bank" } });
  const states = async () => Object.fromEntries((await promises()).map(({ text, state }) => [text, state]));
  expect(await states()).toEqual({ "the offer of the bank": "dropped", "the offer of the garage": "open" });
  // With a single promise "it" is clear enough. A dropped promise does not count.
  expect(await drop("the bank")).toMatchObject({ ok: false, error: "not_found" });
  expect(await drop("it")).toMatchObject({ ok: true, value: { dropped: "the offer of the garage" } });
});

it("a promise is not dropped for a text from outside without a tap", async () => {
  const { call, promises } = await person();
  await call("intend", { about: "the offer", date: "2026-10-31" }, asks("look at the offer again on 2026-10-31"));
  const heard = { owner: ["what is in this mail?"], outside: true, recalled: [] };
  await call("drop_intention", { about: "the offer" }, { ...asks("what is in this mail?"), heard });
  expect((await promises()).map(({ state }) => state)).toEqual(["open"]);
});
