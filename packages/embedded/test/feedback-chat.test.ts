/** Tests how a person says in words what they think of a message, without a language model, and `waldo skills`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, describe, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";
import { feedbackOf, morning, tap } from "./feedback-world.ts";
import { talk } from "./talk.ts";

describe("feedback in words", () => {
  it.each([
    ["good tip", "up", /helpful/],
    ["thumbs up", "up", /helpful/],
    ["dein Tipp hat funktioniert", "up", /hilfreich/],
    ["fue un buen consejo", "up", /útil/],
    ["that was useless", "down", /no help/],
    ["👎", "down", /no help/],
    ["der Vorschlag hat nichts gebracht", "down", /nicht geholfen/],
    ["ton conseil n'a pas marché", "down", /n’a pas aidé/],
    ["stop telling me to take a walk", "dont_say", /leave such suggestions out/],
    ["hör auf mit den Schlaftipps", "dont_say", /notiert/],
  ])("%j is %s for the Brief before it", async (words, kind, answer) => {
    const { world, say } = await talk();
    const runId = await morning(world);
    expect(await say(words)).toMatch(answer);
    expect(await feedbackOf(world)).toMatchObject([{ kind, runId, recipes: ["morning-brief"] }]);
  });

  it("counts also for somebody who only wants to be told", async () => {
    const { world, say } = await talk({ profile: { ...PERSON, autonomy: "L1" } });
    await morning(world);
    expect(await say("that was useless")).toMatch(/no help/);
    expect((await feedbackOf(world)).map(({ kind }) => kind)).toEqual(["down"]);
  });

  it("is about the last message, and says where no recipe made it or nothing was said", async () => {
    const { world, say } = await talk();
    expect(await say("good tip")).toMatch(/count nothing/);
    await say("what time is it?");
    expect(await say("that was useless")).toMatch(/No recipe of mine made that answer/);
    expect((await feedbackOf(world)).flatMap(({ recipes }) => recipes)).toEqual([]);
  });

  it("by a tap takes the place of the words for the same message", async () => {
    const { world, say } = await talk();
    const runId = await morning(world);
    await say("good tip");
    await tap(world, `down:${runId}`);
    expect((await feedbackOf(world)).map(({ kind, runId: of }) => [kind, of])).toEqual([["down", runId]]);
  });
});

describe("waldo skills", () => {
  const root = mkdtempSync(join(tmpdir(), "waldo-skills-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const skills = (...args: string[]) => waldo("skills", ...args, "--home", root);

  it("shows what was learned, and brings a recipe back", async () => {
    const home = openHome(root);
    const standing = { score: 0.31, lows: 3, highs: 0, newest: 5 };
    await home.store.transact([
      { op: "put", key: keys.recipe("me", "prep-for-event"), body: standing },
      { op: "put", key: keys.recipe("me", "morning-brief"), body: standing },
      { op: "put", key: keys.recipe("me", "weekly-review"), body: { score: 0.9, lows: 0, highs: 10, newest: 5 } },
    ]);
    home.store.close();
    const { stdout } = await skills();
    expect(stdout).toMatch(/prep-for-event +0\.31 +under review/);
    expect(stdout).toMatch(/morning-brief +0\.31 +found poor: stays/);
    expect(stdout).toMatch(/weekly-review +0\.90 +preferred/);
    expect(stdout).toMatch(/compose-today +– /);
    expect((await skills("keep", "prep-for-event")).stdout).toMatch(/prep-for-event +0\.60 *\n/);
    const { recipes } = JSON.parse((await skills("--json")).stdout);
    expect(recipes.find(({ name }: { name: string }) => name === "prep-for-event").state).toBe("usual");
  });

  it.each([["keep"], ["keep", "no-such-recipe"], ["drop", "prep-for-event"]])(
    "refuses %j in one line",
    async (...args) => {
      const { status, stderr } = await skills(...args);
      expect([status, stderr.trim().split("\n").length]).toEqual([1, 1]);
    },
  );
});
