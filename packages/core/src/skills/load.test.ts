import { memoryArchive } from "@waldo/testkit/memory-archive";
import { describe, expect, it } from "vitest";
import type { Archive, Log } from "../ports.ts";
import { MOST_SKILL_FILES, personalSkills } from "./load.ts";

const file = (name: string, body = "Do it.") =>
  `---\nname: ${name}\ncategory: copilot\ntriggers: [user_message]\nrequiredTools: []\ntemplate: T.\n---\n${body}\n`;

async function world(files: Readonly<Record<string, string>>, archive: Archive = memoryArchive()) {
  for (const [path, text] of Object.entries(files))
    await archive.write(`workspace/me/${path}`, new TextEncoder().encode(text));
  const logged: unknown[] = [];
  const log: Log = (level, event, fields) => logged.push([level, event, fields]);
  return { logged, skills: await personalSkills({ archive, log }, "me") };
}

describe("recipes of a person", () => {
  it("come from their two folders, and name their origin", async () => {
    const { skills, logged } = await world({
      "skills/user/sunday-plan.md": file("sunday-plan"),
      "skills/connector/sprint-summary.md": file("sprint-summary"),
      "skills/other/left-alone.md": file("left-alone"),
      "skills/user/deeper/left-alone.md": file("left-alone"),
      "today.md": "# today",
    });
    expect(skills.map(({ name, provenance }) => [name, provenance])).toEqual([
      ["sprint-summary", "connector"],
      ["sunday-plan", "user"],
    ]);
    expect(logged).toEqual([]);
  });

  it("a broken one is skipped, by name and reason, and the others are loaded", async () => {
    const { skills, logged } = await world({
      "skills/user/broken.md": "no header",
      "skills/user/sunday-plan.md": file("sunday-plan"),
      "skills/user/thief.md": file("morning-brief"),
    });
    expect(skills.map(({ name }) => name)).toEqual(["sunday-plan"]);
    expect(logged).toEqual([
      ["warn", "skill.skipped", { file: "skills/user/broken.md", reason: expect.stringContaining("broken.md:1") }],
      ["warn", "skill.skipped", { file: "skills/user/thief.md", reason: expect.stringContaining("the system") }],
    ]);
  });

  it("an archive that fails costs the recipes, and the run goes on", async () => {
    const failing = { ...memoryArchive(), list: () => Promise.reject(new Error("down")) };
    const { skills, logged } = await world({}, failing);
    expect(skills).toEqual([]);
    expect(logged).toEqual([["warn", "skill.unlisted", { reason: "Error" }]]);
  });

  it("reads no more than the limit", async () => {
    const many = Array.from({ length: MOST_SKILL_FILES + 5 }, (_, i) => `plan-${String(i).padStart(2, "0")}`);
    const { skills } = await world(Object.fromEntries(many.map((name) => [`skills/user/${name}.md`, file(name)])));
    expect(skills).toHaveLength(MOST_SKILL_FILES);
  });
});
