/**
 * Tests which sentences state something of the person's affairs, call something empty, or claim a deed; and which do
 * not.
 */
import { TOOL_NAMES, type ToolName, type ToolResult } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { judge } from "../judge.ts";
import { type Affair, affairsIn, emptyIn } from "./affairs.ts";
import { type Deed, deedsIn, doneBy } from "./deeds.ts";

const ran = (name: string, value: Json): ToolResult => ({ callId: name, name, ok: true, value, origin: "system" });

describe("a sentence claims a deed", () => {
  it.each(casesOf<[string, Deed[]]>("patterns", "a sentence claims a deed: …"))("%s", (sentence, deeds) => {
    expect([sentence, deedsIn(sentence)]).toEqual([sentence, deeds]);
  });

  it.each(casesOf<string>("patterns", "a sentence claims a deed: and none does here"))(
    "and none does here: %s",
    (sentence) => {
      expect([sentence, deedsIn(sentence)]).toEqual([sentence, []]);
    },
  );

  it("that only a call with this effect can carry, if it succeeded", () => {
    const failed: ToolResult = { callId: "f", name: "watch", ok: false, error: "failed", message: "no" };
    const results = ["get_crs", "watch", "write_task", "nothing_known"].map((name) => ran(name, {})).concat(failed);
    const by = (deed: Deed) => doneBy(deed, results).map(({ callId }) => callId);
    expect([by("remind"), by("task"), by("look"), by("any"), by("calendar")]).toEqual([
      ["watch"],
      ["write_task"],
      ["get_crs"],
      ["watch", "write_task"],
      [],
    ]);
  });
});

describe("which tools can carry what", () => {
  it.each(casesOf<[Deed, ToolName[]]>("patterns", "which tools can carry what: the deed …"))(
    "the deed %s",
    (deed, tools) => {
      const by = TOOL_NAMES.filter((name) => doneBy(deed, [ran(name, {})]).length > 0);
      expect(by.sort()).toEqual(tools.sort());
    },
  );

  it.each(casesOf<[Affair, string, ToolName[]]>("patterns", "which tools can carry what: a statement about …: …"))(
    "a statement about %s: %s",
    (_, sentence, tools) => {
      const carry = TOOL_NAMES.filter((name) => {
        const results = [ran(name, { items: [{ title: "Zebra of 45" }] })];
        return judge(sentence, { results, today: "2026-10-30", reply: true }).ok;
      });
      expect(carry.sort()).toEqual(tools.sort());
    },
  );
});

describe("a sentence states something of the person's", () => {
  it.each(casesOf<[string, Affair[]]>("patterns", "a sentence states something of the person's: …"))(
    "%s",
    (sentence, affairs) => {
      expect([sentence, affairsIn(sentence)]).toEqual([sentence, affairs]);
    },
  );

  it.each(casesOf<string>("patterns", "a sentence states something of the person's: and none does here"))(
    "and none does here: %s",
    (sentence) => {
      expect([sentence, affairsIn(sentence)]).toEqual([sentence, []]);
    },
  );
});

describe("a sentence calls something of the person's empty", () => {
  it.each(casesOf<[string, Affair[]]>("patterns", "a sentence calls something of the person's empty: …"))(
    "%s",
    (sentence, affairs) => {
      expect([sentence, emptyIn(sentence)]).toEqual([sentence, affairs]);
    },
  );

  it.each([
    "If you have no meetings, rest.",
    "Is your calendar empty?",
    "No meeting is worth it.",
    "No tasks get done without sleep.",
    "Nothing helps like sleep.",
    "Nothing is due to you.",
  ])("and none does here: %s", (sentence) => {
    expect([sentence, emptyIn(sentence)]).toEqual([sentence, []]);
  });
});
