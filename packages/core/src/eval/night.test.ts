/** Tests the evaluation of a night over real runs: what is found, who may judge, and what of it reaches a recipe. */
import { EvalNight, type Judgement, keys, type ModelTier } from "@waldo/contracts";
import { dreamTask } from "@waldo/core/dream/dream";
import { askJudge, judgeFor, judgePair } from "@waldo/core/eval/judge/ask";
import { readJudgement } from "@waldo/core/eval/judge/prompt";
import { familyOf } from "@waldo/core/models/families";
import type { ModelGateway } from "@waldo/core/ports";
import { addDays, instantAt } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { feedbackWorld, morning, standingOf, tap } from "../../../embedded/test/feedback-world.ts";
import { DATE, type TestWorld } from "../../../embedded/test/world.ts";

const NEXT = addDays(DATE, 1);
const VERDICT = { truth: 2, content: 2, follows: 1, tone: 2, reason: "fine" };

/** Models with names of these families, which all answer the same. */
function judges(names: Record<ModelTier, string>, text = JSON.stringify(VERDICT)): ModelGateway & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    shape: () => "terse",
    nameOf: (tier) => names[tier],
    async converse({ tier, messages }) {
      asked.push(JSON.stringify(messages));
      const usage = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return { text, calls: [], stop: "end", usage, model: names[tier] };
    },
  };
}
const TWO = { primary: "vendor.nova-2", escalation: "vendor.nova-2-pro", cheap: "qwen3:8b" };

async function evaluated(world: TestWorld, model: ModelGateway = world.model): Promise<EvalNight> {
  world.clock.set(Math.max(world.clock.now(), instantAt(NEXT, "02:00", PERSON.timeZone)));
  await dreamTask({ ...world, model }, { userId: "me", dreamId: `dream-${NEXT}`, phase: "EVALUATE" });
  return EvalNight.parse((await world.store.get(keys.evaluation("me", NEXT)))?.body);
}

describe("the evaluation of a night", () => {
  it("looks at each run of the day once, and its row holds no word of a message", async () => {
    const world = await feedbackWorld();
    const runId = await morning(world);
    const night = await evaluated(world);
    expect(night.runs.map((run) => run.runId)).toEqual([runId]);
    expect(night.runs[0]).toMatchObject({
      by: "model",
      rubrics: { truth: { applies: true, score: 1 }, content: { score: 1 }, timing: { score: 1 } },
      judge: { judged: false, why: "no_other_family" },
    });
    expect(night.wis).toBeGreaterThan(0.9);
    expect(night.keep).toEqual({ kept: 0, lost: 0, silent: 1, open: 0 });
    const { rows } = await world.store.query(keys.message.all("me", `day-${DATE}`));
    for (const { body } of rows)
      for (const sentence of String(body["text"])
        .split(/[.!?]\s*/)
        .filter(Boolean))
        expect(JSON.stringify(night)).not.toContain(sentence);

    // The phase is done, so it neither evaluates nor writes again.
    await tap(world, `down:${runId}`);
    expect(await evaluated(world)).toEqual(night);
    // The next night begins where this one ended, and counts the thumb that came since.
    const later = addDays(NEXT, 1);
    world.clock.set(instantAt(later, "02:00", PERSON.timeZone));
    await dreamTask(world, { userId: "me", dreamId: `dream-${later}`, phase: "EVALUATE" });
    const second = EvalNight.parse((await world.store.get(keys.evaluation("me", later)))?.body);
    expect(second.runs).toEqual([]);
    expect(second.keep).toMatchObject({ kept: 0, lost: 1, silent: 0, rate: 0 });
  });

  it("asks a judge of another family, and 0.4 of the recipe's score is the judge's", async () => {
    const world = await feedbackWorld();
    const runId = await morning(world);
    await tap(world, `up:${runId}`);
    const model = judges(TWO);
    const night = await evaluated(world, model);
    expect(night.runs[0]?.judge).toEqual({
      ...{ judged: true, model: "qwen3:8b", prompt: "judge-1" },
      ...{ score: 0.875, reason: "fine" },
    } satisfies Judgement);
    expect(model.asked).toHaveLength(1);
    await dreamTask(world, { userId: "me", dreamId: `dream-${NEXT}`, phase: "LEARN" });
    const rules = (1 + 3 * 0.6) / 4;
    expect((await standingOf(world, "bread-of-the-day"))?.score).toBeCloseTo(0.6 * rules + 0.4 * 0.875, 10);
  });

  it("asks nobody when the day's models have cost what they may, or when the message was deleted", async () => {
    const capped = await feedbackWorld({ profile: { ...PERSON, modelCentsADay: 0 } });
    await morning(capped);
    const model = judges(TWO);
    expect((await evaluated(capped, model)).runs[0]?.judge).toEqual({ judged: false, why: "cap" });

    const deleted = await feedbackWorld();
    await morning(deleted);
    const { rows } = await deleted.store.query(keys.message.all("me", `day-${DATE}`));
    for (const { key, body } of rows)
      await deleted.store.transact([{ op: "put", key, body: { ...body, hiddenAt: deleted.clock.now() } }]);
    expect((await evaluated(deleted, model)).runs[0]?.judge).toEqual({ judged: false, why: "private" });
    expect(model.asked).toEqual([]);
  });

  it("asks no model outside without the consent", async () => {
    const world = await feedbackWorld();
    await morning(world);
    const model = { ...judges(TWO), outside: {} };
    const given = await world.store.get(keys.consents("me"));
    const { model: _, ...others } = (given?.body ?? {}) as Record<string, unknown>;
    await world.store.transact([{ op: "put", key: keys.consents("me"), body: others }]);
    expect((await evaluated(world, model)).runs[0]?.judge).toMatchObject({ judged: false });
    expect(model.asked).toEqual([]);
  });
});

