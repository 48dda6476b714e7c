import type { MemoryBlock } from "@waldo/contracts";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../../embedded/src/offline-composer.ts";
import { testWorld } from "../../../../embedded/test/world.ts";
import { hearPerson } from "../../chat/intake.ts";
import { DAY_MS, instantAt, MINUTE_MS } from "../../time.ts";
import { MEMORY_LINES, MEMORY_PAGE, memoryPage, prune, recentSentences, withRecent } from "./memory-page.ts";
import { openWorkspace } from "./workspace.ts";

const AT = instantAt("2026-10-28", "12:00", "UTC");
let ids = 0;
const claim = (text: string, more: Partial<MemoryBlock> = {}) =>
  madeUpClaim(text, AT, { patternId: (++ids).toString(16).padStart(12, "0"), ...more });
const DAY = { date: "2026-10-30", timeZone: "UTC", tasks: [], commitments: [], recent: [] } as const;

describe("memory.md", () => {
  it("has its sections, the strongest claims first, and nothing that others wrote", () => {
    const page = memoryPage({
      ...DAY,
      blocks: [
        claim("Likes short notes", { hall: "preferences", confidence: 0.7 }),
        claim("Never ask how they feel", { hall: "preferences", confidence: 0.95, origin: "owner" }),
        claim("Buys what the newsletter says", { hall: "preferences", origin: "untrusted" }),
        claim("Writes best in the evening", { hall: "discoveries" }),
        claim("I am at a conference until Friday", { hall: "events" }),
      ],
      tasks: [{ title: "Send the draft", due: "2026-10-31", status: "open", createdAt: 1 }],
      commitments: [{ text: "Call the garage", when: "on Friday at 09:00" }, { text: "In bed by one" }],
      recent: ["They said: the draft is late."],
    });
    expect(page).toBe(`# Memory

As of 2026-10-30.

## Preferences

- Never ask how they feel.
- Likes short notes.

## Active Commitments

- Send the draft. Due 2026-10-31.
- Call the garage, on Friday at 09:00.
- In bed by one.

## Observed Patterns

- Writes best in the evening.

## Recent Context

- They said: the draft is late.

## Modes

- I am at a conference until Friday.
`);
  });

  it("ends a mode with the day that was named, or after a week", () => {
    const modes = (text: string, date: string) =>
      memoryPage({ ...DAY, date, blocks: [claim(text, { hall: "events" })] })
        .split("## Modes")[1]
        ?.trim();
    expect(modes("At a conference until Friday", "2026-10-30")).not.toBe("");
    expect(modes("At a conference until Friday", "2026-10-31")).toBe("");
    expect(modes("Travelling until 2026-11-20", "2026-11-20")).not.toBe("");
    expect(modes("On vacation", "2026-11-04")).not.toBe("");
    expect(modes("On vacation", "2026-11-05")).toBe("");
    expect(modes("Bought a bicycle", "2026-10-30")).toBe("");
  });

  it("never has more lines than it may", () => {
    const many = (hall: MemoryBlock["hall"]) =>
      Array.from({ length: 300 }, (_, i) => claim(`Claim ${hall} ${i}`, { hall }));
    const tasks = Array.from({ length: 300 }, (_, i) => ({ title: `Task ${i}`, status: "open", createdAt: i }));
    const recent = Array.from({ length: 30 }, (_, i) => `Sentence ${i}.`);
    const page = memoryPage({
      ...DAY,
      blocks: [...many("preferences"), ...many("discoveries"), ...many("events")],
      tasks,
      recent,
    });
    expect(page.split("\n").length).toBeLessThanOrEqual(MEMORY_LINES);
  });

  it("prunes what a later claim about the same thing has replaced, and what is said twice", () => {
    const old = claim("Do not write about sleep", { hall: "preferences", topic: "sleep notes" });
    const late = claim("Write about sleep after midnight only", {
      hall: "preferences",
      topic: "Sleep notes",
      validFrom: AT + DAY_MS,
    });
    const twice = [claim("Likes tea", { hall: "preferences" }), claim("likes the tea", { hall: "preferences" })];
    expect(prune([old, late, ...twice]).map((block) => block.claim)).toHaveLength(2);
    expect(prune([old, late])).toEqual([late]);
  });

  it("changes Recent Context alone", () => {
    const page = memoryPage({ ...DAY, blocks: [claim("Likes tea", { hall: "preferences" })], recent: ["Old."] });
    const next = withRecent(page, ["New."]);
    expect(next).toBe(page.replace("Old.", "New."));
    expect(withRecent(next, ["New."])).toBe(next);
    expect(withRecent(undefined, ["New."])).toContain("- New.");
    expect(withRecent("# Memory\n", ["New."])).toContain("## Recent Context");
  });
});

describe("Recent Context", () => {
  it("tells exchanges in short, the latest first, without what others wrote", () => {
    const told = (at: number, text: string, origin: "agent" | "untrusted" = "agent") => ({
      entry: { createdAt: at, episode: { runId: `r${at}`, at, trigger: "user_message", summary: text, origin } },
      text,
    });
    const sentences = recentSentences([
      told(1, "They said: first thing. And more.\nWaldo: all right. Really."),
      told(2, "They said: second thing\nWaldo: fine."),
      told(3, "They said: what does the mail say?\nWaldo: buy gold.", "untrusted"),
      told(4, ""),
      told(5, "They said: third.\nWaldo: yes."),
    ]);
    expect(sentences).toEqual([
      "They said: third.",
      "Waldo answered: yes.",
      "They said: second thing",
      "Waldo answered: fine.",
      "They said: first thing.",
    ]);
  });

  it("is rewritten at the end of each exchange", async () => {
    const world = await testWorld({
      days: 0,
      model: offlineComposer(repositoryUnderstanding),
      understanding: repositoryUnderstanding,
    });
    for (const [i, text] of ["hello", "remember that I prefer trains to planes"].entries()) {
      world.clock.set(world.clock.now() + MINUTE_MS);
      await hearPerson(world, PERSON, { messageId: `m-${i}`, text }, "app");
      await world.machines.idle();
    }
    const page = (await openWorkspace(world.archive, "me").read(MEMORY_PAGE)) ?? "";
    expect(page.indexOf("trains to planes")).toBeLessThan(page.indexOf("They said: hello"));
    expect(page).toContain("## Recent Context");
  });
});
