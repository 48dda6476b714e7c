/** Each reason for which plain code answers has its own true words. */
import { readFileSync } from "node:fs";
import { DATE, ok } from "@waldo/testkit/brief-day";
import { cal } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { NO_CONSENT } from "../models/ladder.ts";
import { SHAPE_FAULTS } from "../models/shape/reply-shape.ts";
import { NAMED_REASONS, whyPlain, wordsFor, writeFallback } from "./fallback.ts";
import { judge } from "./judge.ts";
import type { Told } from "./writers/writer.ts";

/** Where reasons come from, and the names that they have there. */
const SOURCES: readonly (readonly [string, RegExp])[] = [
  ["./judge.ts", /reason: "(\w+)"|return "(raw_value|untraced_\w+)"/g],
  ["./claims/statements.ts", /(?:fault: |return )"(untraced_\w+)"/g],
  ["../safety/wording.ts", /return (?:\w+ && [\w.()]+ \? )?"(\w+)"|"(banned_word|empty|too_long)"/g],
  ["./pipeline.ts", /HookDenied\("(\w+)"\)/g],
  [
    "../run/agent-steps.ts",
    /instead\("(\w+)"\)|reason: "(\w+)"|\? "(\w+_too_large|model_\w+)"|"(out_of_turns)"|: "(model_\w+)"|return "(\w+)"/g,
  ],
  ["./turn.ts", /return "(\w+)";|\? "(diminishing_returns)"/g],
];

const found = SOURCES.flatMap(([file, pattern]) => {
  const source = readFileSync(new URL(file, import.meta.url), "utf8");
  return [...source.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
});
/** A proposal that the person changes is answered from a template. Nothing failed, so no reason is told. */
const NO_FAILURE = "change";
const REASONS = [
  ...new Set([...NAMED_REASONS, ...SHAPE_FAULTS, ...found, "sanitise_failed", "unwelcome_too_long"]),
].filter((reason) => reason !== NO_FAILURE);
const OLD = /language model does not answer/;

const told: Told = { trigger: "user_message", date: DATE, message: "my day?", skills: ["compose-today"] };
const events = [cal({ title: "Talk", date: DATE, time: "09:00-10:00" })];
const after = (reason: string, one: Told = told) =>
  writeFallback(one, { calls: [], results: events }, { reason }) ?? "";

describe("why plain code answers", () => {
  it("finds the reasons in the sources", () => {
    expect(found).toEqual(
      expect.arrayContaining(["medical", "raw_value", "untraced_time", "too_long", "banned_word", "rate_limited"]),
    );
    expect(found).toEqual(expect.arrayContaining(["over_budget", "sanitiser", "model_declined", "repeating", "calm"]));
  });

  it.each(REASONS)("has its own words for %s, which the gates let pass", (reason) => {
    expect(wordsFor(reason)).toBeDefined();
    const { before, alone } = whyPlain(reason);
    for (const words of [alone, ...(before ? [before] : [])])
      expect([words, judge(words, { results: [], today: DATE, reply: true, owner: ["my day?"] }).ok]).toEqual([
        words,
        true,
      ]);
  });

  it.each(REASONS.filter((reason) => reason !== "model_unavailable"))(
    "does not say after %s that the model does not answer",
    (reason) => {
      expect(after(reason)).not.toMatch(OLD);
      expect(after(reason, { ...told, message: "why?", skills: [] })).not.toMatch(OLD);
    },
  );

  it("says so where none answered, in front of an answer", () => {
    expect(after("model_unavailable")).toMatch(OLD);
    expect(after("model_unavailable")).toContain("“Talk” at 09:00");
  });

  it("needs no excuse where the person agreed to no model", () => {
    expect(after(NO_CONSENT)).toMatch(/^Ahead of you today|^Today/);
  });

  it("offers to be asked again only where that can help", () => {
    const again = REASONS.filter((reason) => /ask me again/.test(whyPlain(reason).alone));
    expect(again).toEqual(["model_unavailable", "sanitise_failed"]);
  });

  it("blames no model for a reason that nobody knows", () => {
    expect(after("something_new")).not.toMatch(/model/);
  });

  it("points to the log after a change, whatever the reason", () => {
    const results = [{ ...ok("write_task", {}), callId: "1" }];
    expect(writeFallback(told, { calls: [], results }, { reason: "untraced_person" })).toMatch(/^I did what you will/);
  });
});
