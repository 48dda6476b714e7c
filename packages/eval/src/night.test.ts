/** Tests the evaluation of a night over real runs: what is found, who may judge, and what of it reaches a recipe. */
import {
  EvalNight,
  type Judgement,
  keys,
  type LocalDate,
  type ModelTier,
  type PromptContext,
  type ToolResult,
} from "@waldo/contracts";
import { calendarKey } from "@waldo/core/calendar/rows";
import { dreamTask } from "@waldo/core/dream/dream";
import { forgettingWrites, meantBy } from "@waldo/core/memory/claims/forget";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import { DEFAULT_MODELS } from "@waldo/core/meter/prices";
import { meterWrite } from "@waldo/core/meter/rows";
import { familyOf } from "@waldo/core/models/routing";
import type { ModelGateway } from "@waldo/core/ports";
import { addDays, HOUR_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { meetingOf } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { feedbackWorld, morning, standingOf, tap } from "../../embedded/test/feedback-world.ts";
import { DATE, type TestWorld, WAKE, worldLike } from "../../embedded/test/world.ts";
import { askJudge, holdsForgotten, judgeFor, readJudgement } from "./judge.ts";

const NO_TOKENS = { failed: 0, input: 0, cacheRead: 0, cacheWrite: 0 };
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

/** Forgets what is about some words, as the chat's tool does. */
async function forget(world: TestWorld, about: string, now: number): Promise<void> {
  const memory = { ...world, userId: "me", now };
  const meant = await meantBy({ about }, memory);
  await world.store.transact((meant && (await forgettingWrites(meant, memory, "run-2"))) ?? []);
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

  it.each([
    ["a claim of memory", "the sourdough for Clara"],
    ["the result of a tool", "dinner with Mara"],
    ["the text itself", "seven hours"],
  ])("shows no judge %s that the person had forgotten after the run", async (_, about) => {
    const world = await feedbackWorld();
    const claim = "Bakes sourdough for Clara";
    // Words that the person said after the forgetting are not secret.
    await forget(world, about, WAKE - MINUTE_MS);
    const said = { trigger: "user_message", runId: "run-1", at: WAKE, owner: [claim], outside: false } as const;
    await submitMemoryIntent(world, "me", { hall: "preferences", claim }, { ...said, recalled: [] });
    await runScribe(world, "me", "dream-1");
    const meeting = meetingOf("Dinner with Mara", instantAt(DATE, "19:00", PERSON.timeZone));
    await world.store.transact([{ op: "put", key: calendarKey("me", meeting), body: meeting }]);
    await morning(world);
    const model = judges(TWO);
    expect((await evaluated(await worldLike(world), model)).runs[0]?.judge).toMatchObject({ judged: true });
    expect(model.asked[0]).toMatch(/Remembered: Bakes sourdough for Clara.*Dinner with Mara.*about seven hours/s);

    await forget(world, about, world.clock.now() + HOUR_MS);
    expect((await evaluated(world, model)).runs[0]?.judge).toEqual({ judged: false, why: "private" });
    expect(model.asked).toHaveLength(1);
  });

  it("finds what was forgotten in the words of the person, and behind a line break of a result", () => {
    const forgotten = [{ words: "clara", at: 9 }];
    const result = { ok: true, name: "search_episodes", callId: "1", value: { summary: "They said: hello\nClara" } };
    const one = { text: "Hello.", results: [result as unknown as ToolResult], context: undefined, occasion: "brief" };
    expect([9, 10].map((createdAt) => holdsForgotten(one, createdAt, forgotten))).toEqual([true, false]);
    const context = { userText: "Call Clara.", directives: [], memory: [] } as unknown as PromptContext;
    expect(holdsForgotten({ ...one, results: [], context }, 9, forgotten)).toBe(true);
    expect(holdsForgotten({ ...one, results: [] }, 9, forgotten)).toBe(false);
  });

  it("asks nobody when the models of the day that has ended have cost what they may", async () => {
    const world = await feedbackWorld({ profile: { ...PERSON, modelCentsADay: 5 } });
    await morning(world);
    const model = judges(TWO);
    const spent = async (date: LocalDate, output: number) => {
      const count = { ...NO_TOKENS, tier: "primary", model: DEFAULT_MODELS.primary, calls: 1, output } as const;
      const work = { userId: "me", date, kind: "run", of: "run-9" } as const;
      await world.store.transact([meterWrite(work, world.clock.now(), { counts: {}, models: [count] })]);
    };
    await spent(DATE, 1000);
    expect((await evaluated(await worldLike(world), model)).runs[0]?.judge).toMatchObject({ judged: true });
    await spent(DATE, 1_000_000);
    expect((await evaluated(world, model)).runs[0]?.judge).toEqual({ judged: false, why: "cap" });
    expect(model.asked).toHaveLength(1);
  });

  it("asks nobody where a day may cost nothing, or when the message was deleted", async () => {
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
    const other = judges(TWO);
    const text = { text: "Hello.", results: [], context: undefined, occasion: "brief" };
    const asNova: ModelGateway = { ...other, nameOf: (tier) => ({ ...TWO, cheap: "claude-haiku" })[tier] };
    expect(await askJudge(asNova, text, "qwen3:8b")).toEqual({ judged: false, why: "no_other_family" });
    expect(other.asked).toHaveLength(1);
  });

  it("is nobody where models of one family are configured, whoever wrote", async () => {
    const one = judges({ primary: "vendor.nova-2", escalation: "vendor.nova-2-pro", cheap: "" });
    const text = { text: "Hello.", results: [], context: undefined, occasion: "brief" };
    for (const writer of [undefined, "vendor.nova-2", "qwen3:8b"])
      expect(await askJudge(one, text, writer)).toEqual({ judged: false, why: "no_other_family" });
    expect(one.asked).toEqual([]);
    expect(await askJudge(judges(TWO), text, undefined)).toMatchObject({ judged: true });
  });

  it("must answer in strict JSON", () => {
    expect(readJudgement(JSON.stringify(VERDICT), "m")).toMatchObject({ score: 0.875 });
    expect(readJudgement(`\`\`\`json\n${JSON.stringify(VERDICT)}\n\`\`\``, "m")).toMatchObject({ score: 0.875 });
    // Code fences are read as of any other typed reply.
    expect(readJudgement(`\`\`\`json ${JSON.stringify(VERDICT)}\`\`\``, "m")).toMatchObject({ score: 0.875 });
    for (const wrong of [
      "good",
      JSON.stringify({ ...VERDICT, truth: 3 }),
      JSON.stringify({ ...VERDICT, why: "because" }),
    ])
      expect(readJudgement(wrong, "m")).toBeUndefined();
  });
});
