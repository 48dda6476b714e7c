/**
 * Tests what is noted, corrected, found and forgotten in a chat without a model, and how it is said. It is Friday
 * 2026-10-30.
 */
import { failure, play, saidBefore } from "@waldo/testkit/chat-scene";
import { describe, expect, it } from "vitest";

const note = (args: object) => [[{ name: "update_memory", args }]];
const noted = (value: object = {}) => ({ update_memory: value });

describe("what is told", () => {
  it("is noted as a fact, or as a wish where it is one", () => {
    expect(play("remember", { slots: { text: "my sister is Clara" }, tools: noted() })).toEqual({
      asked: note({ hall: "facts", claim: "my sister is Clara" }),
      say: "done",
      words: { claim: "“my sister is Clara”" },
    });
    const hallOf = (text: string) => play("remember", { slots: { text }, tools: noted() }).asked[0]?.[0]?.args;
    for (const text of [
      "I prefer trains",
      "I'd really like tea",
      "never call before nine",
      "ich mag Tee",
      "je préfère le thé",
    ])
      expect(hallOf(text)).toEqual({ hall: "preferences", claim: text });
    for (const text of ["I have two cats", "nothing much", "my wish is I want tea"])
      expect(hallOf(text)).toEqual({ hall: "facts", claim: text });
  });

  it("is the whole message where no slot was found, cut where it is long, and asked for where it is empty", () => {
    expect(play("remember", { message: "Clara is my sister", tools: noted() }).asked).toEqual(
      note({ hall: "facts", claim: "Clara is my sister" }),
    );
    expect(play("remember", { slots: { text: "x".repeat(600) }, tools: noted() }).asked).toEqual(
      note({ hall: "facts", claim: "x".repeat(480) }),
    );
    for (const text of ["", " ", "  a "])
      expect(play("remember", { slots: { text } })).toMatchObject({ asked: [], say: "askText" });
    expect(play("remember", { slots: { text: "ab" }, tools: noted() }).say).toBe("done");
  });

  it("is answered with what was noted, what it replaced, and what was masked", () => {
    const slots = { text: "she is Carla" };
    expect(play("remember", { slots, tools: noted({ claim: "my sister is Carla" }) }).words["claim"]).toBe(
      "“my sister is Carla”",
    );
    expect(play("remember", { slots, tools: noted({ replaced: "my sister is Clara" }) })).toMatchObject({
      say: "replaced",
      words: { claim: "“she is Carla”", old: "“my sister is Clara”" },
    });
    expect(play("remember", { slots, tools: noted({ replaced: "my HRV is 41 ms" }) }).say).toBe("done");
    expect(play("remember", { slots: { text: "my HRV is 41 ms" }, tools: noted() }).say).toBe("doneUnquoted");
    const masked = ["email", "phone", "card", "iban", "ssn", "ip", "health", "other"];
    expect(play("remember", { slots, tools: noted({ masked }) })).toMatchObject({
      say: "masked",
      words: {
        what: "the mail address, the phone number, the card number, the account number, the identity number, the network address, the reading and other",
      },
    });
    expect(play("remember", { slots }).say).toBe("failed");
  });

  it("of grief is not answered with a note", () => {
    for (const text of ["my father died", "I lost my little dog", "meine Oma ist gestorben", "it was a stroke"]) {
      expect(play("remember", { slots: { text }, tools: noted() }).say).toBe("graveNoted");
      expect(play("remember", { slots: { text }, tools: noted({ masked: ["email"] }) }).say).toBe("graveNoted");
      expect(play("remember", { slots: { text } }).say).toBe("grave");
    }
    for (const text of ["my deadline moved", "I lost my keys"])
      expect(play("remember", { slots: { text }, tools: noted() }).say).toBe("done");
  });
});

describe("a correction", () => {
  const correct = (message: string, text?: string) =>
    play("correct-memory", { message, slots: text === undefined ? {} : { text }, tools: noted() }).asked;
  const corrected = (claim: string, hall = "facts") => note({ hall, claim, corrects: true });

  it("is noted as one: by its words, or by the whole sentence where they say too little", () => {
    expect(correct("no, my name is Sam Smith", "my name is Sam")).toEqual(corrected("my name is Sam"));
    expect(correct("No, actually: her name is Carla", "Carla")).toEqual(corrected("her name is Carla"));
    expect(correct("no, her name is Carla Bruni", "Carla Bruni")).toEqual(corrected("her name is Carla Bruni"));
    expect(correct("nein, ich mag Tee")).toEqual(corrected("ich mag Tee", "preferences"));
    expect(correct("her name is nobody")).toEqual(corrected("her name is nobody"));
    expect(correct(`no, ${"x".repeat(600)}`)).toEqual(corrected("x".repeat(480)));
  });

  it("needs words, and says what became of it", () => {
    expect(play("correct-memory", { message: "no, wrong!" })).toEqual({ asked: [], say: "askText", words: {} });
    expect(play("correct-memory", { message: "no, her name is Carla" }).say).toBe("failed");
    expect(play("correct-memory", { message: "no, tea", slots: { text: "xy" } }).asked).toHaveLength(1);
    expect(correct("no, ab ")).toEqual(corrected("ab"));
    const tools = noted({ replaced: "her name is Clara" });
    expect(play("correct-memory", { message: "no, her name is Carla", tools }).say).toBe("replaced");
  });
});

