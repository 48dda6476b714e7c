/** A conversation about memory, without a language model: told, asked, corrected, forgotten, all before any night. */
import { dreamIdOf, type LocalDate } from "@waldo/contracts";
import { dreamTask } from "@waldo/core/dream/dream";
import { liveBlocks } from "@waldo/core/memory/claims/blocks";
import { addDays, DAY_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";
import { talk } from "./talk.ts";
import { DATE } from "./world.ts";

/** Returns what one says, and what is answered. `days` later the same conversation goes on. */
async function conversation() {
  const { world, say } = await talk({ days: 3 });
  return { say, later: (days: number) => world.clock.set(world.clock.now() + days * DAY_MS) };
}

describe("a conversation about memory", () => {
  it("remembers, says where it is from, is corrected, and forgets at once", async () => {
    const { say } = await conversation();
    expect(await say("my sister's name is Clara")).toContain("“my sister's name is Clara”");
    expect(await say("what's my sister's name?")).toBe("Today you told me “my sister's name is Clara”.");
    expect(await say("no, her name is Carla")).toBe(
      "I noted “my sister's name is Carla”. It takes the place of “my sister's name is Clara”.",
    );
    expect(await say("what's my sister's name?")).toBe("Today you told me “my sister's name is Carla”.");
    const forgotten = await say("forget everything about my sister");
    expect(forgotten).toMatch(/^I have forgotten “my sister's name is Carla”\..* entries of my diary\.$/);
    for (let i = 0; i < 2; i++)
      expect(await say("what's my sister's name?")).toMatch(/^I found nothing about “my sister/);
  });

  it("takes the later of two preferences and of two homes", async () => {
    const { say } = await conversation();
    await say("I prefer trains to planes");
    expect(await say("I prefer planes to trains")).toContain("takes the place of “I prefer trains to planes”");
    expect(await say("what did I tell you about trains?")).toBe("Today you told me “I prefer planes to trains”.");
    await say("I live in Lisbon");
    expect(await say("no, I moved to Porto")).toContain("takes the place of “I live in Lisbon”");
    expect(await say("where do I live?")).toBe("Today you told me “I live in Porto”.");
  });

  it("answers a question that names nothing, with the day on which it was told", async () => {
    const { say, later } = await conversation();
    await say("I'm allergic to nuts");
    later(2);
    // 30 October 2026 is a Friday.
    expect(await say("am I allergic to anything?")).toBe("On Friday you told me “I'm allergic to nuts”.");
    expect(await say("what did I tell you about boats?")).toBe("I found nothing about “boats” in what you told me.");
  });

  it("says what it masked, and never repeats it", async () => {
    const { say } = await conversation();
    expect(await say("remember that my mail is jo@example.com")).toBe(
      "I noted it without the mail address, which I do not keep.",
    );
    expect(await say("forget that")).toContain("“my mail is [email]”");
    expect(await say("forget that")).toBe("I found nothing like that to forget.");
  });

  it("meets grave words as such", async () => {
    const { say } = await conversation();
    const answer = await say("remember that my father died last week");
    expect(answer).toMatch(/^I'm sorry/);
    expect(answer).not.toMatch(/noted/i);
  });
});

describe("a stated pattern", () => {
  /** Two claims that a night has settled. */
  async function settled() {
    const { world, say } = await talk({ days: 3 });
    await say("remember that I write best before noon");
    await say("remember that the violin is in the attic");
    const night = async (date: LocalDate) => {
      for (const phase of ["SCRIBE", "ARCHIVE"] as const)
        await dreamTask(world, { userId: "me", dreamId: dreamIdOf(date), phase });
    };
    await night(addDays(DATE, 1));
    world.clock.set(world.clock.now() + DAY_MS);
    const confidence = async (words: string) =>
      (await liveBlocks(world.store, "me")).find(({ claim }) => claim.includes(words))?.confidence ?? 0;
    return { say, night, confidence };
  }

  it.each([
    ["yes, exactly", 0.1],
    ["that's wrong", -0.2],
    ["ja genau", 0.1],
    ["c'est faux", -0.2],
  ])("is judged by %j, without a model", async (reply, step) => {
    const { say, night, confidence } = await settled();
    const before = await confidence("noon");
    expect(await say("what did I tell you about noon?")).toContain("I write best before noon");
    expect(await say(reply)).toMatch(/noted that it is (?:right|wrong)|notiert, dass es|noté que c’est/);
    await night(addDays(DATE, 2));
    expect(await confidence("noon")).toBeCloseTo(before + step);
    expect(await confidence("violin")).toBeCloseTo(before);
  });

  it("is not judged where several were stated, or none", async () => {
    const { say, night, confidence } = await settled();
    const before = await confidence("noon");
    expect(await say("what do you know about me?")).toMatch(/noon.*violin|violin.*noon/);
    expect(await say("that's wrong")).toMatch(/several things/);
    await say("what time is it?");
    expect(await say("yes, exactly")).toBe("Good.");
    await night(addDays(DATE, 2));
    expect([await confidence("noon"), await confidence("violin")]).toEqual([before, before]);
  });
});

describe("all that is known", () => {
  const NOTES = [
    "no calls before ten",
    "I prefer trains to planes",
    "my sister's name is Clara",
    "I never drink coffee",
    "the violin is in the attic",
    "calls with Ana are on Mondays",
    "no meetings on Fridays",
    ...Array.from({ length: 13 }, (_, i) => `shelf ${i + 1} holds the ${"old ".repeat(20)}books`),
  ];

  it.each([1, 2, 7, 20])("is said back where %i things are known", async (n) => {
    const { say } = await talk();
    const notes = NOTES.slice(0, n);
    for (const one of notes) await say(`remember that ${one}`);
    const answer = await say("what do you know about me?");
    const told = notes.filter((one) => answer.includes(`“${one}”`));
    expect(told.length).toBeGreaterThanOrEqual(Math.min(n, 4));
    expect(answer).toMatch(told.length < n ? /and more: / : /^(?:You told me this|This is what you told me): /);
    if (n > 1) expect(await say("what do you remember about trains?")).toContain(`“${NOTES[1]}”`);
  });

  it("about one thing is said back where two notes hold it", async () => {
    const { say } = await talk();
    await say("remember that no calls before ten");
    for (const one of NOTES.slice(1, 5)) await say(`remember that ${one}`);
    await say("remember that calls with Ana are on Mondays");
    await say("remember that no meetings on Fridays");
    const answer = await say("what do you remember about calls?");
    expect(answer).toContain("“no calls before ten”");
    expect(answer).toContain("“calls with Ana are on Mondays”");
    expect(answer).not.toContain("trains");
  });
});
