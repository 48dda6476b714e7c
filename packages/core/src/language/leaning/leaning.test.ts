/** Messages that are complete only together with the talk before them. */
import type { Asked, ThreadTurn } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { repositoryIntents } from "../../../../embedded/src/bundled-intents.ts";
import { learnFrom } from "../learned.ts";
import { understandingOf } from "../understand.ts";

const learned = learnFrom(repositoryIntents());
const understanding = understandingOf(learned);
/** A Wednesday. */
const CLOCK = { date: "2026-03-04", time: "10:20" } as const;

/** Understands the last of the words after those before it: the person and Waldo in turn. */
function understood(...words: readonly string[]): Asked {
  const thread = words.slice(0, -1).map((text, i): ThreadTurn => ({ from: i % 2 === 0 ? "owner" : "waldo", text }));
  return understanding.understand(words.at(-1) ?? "", { ...CLOCK, thread });
}

const clear = (...words: readonly string[]) => {
  const asked = understood(...words);
  return asked.is === "clear" ? { intent: asked.intent.name, ...asked.slots[0] } : asked.is;
};

const SET = ["remind me to call Ana at 5", "I will remind you today at 17:00: “call Ana”."];
const LISTED = [
  "what reminders do I have",
  "These are set: “bins” every Monday at 08:00 and “call Ana” today at 17:00.",
];
const SLEPT = ["how did I sleep", "You slept about seven hours, close to your usual."];

describe("a reminder that was just set", () => {
  it.each([
    ["actually make it 6", { on: "once", date: "2026-03-04", time: "18:00" }],
    ["no, 6 is better", { on: "once", date: "2026-03-04", time: "18:00" }],
    ["wait, make that 6 am tomorrow", { on: "once", date: "2026-03-05", time: "06:00" }],
    ["nein, lieber um 18:30", { on: "once", date: "2026-03-04", time: "18:30" }],
    ["mejor a las 8", { on: "once", date: "2026-03-04", time: "20:00" }],
  ])("is moved by “%s”", (said, when) => {
    expect(clear(...SET, said)).toMatchObject({ intent: "move-reminder", when });
  });

  it("gets another weekday, and stays a repeated one", () => {
    const before = [
      "every monday at 8 remind me to put the bins out",
      "I will remind you every Monday at 08:00: “bins”.",
    ];
    expect(clear(...before, "no wait, sunday evening at 8 is better")).toMatchObject({
      intent: "move-reminder",
      when: { on: "days", days: [7], time: "20:00" },
    });
  });

  it("gets a second one before it, also after another word", () => {
    const talk = [...SET, "thanks", "Any time."];
    expect(clear(...talk, "and remind me an hour before")).toMatchObject({
      intent: "remind",
      text: "call Ana",
      when: { on: "once", date: "2026-03-04", time: "16:00" },
    });
  });
});

describe("a line of a list", () => {
  it.each([
    ["delete the second one", "call Ana"],
    ["cancel the first", "bins"],
    ["lösch die letzte", "call Ana"],
  ])("is meant by “%s”", (said, about) => {
    expect(clear(...LISTED, said)).toMatchObject({ intent: "cancel-reminder", about });
  });

  it("that is not there names nothing, and without a list nothing is done", () => {
    expect(clear("what reminders do I have", "You have no reminders.", "delete the second one")).toEqual({
      intent: "cancel-reminder",
    });
    expect(clear(...SLEPT, "delete the second one")).not.toMatchObject({ intent: "cancel-reminder" });
  });

  it("is ticked off in a list of tasks", () => {
    const tasks = ["what is on my list", "On your list: “buy milk” and “pay rent”."];
    expect(clear(...tasks, "the second one is done")).toMatchObject({ intent: "finish-task", about: "pay rent" });
    expect(clear(...tasks, "tick off the first")).toMatchObject({ intent: "finish-task", about: "buy milk" });
    expect(clear(...tasks, "move the second one to friday")).toMatchObject({
      intent: "move-task",
      about: "pay rent",
      date: "2026-03-06",
    });
  });
});

describe("one of what was set", () => {
  it("is dropped by a word of its own", () => {
    const talk = ["remind me to buy stamps on saturday", "I will remind you on Saturday: “buy stamps”."];
    expect(clear(...talk, "cancel the stamps, but keep the pill")).toMatchObject({
      intent: "cancel-reminder",
      about: "stamps",
    });
    const goals = ["which goals do I have", "Standing Commitments: “go to bed by eleven” and “drink more water”."];
    expect(clear(...goals, "drop the water one")).toMatchObject({ intent: "remove-goal", text: "drink more water" });
  });
});

