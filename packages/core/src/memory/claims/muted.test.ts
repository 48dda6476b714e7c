import { keys } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../../../embedded/test/world.ts";
import { noteByOwner, submitMemoryIntent } from "./inbox.ts";
import { isMuted, mutedIn, mutedTopics } from "./muted.ts";

describe("a wish not to hear of something", () => {
  it.each([
    ["don't message me about sleep", "sleep"],
    ["please stop writing to me about my steps, thanks", "steps"],
    ["never remind me of the gym again", "gym"],
    ["do not nag me about the dishes anymore please", "dishes"],
    ["no more nudges about bedtime", "bedtime"],
    ["Don’t bring up my weight", "weight"],
  ])("%s", (words, about) => expect(mutedIn(words)).toEqual({ about }));

  it.each(["don't ask how I feel", "stop asking me how I am doing", "never ask me about my mood again"])(
    "%s: feelings",
    (words) => expect(mutedIn(words)).toMatchObject({ feelings: true }),
  );

  it.each([
    "I slept badly",
    "don't worry",
    "tell me about sleep",
    "I don't like coffee",
    "",
    "don't message me",
    "x".repeat(300),
  ])("%s: none", (words) => expect(mutedIn(words)).toBeUndefined());

  it("is obeyed by words and their forms", () => {
    const topics = [{ about: "gym sessions" }, { about: "sleep" }, { about: "how you feel", feelings: true as const }];
    expect(isMuted(topics, "Your gym session is at six.")).toBe(true);
    expect(isMuted(topics, "The gym closes at ten.")).toBe(false);
    expect(isMuted(topics, "Bed at ten would help.", ["sleep"])).toBe(true);
    expect(isMuted(topics, "How are you feeling today?")).toBe(true);
    expect(isMuted(topics, "How is the draft doing?")).toBe(false);
    expect(isMuted([], "anything")).toBe(false);
  });

  it("counts from the moment it is said, and not from other people", async () => {
    const world = await testWorld({ days: 0 });
    const from = { trigger: "user_message", runId: "run-1", at: 1, outside: false, recalled: [] } as const;
    const draft = (claim: string) => ({ hall: "preferences", claim }) as const;
    await submitMemoryIntent(world, "me", draft("don't message me about sleep"), {
      ...from,
      owner: ["don't message me about sleep"],
    });
    expect(await mutedTopics(world.store, "me")).toEqual([{ about: "sleep" }]);
    await noteByOwner(world, "me", draft("Never write to me about the gym"));
    expect((await mutedTopics(world.store, "me")).map(({ about }) => about).sort()).toEqual(["gym", "sleep"]);
    const [row] = (await world.store.query(keys.inbox.all("me"))).rows;
    if (row) await world.store.transact([{ op: "put", key: row.key, body: { ...row.body, origin: "untrusted" } }]);
    expect(await mutedTopics(world.store, "me")).toEqual([{ about: "gym" }]);
  });
});
