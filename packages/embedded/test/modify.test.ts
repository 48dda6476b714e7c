/** Modify: a card is held, the person's next words change it, and only a new tap does anything. */
import { keys, WaldoError } from "@waldo/contracts";
import { HOUR_MS } from "@waldo/core/time";
import { proposedAction } from "@waldo/core/tools/approval";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { card, dentist, doIt, done, openCard, press, proposals, rent, states } from "./modify-world.ts";
import { talk } from "./talk.ts";
import type { TestWorld } from "./world.ts";

const HOLD = "All right. Tell me what to change.";
const CHANGED = "Changed as you say. Nothing happens before you tap the new card.";

/** Does something once, at the first commit that names a state of a run. PENDING: after that commit; others: before it. */
function once({ store }: TestWorld, state: string, tap: () => Promise<void>): void {
  const { transact } = store;
  let isFirst = true;
  Object.assign(store, {
    transact: async (writes: Parameters<typeof transact>[0]) => {
      const isIt = isFirst && writes.some((write) => write.op === "put" && JSON.stringify(write.body).includes(state));
      if (isIt) isFirst = false;
      if (isIt && state !== "PENDING") await tap();
      await transact(writes);
      if (isIt && state === "PENDING") await tap();
    },
  });
}

describe("without a language model", () => {
  it("another time is a new card, which takes the place of the old one and needs its own tap", async () => {
    const { world, say } = await talk();
    const old = await card(world, dentist());
    const screen = await press(world, `do:${old}`);
    const token = screen.kind === "screen" ? (screen.buttons[0]?.data ?? "") : "";
    expect((await press(world, `mod:${old}`)).text).toBe(HOLD);
    expect((await press(world, `mod:${old}`)).text).toBe(HOLD);
    for (const data of [`do:${old}`, token])
      expect((await press(world, data)).text).toMatch(/You wanted to change this/);
    expect(await say("make it 4 pm")).toBe(CHANGED);
    expect(await states(world)).toEqual(["superseded", "open"]);
    const next = await openCard(world);
    expect(next?.actions).toMatchObject([
      { args: { title: "Dentist", date: "2026-11-02", time: "16:00" }, title: expect.stringContaining("16:00") },
    ]);
    expect(next?.actions[0]?.digest).not.toBe(dentist().digest);
    for (const data of [`do:${old}`, `mod:${old}`, `no:${old}`, token])
      expect((await press(world, data)).text).toMatch(/You changed this one/);
    expect(await done(world)).toEqual({ tasks: [], events: [] });
    expect((await doIt(world, next?.proposalId ?? "")).kind).toBe("done");
    expect(await done(world)).toEqual({ tasks: [], events: [["Dentist", "agent", "tentative"]] });
    // The change is over: the same words again are a message like any other.
    expect(await say("make it 4 pm")).not.toBe(CHANGED);
    expect(await states(world)).toEqual(["superseded", "executed"]);
  });

  it("is understood in words after words, until it is right", async () => {
    const { world, say } = await talk();
    await press(world, `mod:${await card(world, dentist(), rent)}`);
    expect(await say("hmm, nicer somehow")).toMatch(/another time .*another day .*drop the second one.*Never mind/);
    expect(await states(world)).toEqual(["held"]);
    expect(await say("drop the second one and make it 4 pm")).toBe(CHANGED);
    const second = await openCard(world);
    expect(second?.actions.map(({ args }) => args)).toEqual([dentist({ time: "16:00" }).args]);
    await press(world, `mod:${second?.proposalId}`);
    expect(await say("tomorrow instead")).toBe(CHANGED);
    expect((await openCard(world))?.actions).toMatchObject([{ args: { date: "2026-10-31", time: "16:00" } }]);
    expect(await states(world)).toEqual(["superseded", "superseded", "open"]);
  });

  it("a question in between is answered, and the card waits on", async () => {
    const { world, say } = await talk();
    await press(world, `mod:${await card(world, dentist())}`);
    expect(await say("what can you do?")).not.toMatch(/understand what to change/);
    expect(await states(world)).toEqual(["held"]);
    expect(await say("call it Teeth")).toBe(CHANGED);
    expect((await openCard(world))?.actions).toMatchObject([{ args: { title: "Teeth", time: "09:00" } }]);
  });

  it("“never mind”, Not now, and two hours of silence leave it", async () => {
    for (const words of [
      "never mind",
      "No, forget it!",
      "ok, leave it please",
      "actually, call it off",
      "delete it",
      "nvm",
    ]) {
      const { world, say } = await talk();
      await press(world, `mod:${await card(world, dentist())}`);
      expect(await say(words)).toBe("All right, I leave it. Nothing was done.");
      expect(await proposals(world)).toMatchObject([{ state: "declined", reason: "never mind" }]);
    }
    const { world, say } = await talk();
    const one = await card(world, dentist());
    await press(world, `mod:${one}`);
    expect((await press(world, `no:${one}`)).text).toBe("All right, not now.");
    await say("make it 4 pm");
    expect(await states(world)).toEqual(["declined"]);
    const two = await card(world, dentist({ title: "Barber" }));
    await press(world, `mod:${two}`);
    world.clock.set(world.clock.now() + 2 * HOUR_MS);
    expect(await say("make it 4 pm")).not.toBe(CHANGED);
    expect((await press(world, `mod:${two}`)).text).toMatch(/That took a while/);
    expect(await openCard(world)).toBeUndefined();
  });

  it("Modify on another card turns to that one, and the first can be tapped again", async () => {
    const { world, say } = await talk();
    const [one, two] = [await card(world, dentist()), await card(world, dentist({ title: "Barber" }), rent)];
    await press(world, `mod:${one}`);
    await press(world, `mod:${two}`);
    expect(await say("drop the second one")).toBe(CHANGED);
    const [first, ...others] = await Promise.all(
      [one, two].map(async (id) => (await proposals(world)).find((p) => p.proposalId === id)?.state),
    );
    expect([first, ...others]).toEqual(["open", "superseded"]);
    expect((await doIt(world, one)).kind).toBe("done");
  });

  it("words about danger change nothing", async () => {
    const { world, say } = await talk();
    await press(world, `mod:${await card(world, dentist())}`);
    await say("I want to kill myself at 4 pm");
    expect(await states(world)).toEqual(["held"]);
    expect(await say("make it 4 pm")).toBe(CHANGED);
  });

  it("words of others stay words of others, and the person's own are not marked", async () => {
    const { world, say } = await talk();
    const outside = proposedAction(
      "propose_schedule",
      { title: "Call evil.test", date: "2026-11-02", time: "09:00", minutes: 30 },
      "Schedule “Call evil.test”",
      { tainted: [{ path: "args.title", text: "Call evil.test" }], afterOutside: true },
    );
    await press(world, `mod:${await card(world, outside)}`);
    expect(await say("make it 4 pm")).toBe(CHANGED);
    const next = await openCard(world);
    expect(next?.actions).toMatchObject([
      { args: { time: "16:00" }, tainted: [{ path: "args.title", text: "Call evil.test" }], afterOutside: true },
    ]);
    await doIt(world, next?.proposalId ?? "");
    expect((await done(world)).events).toEqual([["Call evil.test", "untrusted", "tentative"]]);
  });
});

