/** A model's answer that the gates refuse goes back to it once, then loses the sentences at fault, then is not sent. */
import { WaldoError } from "@waldo/contracts";
import { advance } from "@waldo/core/run/advance";
import { ALL_STEPS } from "@waldo/core/run/all-steps";
import { loadRun, loadSteps } from "@waldo/core/run/journal";
import { receiveMessage } from "@waldo/core/run/receive";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { describe, expect, it } from "vitest";
import { DATE, testWorld } from "../../../embedded/test/world.ts";
import { judge } from "../agent/judge.ts";
import { limitedMachines } from "../machines.ts";

async function ask(lines: readonly Line[], text = "what is on today?") {
  const model = scriptedModel(lines);
  const world = await testWorld({ model });
  const runId = await receiveMessage(world, "me", { messageId: "m1", text }, DATE);
  await world.machines.idle();
  const { header } = await loadRun(world.store, "me", runId);
  const gated = (await loadSteps(world.store, "me", runId)).find((step) => step.to === "GATED")?.data;
  return { header, gated, sent: world.telegram.map((message) => message.text), asked: model.asked };
}

const LIE = "Your calendar is empty today.";
const LOOK = { calls: [{ id: "1", name: "query_calendar", args: {} }] };

describe("an answer that the gates refuse", () => {
  it("goes back to the model once, with what it said and the reason in one line", async () => {
    const { gated, asked } = await ask([{ text: LIE }, LOOK, { text: "Nothing is planned for today." }]);
    expect(gated).toMatchObject({ source: "model", text: "Nothing is planned for today.", mended: "repaired" });
    const [said, reason] = (asked[1]?.messages ?? []).slice(-2);
    expect(said).toEqual({ role: "assistant", content: [{ type: "text", text: LIE }] });
    expect(reason?.role).toBe("user");
    expect(JSON.stringify(reason?.content)).toContain(LIE);
    expect(JSON.stringify(reason?.content)).not.toContain("untraced");
    // The model sees its first answer again in each later turn, at the same place.
    expect(asked[2]?.messages.slice(0, 3)).toEqual(asked[1]?.messages);
  });

  it("loses the sentence at fault when the model repeats it, if the rest still answers", async () => {
    const rest = "I would look at it over breakfast and keep an hour free.";
    const { gated, asked } = await ask([{ text: `${LIE} ${rest}` }]);
    expect(gated).toMatchObject({ source: "model", text: rest, mended: "cut" });
    expect(asked).toHaveLength(2);
  });

  it.each([LIE, `${LIE} Shall I look?`, `${LIE} All right.`])(
    "is not sent when nothing of use is left: %j",
    async (text) => {
      const { gated, asked } = await ask([{ text }]);
      expect(gated).toMatchObject({ source: "template", reason: "untraced_empty_day" });
      expect(asked).toHaveLength(2);
    },
  );

  it.each([
    ["tool_text", '{"name": "search_everything", "arguments": {"query": "today"}}'],
    ["thinking", "<think>The calendar would be"],
    ["json", '{"events": []}'],
    ["empty", "[]"],
  ])("and says nothing (%s) goes back once, with why, and the reason is that of the template", async (reason, text) => {
    const { gated, asked } = await ask([{ text }]);
    expect(gated).toMatchObject({ source: "template", reason });
    const [said, why] = (asked[1]?.messages ?? []).slice(-2);
    expect(said).toEqual({ role: "assistant", content: [{ type: "text", text: "(empty)" }] });
    expect(JSON.stringify(why)).toContain("Not sent: it ");
    expect(JSON.stringify(why)).not.toContain(reason === "empty" ? "undefined" : reason);
  });

  it("is cut at once when the model is gone at the second try", async () => {
    const rest = "I would look at it over breakfast and keep an hour free.";
    const { gated } = await ask([{ text: `${LIE} ${rest}` }, { error: new WaldoError("ModelUnavailable", "gone") }]);
    expect(gated).toMatchObject({ source: "model", text: rest, mended: "cut" });
  });

  it("is not written again when the run has no turn left", async () => {
    const { header, asked } = await ask([
      ...Array.from({ length: 6 }, (_, i) => ({ calls: [{ id: `${i}`, name: "get_crs", args: { daysBack: i } }] })),
      { text: LIE },
    ]);
    expect(header.iterations).toBe(asked.length);
    expect(header.state).toBe("DONE");
  });
});

it("a call of the run asks the model once, however the answer is judged", async () => {
  const model = scriptedModel([{ text: LIE }]);
  const world = await testWorld({ model });
  const idle = { ...world, machines: limitedMachines({ startRun: async () => {} }) };
  const runId = await receiveMessage(idle, "me", { messageId: "m1", text: "what is on today?" }, DATE);
  const asked: number[] = [];
  let next: string;
  do {
    const before = model.asked.length;
    ({ next } = await advance(idle, { userId: "me", runId }, ALL_STEPS));
    asked.push(model.asked.length - before);
  } while (next !== "DONE");
  // The context, the lie and its repair each take a call; the gates come with the repair.
  expect(asked).toEqual([0, 1, 1, 0, 0]);
});

describe("a Brief of a model", () => {
  it.each(["Thank you, I will think of it.", "Have a calm day.", "You are fine, I think, and so am I."])(
    "that says nothing is no Brief: %j",
    async (text) => {
      const crs = {
        callId: "c",
        name: "get_crs",
        ok: true as const,
        origin: "system" as const,
        value: {
          date: DATE,
          status: "final",
          bodyZone: "steady",
          form: 70,
          pillars: {},
          missing: [],
          sources: [],
          confidence: 1,
        },
      };
      expect(judge(text, { results: [crs], today: DATE, brief: "morning" })).toMatchObject({
        ok: false,
        reason: "incomplete_brief",
      });
    },
  );
});