describe("what shall be forgotten", () => {
  const forgotten = (all: readonly string[], diary = 0, count = all.length) => ({
    forget_memory: { forgotten: all, count, diary },
  });
  const forget = (tools: object) => play("forget", { slots: { about: "my sister" }, tools: tools as never });

  it("is what the words name, or what was said last", () => {
    expect(forget(forgotten(["she is Clara"]))).toEqual({
      asked: [[{ name: "forget_memory", args: { about: "my sister" } }]],
      say: "done",
      words: { claims: "“she is Clara”" },
    });
    expect(play("forget").asked).toEqual([[{ name: "forget_memory", args: { last: true } }]]);
    expect(play("forget", { slots: { about: "x".repeat(200) } }).asked[0]?.[0]?.args).toEqual({
      about: "x".repeat(110),
    });
  });

  it("is named, six at most, with the entries of the diary", () => {
    expect(forget(forgotten([], 1))).toMatchObject({ say: "doneDiary", words: { entries: "one entry" } });
    expect(forget(forgotten([], 3))).toMatchObject({ say: "doneDiary", words: { entries: "three entries" } });
    expect(forget(forgotten(["a b"], 2))).toMatchObject({
      say: "doneBoth",
      words: { claims: "“a b”", entries: "two entries" },
    });
    expect(forget(forgotten(["a b"], 1))).toMatchObject({ say: "doneBoth", words: { entries: "one entry" } });
    const eight = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"];
    expect(forget(forgotten(eight)).words["claims"]).toBe("“a1”, “b1”, “c1”, “d1”, “e1”, “f1” and two more");
    expect(forget(forgotten(["a1", "my HRV is 41 ms"])).words["claims"]).toBe("“a1” and one more");
    expect(forget(forgotten(["my HRV is 41 ms"])).say).toBe("doneUnquoted");
  });

  it("is none where nothing was found, and no success where it failed", () => {
    expect(forget(forgotten([])).say).toBe("nothing");
    expect(forget({ forget_memory: failure("not_found") }).say).toBe("nothing");
    expect(forget({ forget_memory: failure("failed") }).say).toBe("failed");
    expect(forget({ forget_memory: {} }).say).toBe("nothing");
  });
});

type Claim = readonly [claim: string, on?: string, from?: string];
const claims = (...rows: readonly Claim[]) => ({
  read_memory: {
    claims: rows.map(([claim, on = "2026-10-28", from = "owner"], i) => ({
      id: `p${i}`,
      hall: "facts",
      claim,
      on,
      from,
    })),
  },
});
const diary = (...rows: readonly (readonly [date: string, summary: string])[]) => ({
  search_episodes: { episodes: rows.map(([date, summary]) => ({ date, on: "user_message", summary })) },
});

describe("all that is known", () => {
  it("is said in the person's words, six at most, and none of others", () => {
    expect(play("about-me", { tools: claims(["I like tea"], ["they said so", "2026-10-28", "untrusted"]) })).toEqual({
      asked: [[{ name: "read_memory", args: {} }]],
      say: "found",
      words: { claims: "“I like tea”" },
    });
    const seven = ["a1", "b1", "c1", "d1", "e1", "f1", "g1"].map((claim): Claim => [claim]);
    expect(play("about-me", { tools: claims(...seven.slice(1)) }).say).toBe("found");
    expect(play("about-me", { tools: claims(...seven) }).say).toBe("many");
    expect(play("about-me", { tools: claims(...seven) }).words["claims"]).not.toContain("g1");
    expect(play("about-me", { tools: claims(["my HRV is 41 ms"]) }).say).toBe("unsaid");
    expect(play("about-me", { tools: claims() }).say).toBe("nothing");
    expect(play("about-me").say).toBe("nothing");
  });
});

