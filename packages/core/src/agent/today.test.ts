/** What a language model is told of the day around a run, and what of it no call may contradict. */
import { keys } from "@waldo/contracts";
import { receiveMessage } from "@waldo/core/run/receive";
import { scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { loadSteps } from "../run/journal.ts";
import { startRun } from "../run/start.ts";
import { instantAt } from "../time.ts";
import { readTranscript, resultsOf } from "./transcript.ts";

const GOALS = {
  quarter: ["finish the thesis"],
  week: [],
  today: [],
  commitments: ["run on Sundays"],
  people: [],
  targets: {},
};

async function talk(
  text: string | undefined,
  lines: Parameters<typeof scriptedModel>[0],
  outside: readonly string[] = [],
) {
  const model = scriptedModel(lines);
  const world = await testWorld({ model, understanding: repositoryUnderstanding });
  const at = instantAt(DATE, "14:00", "Europe/Berlin");
  await world.store.transact([
    {
      op: "put",
      key: keys.goals("me"),
      body: {
        text: "# Goals",
        revision: 1,
        at: 0,
        by: "app",
        goals: GOALS,
        ...(outside.length > 0 ? { outside } : {}),
      },
    },
    {
      op: "put",
      key: keys.calendar("me", at, "a".repeat(24)),
      body: {
        ...{ eventId: "a".repeat(24), calendar: "work", title: "Salary talk with Kim", start: at, end: at + 3_600_000 },
        ...{ allDay: false, busy: true, status: "confirmed", origin: "untrusted", updatedAt: 0 },
      },
    },
  ]);
  const beat = { userId: "me", trigger: "heartbeat", nonce: "n1", occurredAt: world.clock.now() } as const;
  const runId =
    text === undefined
      ? await startRun(world, beat, DATE)
      : await receiveMessage(world, "me", { messageId: "m1", text }, DATE);
  await world.machines.idle();
  const asked = model.asked[0];
  const transcript = readTranscript(await loadSteps(world.store, "me", runId));
  return { prompt: JSON.stringify([asked?.system, asked?.messages]), results: resultsOf(transcript) };
}

describe("the prompt of a chat", () => {
  it("holds the busy hours and how plain code reads the message", async () => {
    const { prompt } = await talk("remind me to call mum tomorrow at 9", [{ text: "When do you mean?" }]);
    expect(prompt).toMatch(/Busy today, by their calendar: \d\d:\d\d to \d\d:\d\d/);
    expect(prompt).toMatch(/Plain code reads their message so: set a reminder .*call mum.*09:00/);
  });

  it("R10: holds no title of an event, and no goal, because a tap can put words of others there", async () => {
    const { prompt } = await talk("what is on today?", [{ text: "Let me look." }]);
    expect(prompt).toContain("Busy today");
    expect(prompt).not.toMatch(/Salary|thesis/);
  });

  it("of a heartbeat, which cannot act, holds the goals, unless a part of the file came by git", async () => {
    const { prompt } = await talk(undefined, [{ text: '{"action":"heartbeat_ok"}' }]);
    expect(prompt).toContain("this quarter: finish the thesis; every week: run on Sundays");
    const git = await talk(undefined, [{ text: '{"action":"heartbeat_ok"}' }], ["known:week"]);
    expect(git.prompt).toContain("Busy today");
    expect(git.prompt).not.toContain("thesis");
  });
});

describe("a moment that the person named", () => {
  const said = "remind me to call mum tomorrow at 9";
  const set = (date: string, time: string) => ({
    calls: [{ id: "c1", name: "watch", args: { text: "call mum", date, time } }],
  });
  const tomorrow = new Date(Date.parse(DATE) + 86_400_000).toISOString().slice(0, 10);

  it("is what a call of a model must have", async () => {
    const { results } = await talk(said, [set(tomorrow, "18:00"), set(tomorrow, "09:00"), { text: "Done, at nine." }]);
    expect(results).toMatchObject([
      { ok: false, error: "denied", message: expect.stringContaining("09:00") },
      { ok: true },
    ]);
  });

  it("is not claimed of words that plain code does not read", async () => {
    const { results } = await talk("could you see to it that I am told about the thing?", [
      set(tomorrow, "18:00"),
      { text: "Done." },
    ]);
    expect(JSON.stringify(results)).not.toContain("named another moment");
  });
});
