import {
  BRIEF_VARIANTS,
  SKILL_PROVENANCES,
  type Skill,
  TOOL_NAMES,
  TOOL_PERMISSIONS,
  TRIGGERS,
  ZONES,
} from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecipeState } from "./effectiveness.ts";
import { type Moment, type SkillSignals, selectSkills, TOP_SKILLS } from "./select.ts";

const skill = (name: string, more: Partial<Skill> = {}): Skill => ({
  name,
  category: "copilot",
  triggers: ["user_message"],
  requiredTools: [],
  template: "Text.",
  recipe: "Do it.",
  provenance: "system",
  ...more,
});
const CHAT: Moment = { trigger: "user_message" };
const MORNING: Moment = { trigger: "brief", variant: "morning" };
const names = (skills: readonly Skill[], moment: Moment, signals: SkillSignals = {}, topK?: number) =>
  selectSkills(skills, moment, signals, topK === undefined ? {} : { topK }).skills.map(({ name }) => name);

describe("selection", () => {
  it("takes a brief's own variant, and recipes for every brief", () => {
    const all = [
      skill("evening", { triggers: ["brief/evening"] }),
      skill("every", { triggers: ["brief"] }),
      skill("morning", { triggers: ["brief/morning"] }),
    ];
    expect(names(all, MORNING)).toEqual(["every", "morning"]);
  });

  it("puts the lifecycle first, then the more specific condition, then the name", () => {
    const all = [
      skill("b-plain", { triggers: ["brief"] }),
      skill("a-plain", { triggers: ["brief"] }),
      skill("low-for-days", { triggers: ["brief"], conditions: [{ formBelow: 50, zoneSustainedDays: 2 }] }),
      skill("low", { triggers: ["brief"], conditions: [{ formBelow: 50 }] }),
      skill("opening", { triggers: ["brief/morning"], category: "lifecycle" }),
    ];
    const signals = { form: 40, bodyZone: "depleted", daysInZone: 3 } as const;
    expect(names(all, MORNING, signals)).toEqual(["opening", "low-for-days", "low", "a-plain", "b-plain"]);
    expect(names(all, MORNING, signals, 2)).toEqual(["opening", "low-for-days"]);
    expect(names(all, MORNING, { form: 50 })).toEqual(["opening", "a-plain", "b-plain"]);
  });

  it.each(
    casesOf<[NonNullable<Skill["conditions"]>[number], SkillSignals, boolean]>(
      "select",
      "selection: condition … of …: …",
    ),
  )("condition %j of %j: %s", (condition, signals, held) => {
    expect(names([skill("one", { conditions: [condition] })], CHAT, signals)).toEqual(held ? ["one"] : []);
  });

  it("one of several conditions is enough, and all parts of one must hold", () => {
    const any = skill("any", { conditions: [{ formBelow: 10 }, { weekdays: [1], mentions: ["week"] }] });
    expect(names([any], CHAT, { weekday: 1, message: "my week" })).toEqual(["any"]);
    expect(names([any], CHAT, { weekday: 2, message: "my week" })).toEqual([]);
  });

  it("takes the system's of one name, then the person's, then a connector's", () => {
    const from = (provenance: Skill["provenance"]) => skill("plan", { provenance, recipe: provenance });
    const of = (...all: Skill[]) => selectSkills(all, CHAT, {}).skills.map(({ recipe }) => recipe);
    expect(of(from("connector"), from("user"))).toEqual(["user"]);
    expect(of(from("connector"), from("user"), from("system"))).toEqual(["system"]);
  });
});