describe("a judge", () => {
  it("is never of the family that wrote", async () => {
    expect(
      ["us.anthropic.claude-sonnet-4-5", "us.amazon.nova-2-lite-v1:0", "gpt-oss:20b", "qwen3:8b"].map(familyOf),
    ).toEqual(["claude", "nova", "gpt", "qwen"]);
    expect(familyOf("mystery-7b")).toBe(familyOf("mystery-70b"));
    expect(judgeFor(judges(TWO), "vendor.nova-2")).toBe("cheap");
    expect(judgeFor(judges(TWO), "qwen3:8b")).toBe("escalation");
    expect(judgeFor(judges({ primary: "qwen3", escalation: "qwen3", cheap: "qwen2" }), "qwen3:8b")).toBeUndefined();
    expect(judgeFor({}, undefined)).toBeUndefined();
    // A gateway that answers with another model than it was configured with is not believed.
    const other = { ...judges(TWO), nameOf: () => "claude-haiku" };
    const text = { text: "Hello.", results: [], context: undefined, occasion: "brief" };
    expect(await askJudge(other, text, "qwen3:8b")).toEqual({ judged: false, why: "no_other_family" });
  });

  it("must answer in strict JSON", () => {
    expect(readJudgement(JSON.stringify(VERDICT), "m")).toMatchObject({ score: 0.875 });
    expect(readJudgement(`\`\`\`json\n${JSON.stringify(VERDICT)}\n\`\`\``, "m")).toMatchObject({ score: 0.875 });
    for (const wrong of [
      "good",
      JSON.stringify({ ...VERDICT, truth: 3 }),
      JSON.stringify({ ...VERDICT, why: "because" }),
    ])
      expect(readJudgement(wrong, "m")).toBeUndefined();
  });

  it("that prefers a place and not a text gives a tie", async () => {
    const text = { text: "", results: [], context: undefined, occasion: "brief" };
    const first = judges(TWO, '{"better":"first"}');
    expect(await judgePair(first, "cheap", text, "a", "b")).toBe("tie");
    const good: ModelGateway = {
      ...first,
      async converse(request) {
        const asked = JSON.stringify(request.messages);
        const better = asked.indexOf("GOOD") < asked.indexOf("second text") ? "first" : "second";
        return { ...(await first.converse(request)), text: JSON.stringify({ better }) };
      },
    };
    expect(await judgePair(good, "cheap", text, "GOOD", "poor")).toBe("a");
    expect(await judgePair(good, "cheap", text, "poor", "GOOD")).toBe("b");
  });
});