describe("a question about the body", () => {
  it.each([
    ["and yesterday?", { intent: "sleep-last-night", day: "2026-03-03" }],
    ["what about monday", { intent: "sleep-last-night", day: "2026-03-02" }],
    ["and the night before?", { intent: "sleep-last-night", day: "2026-03-03" }],
    ["und vorgestern?", { intent: "sleep-last-night", day: "2026-03-02" }],
    ["why?", { intent: "why-score" }],
    ["is that good?", { intent: "compare-usual" }],
  ])("is gone on with by “%s”", (said, what) => {
    expect(clear(...SLEPT, said)).toMatchObject(what);
  });

  it("goes back night by night, past the question whether it was good", () => {
    const talk = [
      ...SLEPT,
      "is that good?",
      "It is close to your usual.",
      "and the night before?",
      "In the night to yesterday …",
    ];
    expect(clear(...talk, "and the night before that?")).toEqual({ intent: "sleep-last-night", day: "2026-03-02" });
  });

  it("names its day itself", () => {
    expect(clear("how did I sleep on tuesday?")).toEqual({ intent: "sleep-last-night", day: "2026-03-03" });
    expect(clear("wie hab ich vor drei Tagen geschlafen?")).toEqual({ intent: "sleep-last-night", day: "2026-03-01" });
  });
});

describe("a day of the calendar", () => {
  it("is asked on with another day", () => {
    const talk = ["what's on tomorrow", "There is nothing in your calendar tomorrow."];
    expect(clear(...talk, "and on friday?")).toMatchObject({ intent: "day-agenda", date: "2026-03-06" });
  });
});

describe("several wishes", () => {
  it("are understood one by one", () => {
    const asked = understood("remind me to take my pill at 9 every day, and tell me how I slept");
    expect(asked).toMatchObject({
      is: "clear",
      intent: { name: "remind" },
      also: [{ intent: { name: "sleep-last-night" } }],
    });
  });

  it("hide behind no greeting and no thanks", () => {
    expect(clear("Good morning! How did I sleep?")).toEqual({ intent: "sleep-last-night" });
    expect(clear("Buenos días, ¿cómo dormí?")).toEqual({ intent: "sleep-last-night" });
    expect(clear("thanks! what's on tomorrow?")).toMatchObject({ intent: "day-agenda", date: "2026-03-05" });
  });

  it("are not cut out of the words of a reminder", () => {
    expect(clear("remind me to call mum and buy milk at 5")).toMatchObject({ text: "call mum and buy milk" });
  });
});

describe("what a person tells of themselves", () => {
  it.each([
    "had two glasses last night",
    "I weigh 68 now",
    "two beers and a fight with my boss",
    "ich hatte gestern zwei Bier",
  ])("is kept: “%s”", (said) => {
    expect(clear(said)).toEqual({ intent: "report" });
  });

  it("is kept with the night where it is about lying awake", () => {
    expect(clear("I think you're wrong about last night, I was awake at least two hours")).toEqual({
      intent: "night-awake",
    });
  });
});

describe("a reminder that has just come", () => {
  it.each(["done, called him", "its out, smells great", "erledigt"])("is answered by “%s”", (said) => {
    expect(clear("hi", "You asked me to remind you: call the landlord.", said)).toEqual({ intent: "did-it" });
  });
});

it.each([
  ["what are my reminders", "You have these reminders: “call Ana” today at 17:00.", "cancel it"],
  ["Welche Erinnerungen habe ich?", "Du hast diese Erinnerungen: “call Ana” heute um 17:00.", "lösch die"],
])("the only line of a list is what “it” means: %s", (asked, answer, said) => {
  expect(clear(asked, answer, said)).toMatchObject({ intent: "cancel-reminder", about: "call Ana" });
});

it("in a long talk each request before is understood once", () => {
  let looked = 0;
  const whole = () => {
    looked++;
    return undefined;
  };
  const counting = understandingOf(learned, { whole, about: () => undefined });
  const turns = ["remind me to call Ana at 5", ...[6, 7, 8, 9, 10].map((hour) => `actually make it ${hour}`)];
  const thread = turns.flatMap((text): ThreadTurn[] => [
    { from: "owner", text },
    { from: "waldo", text: "I will remind you today at 17:00: “call Ana”." },
  ]);
  expect(counting.understand("wait, make it 11", { ...CLOCK, thread }).is).toBe("clear");
  // A message is looked at once where it stands alone, and once with the words after it.
  expect(looked).toBeLessThanOrEqual(2 * turns.length);
});