describe("what was told", () => {
  const recall = (tools: object, more: object = { slots: { about: "my sister's name" } }) =>
    play("recall", { ...more, tools: tools as never });
  const ask = (query: string) => [
    [
      { name: "read_memory", args: { query } },
      { name: "search_episodes", args: { query } },
    ],
  ];

  it("is found in the claims by the words asked for, with the day on which it was told", () => {
    const tools = claims(["my sister's name is Clara"], ["I like tea"], ["my sister lives in Rome", "2026-10-29"]);
    expect(recall(tools)).toEqual({
      asked: ask("my sister's name"),
      say: "found",
      words: { day: "on Wednesday", claims: "“my sister's name is Clara”" },
    });
    const both = claims(
      ["my sister is Clara", "2026-10-30"],
      ["my sister is Carla", "2026-10-29"],
      ["my sister is Cora"],
    );
    expect(recall(both, { slots: { about: "sister" } }).words).toEqual({
      day: "today",
      claims: "“my sister is Clara” and yesterday “my sister is Carla”",
    });
  });

  it.each([
    ["2026-10-30", "today"],
    ["2026-10-29", "yesterday"],
    ["2026-10-28", "on Wednesday"],
    ["2026-10-24", "on Saturday"],
    ["2026-10-23", "on Friday 23 October"],
  ])("on %s is said to be of %s", (on, day) => {
    expect(recall(claims(["my sister's name is Clara", on])).words["day"]).toBe(day);
  });

  it("is one claim, where it shares no word with the question, and each claim once", () => {
    expect(recall(claims(["I like tea"], ["I like milk"]), { message: "drinks?" }).words["claims"]).toBe(
      "“I like tea”",
    );
    const twice = claims(["my sister is Clara"], ["my sister is Clara"]);
    expect(recall(twice, { slots: { about: "sister" } }).words["claims"]).toBe("“my sister is Clara”");
  });

  it("is asked for by the whole question where the words name nothing", () => {
    const message = "am I allergic to anything?";
    expect(recall(claims(["I'm allergic to nuts"]), { message, slots: { about: "anything" } }).asked).toEqual(
      ask(message),
    );
    expect(recall(claims(["I'm allergic to nuts"]), { message: "x".repeat(300) }).asked).toEqual(ask("x".repeat(190)));
  });

  it("is looked for in the diary next, where the person told it", () => {
    const told = diary(
      ["2026-10-29", "They said: where is Clara? Waldo: …"],
      ["2026-10-28", "They said: Clara is in Rome Waldo: Fine."],
    );
    expect(recall({ ...claims(["Clara?", "2026-10-28", "untrusted"]), ...told })).toMatchObject({
      say: "diary",
      words: { day: "on Wednesday", entry: "“Clara is in Rome”" },
    });
    expect(recall({ ...claims(), ...diary(["2026-10-28", "They said: forget Clara"]) }).say).toBe("nothingAbout");
    expect(recall({ ...claims(), ...diary(["2026-10-28", "my HRV was 41 ms"]) }).say).toBe("unsaid");
    expect(recall({ ...claims(["my HRV was 41 ms"]), ...diary() }).say).toBe("unsaid");
  });

  it("is nothing where nothing was found", () => {
    expect(recall({ ...claims(), ...diary() })).toMatchObject({
      say: "nothingAbout",
      words: { about: "“my sister's name”" },
    });
    expect(recall({}, { message: "what was it?" }).say).toBe("nothing");
    expect(recall({}, { slots: { about: "my HRV of 41 ms" } }).say).toBe("nothing");
  });
});

describe("a yes or a no", () => {
  const told = saidBefore("I noticed: you like late coffee. Is that so?");
  const tools = { ...claims(["I like tea"], ["you like late coffee"]), update_memory: {} };

  it.each([
    ["agree", "confirms"],
    ["disagree", "contradicts"],
  ])("%s: %s the pattern that was stated", (intent, says) => {
    expect(play(intent, { told, tools })).toEqual({
      asked: [
        [{ name: "read_memory", args: { query: "I noticed: you like late coffee. Is that so?" } }],
        ...note({ hall: "facts", [says]: "p1" }),
      ],
      say: "done",
      words: { claim: "“you like late coffee”" },
    });
    expect(play(intent, { told, tools: claims(["you like late coffee"]) }).say).toBe("failed");
    expect(play(intent, { told: saidBefore("Fine."), tools })).toMatchObject({
      asked: [[{ name: "read_memory" }]],
      say: "noPattern",
    });
    expect(play(intent, { tools })).toMatchObject({ asked: [], say: "nothing" });
    const alone = { thread: [{ from: "owner", text: "hm" }] } as const;
    expect(play(intent, { told: alone, tools }).say).toBe("nothing");
    const since = { thread: [...(told.thread ?? []), { from: "owner", text: "I like tea" }] } as const;
    expect(play(intent, { told: since, tools }).asked[1]).toEqual(note({ hall: "facts", [says]: "p1" })[0]);
    const unsaid = { ...claims(["my HRV was 41 ms"]), update_memory: {} };
    expect(play(intent, { told: saidBefore("my HRV was 41 ms"), tools: unsaid }).words["claim"]).toBe("that");
  });
});

describe("what is never to be said again", () => {
  it("is a wish; only what a Brief can leave out is said to be left out", () => {
    const message = "never tell me to take a walk";
    const played = play("dont-say", { message, slots: { text: "take a walk" }, tools: noted() });
    const [[wish] = []] = note({ hall: "preferences", claim: message });
    const feedback = { name: "note_feedback", args: { says: "dont_say" } };
    expect(played).toMatchObject({ asked: [[wish, feedback]], say: "done" });
    const other = { message: "never mention my boss", slots: { text: "my boss" } };
    expect(play("dont-say", { ...other, tools: noted() }).say).toBe("noted");
    expect(play("dont-say", other).say).toBe("failed");
    const long = play("dont-say", { ...other, message: "x".repeat(600), tools: noted() });
    expect(long.asked[0]).toContainEqual(note({ hall: "preferences", claim: "x".repeat(480) })[0]?.[0]);
    expect(play("dont-say", { message })).toMatchObject({ asked: [], say: "askText" });
  });
});
