/** The template answer: which calls it needs, and what it says where no model answers. */
import type { PromptContext, RunHeader, ToolResult } from "@waldo/contracts";
import { DATE, ok } from "@waldo/testkit/brief-day";
import { cal, crs, health } from "@waldo/testkit/recipe-results";
import { runHeader as header } from "@waldo/testkit/run-header";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../../embedded/test/world.ts";
import { CARE_WORDS } from "../safety/crisis/answers/answer.ts";
import { callsOfTemplate, toldOf, writeFallback } from "./fallback.ts";
import { gatherContext } from "./gather.ts";

const context = async (more: Partial<PromptContext>) => ({
  ...(await gatherContext(await testWorld({ days: 0 }), header(), undefined)),
  ...more,
});
/** Writes for a header and a context, as a run does when it has these results. */
const written = (head: RunHeader, results: readonly ToolResult[], reason: string, known?: PromptContext) =>
  writeFallback(toldOf(head, known), { calls: [], results }, { reason, danger: known?.danger !== undefined });
/** The calls that a template makes when each of them finds nothing. */
async function called(head: RunHeader, known?: PromptContext) {
  const none = { error: "not_found", message: "nothing" } as const;
  const { calls } = await callsOfTemplate(toldOf(head, known), { calls: [], results: [] }, async (asks) =>
    asks.map(({ id, name }) => ({ callId: id, name, ok: false, ...none })),
  );
  return calls;
}
const recipe = (name: string) => ({ name, recipe: "do it", provenance: "system" as const });
const NOT_NOW = /^I can't answer that properly right now/;
const CHANGED = /^I did what you will find in my log/;

describe("the answer to a message without a model", () => {
  it("says so when nothing else can be said", async () => {
    expect(written(header(), [], "model_unavailable")).toMatch(NOT_NOW);
    expect(written(header(), [], "model_unavailable", await context({ userText: "why?" }))).toMatch(NOT_NOW);
  });

  it("says what a recipe can say from tools alone, and that this is all", async () => {
    const asked = await context({ userText: "my day?", skills: [recipe("compose-today")] });
    expect(await called(header(), asked)).toEqual([
      { id: "template-1", name: "get_crs", args: {} },
      { id: "template-2", name: "query_calendar", args: {} },
      { id: "template-3", name: "get_tasks", args: { limit: 20 } },
    ]);
    const results = [
      cal({ title: "Run", date: DATE, time: "06:00-06:30" }, { title: "Talk", date: DATE, time: "09:00-10:00" }),
    ];
    expect(written(header(), results, "model_unavailable", asked)).toBe(
      "My language model does not answer right now, so I keep it plain. Ahead of you today: “Talk” at 09:00. No task has to be squeezed in.",
    );
  });

  it("answers what the person asked about", async () => {
    const asked = await context({ userText: "no dinner tonight", skills: [recipe("permission-slip")] });
    expect(written(header(), [], "model_unavailable", asked)).toContain("I'll pass on dinner.");
  });

  it.each<[string, string, boolean]>([
    ["a write that was done", "write_task", true],
    ["a read", "get_tasks", false],
    ["a message that was sent", "send_message", false],
    ["a tool that does not exist", "no_such_tool", false],
  ])("after %s (%s) points to the log: %s", async (_, name, isTold) => {
    const text = written(header(), [ok(name, {})], "model_unavailable", await context({ userText: "why?" }));
    expect(text).toMatch(isTold ? CHANGED : NOT_NOW);
    const failed: ToolResult = { callId: "1", name: "write_task", ok: false, error: "failed", message: "no" };
    expect(written(header(), [failed], "model_unavailable")).toMatch(NOT_NOW);
  });

  it("asks for patience, and first of all is kind to a person who may be in danger", async () => {
    const done = [ok("write_task", {})];
    expect(written(header(), done, "rate_limited")).toMatch(/^That is a lot at once/);
    expect(written(header(), done, "rate_limited", await context({ danger: "possible" }))).toBe(CARE_WORDS.en.hurt);
  });
});

describe("the template of a wake", () => {
  it("speaks from results, by the header alone where no prompt was built", async () => {
    const brief = header({ trigger: "brief", variant: "midday" });
    expect((await called(brief)).map(({ id, name }) => [id, name])).toEqual([
      ["template-1", "get_crs"],
      ["template-2", "get_health"],
      ["template-3", "query_calendar"],
      ["template-4", "get_agenda"],
    ]);
    expect(written(brief, [crs("steady"), health({})], "rate_limited")).toBe("A normal day so far.");
    expect(written(brief, [], "model_unavailable")).toBeUndefined();
  });

  it("takes the recipes and the time of its prompt", async () => {
    const patrol = header({ trigger: "patrol" });
    const known = await context({ skills: [recipe("prep-for-event")], localTime: "09:30" });
    const results = [
      crs("steady"),
      cal({ title: "Talk", date: DATE, time: "09:00-10:00" }, { title: "Run", date: DATE, time: "11:00-12:00" }),
    ];
    expect(written(patrol, results, "model_unavailable", known)).toContain("“Run” at 11:00 is next.");
    expect(written(patrol, results, "model_unavailable")).not.toContain("next");
  });
});