describe("a reminder that has just come is", () => {
  const sent = (text: string, said: string) => clear("hi", `You asked me to remind you: ${text}`, said);

  it.each(["folder is in the bag, thank you", "taken, a little late", "jo hab ich", "genommen"])(
    "done with “%s”",
    (said) => {
      expect(sent("take my folder", said)).toMatchObject({ intent: "did-it" });
    },
  );

  it.each([
    "ten more min, the tram is late",
    "the website is down. Ask me again in an hour",
    "später, um 18 uhr",
    "later",
  ])("set again with “%s”", (said) => {
    expect(sent("order the tickets", said)).toMatchObject({ intent: "remind", text: "order the tickets" });
  });

  it.each([
    ["snooze 20 min", "10:40"],
    ["snooze 20", "10:40"],
    ["snooze it for 10m", "10:30"],
    ["voicemail, again at 2", "14:00"],
    ["thx. and again tomorrow at 8", "08:00"],
    ["passt, und morgen um 7 nochmal", "07:00"],
  ])("set again with “%s” for %s", (said, time) => {
    expect(sent("order the tickets", said)).toMatchObject({ intent: "remind", when: { time } });
  });

  it("not set again by words about another thing", () => {
    expect(sent("call the gp", "call Ben again tomorrow at 8")).not.toMatchObject({ text: "call the gp" });
  });

  it.each(["I have a headache", "bins are not out yet", "how did I sleep?"])("not answered by “%s”", (said) => {
    const intent = (sent("take the bins out", said) as { readonly intent?: string }).intent;
    expect(["did-it", "remind"]).not.toContain(intent);
  });
});

it.each([
  [
    ["choir is every Tuesday at half past seven. Remind me at seven each week to take my folder"],
    { intent: "remind", text: "take my folder", when: { on: "days", time: "19:00", days: [2] } },
  ],
  [[...SET, "actually every day"], { intent: "move-reminder", when: { on: "days", time: "17:00" } }],
  [
    ["the evening message comes too late for me. Nine o'clock, please", "Done.", "no, quarter to"],
    { intent: "set-rhythm" },
  ],
  [
    ["I want to walk 8000 steps a day", "“walk 8000 steps a day” is a goal of yours now.", "make it 7"],
    { intent: "change-goal", about: "7" },
  ],
  [
    ["mark the stamps as done", "I marked “stamps” as done on your list.", "oat milk too"],
    { intent: "finish-task", about: "oat milk" },
  ],
])("%j is understood with what stood before", (words, expected) => {
  expect(clear(...words)).toMatchObject(expected);
});

it("a time that is only a limit sets no reminder", () => {
  expect(clear("remind me to ring the pharmacist, some time before Friday")).toEqual({
    intent: "remind",
    text: "ring the pharmacist",
  });
});

it("what comes again at a moment is asked about, and not kept", () => {
  expect(understood("Milo syrup again in 6 hrs")).toMatchObject({
    is: "offered",
    wish: { intent: { name: "remind" }, slots: [{ text: "Milo syrup" }] },
  });
});

it.each(["so normal mode again", "iron back to the old time too", "no need to remind me of the tablet today"])(
  "“%s” is kept as no memory",
  (said) => {
    expect(["report", "news", "remember", "correct-memory"]).not.toContain(
      (clear(said) as { readonly intent?: string }).intent,
    );
  },
);