describe("what the person thinks of a recipe", () => {
  const all = [
    skill("opening", { triggers: ["brief/morning"], category: "lifecycle" }),
    skill("low", { triggers: ["brief", "user_message"], conditions: [{ formBelow: 50 }, { mentions: ["easy day"] }] }),
    skill("plain", { triggers: ["brief"] }),
  ];
  const chosen = (states: Record<string, RecipeState>, moment = MORNING, signals: SkillSignals = { form: 40 }) =>
    selectSkills(all, moment, signals, { stateOf: (name) => states[name] ?? "usual" }).skills.map(({ name }) => name);

  it("puts a preferred one before the more specific, and never before the lifecycle", () => {
    expect(chosen({})).toEqual(["opening", "low", "plain"]);
    expect(chosen({ plain: "preferred" })).toEqual(["opening", "plain", "low"]);
  });

  it("leaves out one under review, unless it is of the lifecycle or the person asks for it", () => {
    expect(chosen({ low: "review", opening: "review" })).toEqual(["opening", "plain"]);
    expect(chosen({ low: "review" }, CHAT, { form: 40, message: "an easy day, please" })).toEqual(["low"]);
    expect(chosen({ low: "review" }, CHAT, { form: 40, message: "what now?" })).toEqual([]);
  });
});

describe("refused recipes", () => {
  it("a recipe that needs more tools than its trigger has is refused, with the reason", () => {
    const greedy = skill("greedy", { triggers: ["fetch_alert", "user_message"], requiredTools: ["get_tasks"] });
    expect(selectSkills([greedy], { trigger: "fetch_alert" }, {})).toEqual({
      skills: [],
      refused: [{ name: "greedy", reason: "tools" }],
    });
    expect(names([greedy], CHAT)).toEqual(["greedy"]);
  });

  it("a recipe that an agent wrote is never loaded", () => {
    expect(selectSkills([skill("own", { provenance: "agent_authored" })], CHAT, {})).toEqual({
      skills: [],
      refused: [{ name: "own", reason: "agent_authored" }],
    });
  });

  const arbitrary = fc.record({
    name: fc.constantFrom("aaa", "bbb", "ccc", "ddd", "eee", "fff", "ggg", "hhh", "iii", "jjj"),
    category: fc.constantFrom("lifecycle", "copilot", "social"),
    triggers: fc.array(fc.constantFrom(...TRIGGERS, ...BRIEF_VARIANTS.map((v) => `brief/${v}` as const)), {
      minLength: 1,
      maxLength: 4,
    }),
    requiredTools: fc.array(fc.constantFrom(...TOOL_NAMES), { maxLength: 3 }),
    template: fc.constant("T"),
    recipe: fc.constant("R"),
    provenance: fc.constantFrom(...SKILL_PROVENANCES),
  }) satisfies fc.Arbitrary<Skill>;
  const moments = fc.oneof(
    fc.constantFrom(...TRIGGERS.filter((t) => t !== "brief")).map((trigger): Moment => ({ trigger })),
    fc.constantFrom(...BRIEF_VARIANTS).map((variant): Moment => ({ trigger: "brief", variant })),
  );
  const signals = fc.record(
    {
      form: fc.integer({ min: 0, max: 100 }),
      bodyZone: fc.constantFrom(...ZONES),
      weekday: fc.integer({ min: 1, max: 7 }),
    },
    { requiredKeys: [] },
  );

  it("selected recipes need no tool their trigger lacks, are distinct, at most K, and the same in any order", () => {
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 20 }), moments, signals, (skills, moment, known) => {
        const { skills: selected } = selectSkills(skills, moment, known);
        const allowed = TOOL_PERMISSIONS[moment.trigger];
        for (const { requiredTools, provenance } of selected) {
          for (const tool of requiredTools) expect(allowed).toContain(tool);
          expect(provenance).not.toBe("agent_authored");
        }
        expect(selected.length).toBeLessThanOrEqual(TOP_SKILLS[moment.trigger]);
        expect(new Set(selected.map(({ name }) => name)).size).toBe(selected.length);
        const unique = [...new Map(skills.map((one) => [`${one.name} ${one.provenance}`, one])).values()];
        expect(names([...unique].reverse(), moment, known)).toEqual(names(unique, moment, known));
      }),
      { numRuns: 500 },
    );
  });
});