describe("with a language model", () => {
  const moved = { title: "Dentist", date: "2026-11-03", time: "11:00", minutes: 30 };
  const proposes = {
    calls: [{ id: "p", name: "propose_action", args: { actions: [{ tool: "propose_schedule", args: moved }] } }],
  };

  it("the run is told of the old actions and the words, and its proposal takes their place", async () => {
    const model = scriptedModel([proposes, { text: "I moved it to Tuesday at eleven. Tap it if that is right." }]);
    const { world, say } = await talk({ model });
    await press(world, `mod:${await card(world, dentist())}`);
    await say("rather the day after, late morning");
    const [request] = model.asked;
    const user = JSON.stringify(request?.messages);
    expect(user).toContain("what they were asked before");
    expect(user).toContain("rather the day after");
    expect(user).toContain("09:00");
    expect(await states(world)).toEqual(["superseded", "open"]);
    expect((await openCard(world))?.actions).toMatchObject([{ args: moved }]);
  });

  it("nothing is done in its place without a tap, also what the person's words would allow", async () => {
    const task = { calls: [{ id: "t", name: "write_task", args: { title: "call the dentist" } }] };
    const { world, say } = await talk({ model: scriptedModel([task, { text: "Tap the new card, please." }]) });
    await press(world, `mod:${await card(world, dentist())}`);
    await say("add a task call the dentist instead");
    expect(await done(world)).toEqual({ tasks: [], events: [] });
    expect(await states(world)).toEqual(["superseded", "open"]);
    expect((await openCard(world))?.actions).toMatchObject([{ tool: "write_task" }]);
  });

  it("a question back leaves the card held; a model that fails leaves it to plain code", async () => {
    const lines = [{ text: "Which day do you mean?" }, { error: new WaldoError("ModelUnavailable", "down") }];
    const { world, say } = await talk({ model: scriptedModel(lines) });
    await press(world, `mod:${await card(world, dentist())}`);
    await say("another day");
    expect(await states(world)).toEqual(["held"]);
    expect(await say("tomorrow instead")).toContain(CHANGED);
    expect((await openCard(world))?.actions).toMatchObject([{ args: { date: "2026-10-31", time: "09:00" } }]);
  });

  it("a reply that comes after the person turned to another card still takes the place of the card it changes", async () => {
    const { world, say } = await talk({ model: scriptedModel([proposes, { text: "Tap it if that is right." }]) });
    const [one, two] = [await card(world, dentist()), await card(world, dentist({ title: "Barber" }), rent)];
    const screen = await press(world, `do:${one}`);
    const token = screen.kind === "screen" ? (screen.buttons[0]?.data ?? "") : "";
    await press(world, `mod:${one}`);
    once(world, "TOOLS_DONE", async () => void (await press(world, `mod:${two}`)));
    await say("the day after");
    const stateOf = async (id: string) => (await proposals(world)).find((p) => p.proposalId === id)?.state;
    expect([await stateOf(one), await stateOf(two)]).toEqual(["superseded", "held"]);
    for (const data of [`do:${one}`, token]) expect((await press(world, data)).text).toMatch(/You changed this one/);
  });

  it("a reply that comes after the card was declined makes an ordinary card", async () => {
    const { world, say } = await talk({ model: scriptedModel([proposes, { text: "Tap it if that is right." }]) });
    const old = await card(world, dentist());
    await press(world, `mod:${old}`);
    // The tap on Not now comes while the model thinks.
    once(world, "TOOLS_DONE", async () => void (await press(world, `no:${old}`)));
    await say("the day after");
    expect(await states(world)).toEqual(["declined", "open"]);
  });
});

it("words that were said before the tap on Modify change nothing, although they are answered after it", async () => {
  for (const words of ["make it 4 pm", "never mind"]) {
    const { world, say } = await talk();
    const old = await card(world, dentist());
    // The tap comes when the words are in the store and their run has not begun.
    once(world, "PENDING", async () => {
      world.clock.set(world.clock.now() + 1);
      await press(world, `mod:${old}`);
    });
    await say(words);
    expect(await states(world)).toEqual(["held"]);
    expect(await say("make it 4 pm")).toBe(CHANGED);
  }
});

it("the pointer to what is changed is gone with the change", async () => {
  const { world, say } = await talk();
  await press(world, `mod:${await card(world, dentist())}`);
  expect(await world.store.get(keys.changing("me"))).toBeDefined();
  await say("make it 4 pm");
  expect(await world.store.get(keys.changing("me"))).toBeUndefined();
});

it("a pointer that cannot be read stops no change", async () => {
  const { world, say } = await talk();
  await world.raw.transact([{ op: "put", key: keys.changing("me"), body: { proposalId: 4, at: "soon" } }]);
  await press(world, `mod:${await card(world, dentist())}`);
  expect(await say("make it 4 pm")).toBe(CHANGED);
});