describe("what was told before", () => {
  const COFFEE = ["had 2 coffees", "Noted: “had 2 coffees”."];
  it.each([
    ["make that 3", "had 3 coffees"],
    ["no it was more like 4", "had 4 coffees"],
    ["ok 3 now", "had 3 coffees"],
    ["i meant three", "had three coffees"],
    ["nope, decaf", "had 2 coffees (decaf)"],
  ])("is corrected by “%s”", (said, text) => {
    expect(clear(...COFFEE, said)).toMatchObject({ intent: "correct-memory", text });
  });

  it("is corrected at the number that was named", () => {
    const told = ["bad night, up at 2 and slept 5 hours", "Noted."];
    expect(clear(...told, "it was 3, not 2")).toMatchObject({ text: "bad night, up at 3 and slept 5 hours" });
    expect(clear(...told, "no, 6 hours")).toMatchObject({ text: "bad night, up at 2 and slept 6 hours" });
  });

  it.each(["no reminders tomorrow", "actually I feel fine", "sorry, how did I sleep?"])("is not by “%s”", (said) => {
    expect(clear(...COFFEE, said)).not.toMatchObject({ intent: "correct-memory" });
  });

  it("is not by another time for what was set after it", () => {
    expect(clear(...COFFEE, ...SET, "make it 6")).toMatchObject({ intent: "move-reminder" });
    expect(clear(...COFFEE, ...SLEPT, "sorry, 3 coffees")).toMatchObject({ text: "had 3 coffees" });
  });

  it("is not kept, on request, and a wish not to keep it is never kept", () => {
    expect(clear(...COFFEE, "don't put that in my memory tho")).toMatchObject({ intent: "forget" });
    expect(clear("don't put that in my memory tho")).toMatchObject({ intent: "news" });
  });

  it("takes a reading also while a question is open, and corrects it", () => {
    const asked = ["remind me to call mum", "When should I remind you?"];
    expect(clear(...asked, "139/85")).toMatchObject({ intent: "report" });
    const told = ["139/85", "Noted: “blood pressure 139/85”."];
    expect(clear(...told, "sorry, 129/85")).toMatchObject({ text: "blood pressure 129/85" });
    expect(clear(...told, "is that good?")).toMatchObject({ intent: "compare-usual", text: "blood pressure 139/85" });
  });
});

describe("a reminder ahead of a thing", () => {
  const DENTIST = [
    "dentist tomorrow at 2pm, remind me an hour before",
    "I will remind you on Thursday 5 March at 13:00: “dentist”.",
  ];
  const on = (time: string, date = "2026-03-05") => ({ on: "once", date, time });
  it.each([
    ["two hours before", "move-reminder", on("12:00")],
    ["no, three hours", "move-reminder", on("11:00")],
    ["and the evening before at 7", "remind", on("19:00", "2026-03-04")],
    ["the day before at 6pm", "move-reminder", on("18:00", "2026-03-04")],
  ])("changes with “%s”", (said, intent, when) => {
    expect(clear(...DENTIST, said)).toMatchObject({ intent, text: "dentist", when });
  });

  it("has no time where the thing has none", () => {
    expect(clear("remind me of the dentist on the evening before at seven")).toEqual({
      intent: "remind",
      text: "the dentist",
    });
  });
});

describe("a repeated reminder", () => {
  const BAG = [
    "remind me every sunday at 7pm to pack the bag",
    "I will remind you every Sunday at 19:00: “pack the bag”.",
  ];
  const SUNDAY = { on: "days", days: [7], time: "19:00" };
  it.each([
    ["put the wellies in that one too", { text: "pack the bag and the wellies", when: SUNDAY }],
    ["it should say pack the lunch box", { text: "pack the lunch box", when: SUNDAY }],
    ["skip it this week", { intent: "cancel-reminder", date: "2026-03-08" }],
    ["and at 8pm the lunch box", { intent: "remind", text: "the lunch box", when: { ...SUNDAY, time: "20:00" } }],
    ["make it half 8, he is never dressed by then", { intent: "move-reminder", when: { ...SUNDAY, time: "20:30" } }],
  ])("is changed by “%s”", (said, slots) => {
    expect(clear(...BAG, said)).toMatchObject(slots);
  });

  it("is cancelled for a day by its name alone", () => {
    expect(clear("skip the vitamin reminder tomorrow")).toMatchObject({ intent: "cancel-reminder" });
  });
});

it("a request stands within courtesy, and beside sentences that only tell", () => {
  const at = { on: "once", date: "2026-03-04", time: "17:00" };
  expect(clear("I should be obliged if you would remind me at five to call Ben.")).toEqual({
    intent: "remind",
    text: "call Ben",
    when: at,
  });
  expect(clear("The plumber is coming on Friday at ten. Please remind me at nine.")).toMatchObject({
    when: { on: "once", date: "2026-03-06", time: "09:00" },
  });
  expect(clear("I am curious whether my resting pulse has changed this month.")).not.toMatchObject({
    intent: "report",
  });
  expect(clear("need to book the check-up, stick it on the list")).toMatchObject({
    intent: "add-task",
    text: "book the check-up",
  });
});
