import { BUNDLED_SKILLS, type Occasion, type SkillCategory, TOOL_PERMISSIONS, type Trigger } from "@waldo/contracts";
import { WRITERS } from "@waldo/core/agent/writers/write-skill";
import { countTokens } from "@waldo/core/prompt/tokens";
import { TOP_SKILLS } from "@waldo/core/skills/select";
import { describe, expect, it } from "vitest";
import { repositorySkills } from "./bundled-skills.ts";

/** Category, and what each fires on (docs/sources.md, The fifteen recipes). */
const TABLE: Record<(typeof BUNDLED_SKILLS)[number], readonly [SkillCategory, readonly Occasion[]]> = {
  "morning-brief": ["lifecycle", ["brief/morning"]],
  "midday-brief": ["lifecycle", ["brief/midday"]],
  "evening-brief": ["lifecycle", ["brief/evening"]],
  "event-brief": ["lifecycle", ["brief/event"]],
  "fetch-alert": ["lifecycle", ["fetch_alert"]],
  intervention: ["lifecycle", ["intervention"]],
  "patrol-pass": ["lifecycle", ["patrol"]],
  "prep-for-event": ["copilot", ["brief", "patrol", "user_message"]],
  "compose-today": ["copilot", ["brief", "user_message"]],
  "summarise-meeting": ["copilot", ["user_message", "dreaming_mode"]],
  "recovery-day": ["copilot", ["brief", "patrol"]],
  "focus-block-prep": ["copilot", ["patrol", "user_message"]],
  "weekly-review": ["copilot", ["brief", "user_message", "dreaming_mode"]],
  "catch-up": ["copilot", ["user_message", "brief"]],
  "permission-slip": ["social", ["user_message"]],
  heartbeat: ["lifecycle", ["heartbeat"]],
};

/** The most tokens of one recipe. Eight recipes of this size still leave a chat prompt most of its budget. */
const MOST_RECIPE_TOKENS = 150;

describe("the bundled recipes", () => {
  it("are the fifteen, with their category and occasions", () => {
    const found = repositorySkills().map(({ name, category, triggers }) => [name, [category, triggers]]);
    expect(Object.fromEntries(found)).toEqual(TABLE);
    expect(repositorySkills()).toHaveLength(BUNDLED_SKILLS.length);
    expect(repositorySkills().every(({ provenance }) => provenance === "system")).toBe(true);
  });

  it.each(repositorySkills().map((skill) => [skill.name, skill] as const))(
    "%s asks only for tools that each of its triggers has, is short, and has a writer",
    (name, { triggers, requiredTools, recipe }) => {
      for (const occasion of triggers) {
        const allowed = TOOL_PERMISSIONS[occasion.split("/")[0] as Trigger];
        expect(requiredTools.filter((tool) => !allowed.includes(tool))).toEqual([]);
      }
      expect(countTokens(recipe)).toBeLessThanOrEqual(MOST_RECIPE_TOKENS);
      expect(Object.keys(WRITERS)).toContain(name);
    },
  );

  it("are parsed once per process", () => {
    expect(repositorySkills()).toBe(repositorySkills());
    expect(TOP_SKILLS).toMatchObject({ brief: 5, user_message: 8 });
  });
});
