/** What a person asks in a chat about their data, their settings and their devices, and their settings after it. */
import { keys } from "@waldo/contracts";
import { MINUTE_MS } from "@waldo/core/time";
import { expect, it } from "vitest";
import { house, THINKING } from "./door-person.ts";

async function person(options: Parameters<typeof house>[0] = {}) {
  const home = await house({ ...THINKING, ...options });
  let count = 0;
  /** Says something, and returns the answer. */
  const chat = async (text: string): Promise<string> => {
    const before = home.world.telegram.length;
    count += 1;
    home.world.clock.set(home.world.clock.now() + MINUTE_MS);
    await home.say(text, `message-${1000 + count}`);
    return home.world.telegram
      .slice(before)
      .map((message) => message.text)
      .join("\n");
  };
  const profile = async () => (await home.world.store.get(keys.profile("me")))?.body;
  return { ...home, chat, profile };
}

it("a person sets their day in a chat, hears what it is now, and takes it back", async () => {
  const { chat, profile } = await person();
  expect(await chat("dont message me after 10 pm please")).toContain("nothing unasked from 22:00 to 07:00");
  expect(await chat("and not before 8 either")).toContain("nothing unasked from 22:00 to 08:00");
  expect(await profile()).toMatchObject({ quietHours: { from: "22:00", to: "08:00" } });
  expect(await chat("only mornings from now on")).toContain(
    "You get the morning Brief at 08:00. The midday Brief and the evening Brief are off.",
  );
  expect(await chat("can the morning one come at 8:15")).toContain("the morning Brief at 08:15");
  expect(await chat("what are my settings now")).toContain(
    "I am quiet from 23:00 to 08:15 and from 22:00 to 08:00. Your time zone is Europe/London.",
  );
  expect(await profile()).toMatchObject({
    wakeTime: "08:15",
    ownTimes: true,
    briefs: { midday: false, evening: false },
  });
  expect(await chat("undo that")).toContain("I took this back");
  expect(await profile()).toMatchObject({ wakeTime: "07:00" });
  expect(await chat("turn the evening brief back on")).toContain("the evening Brief at 18:00");
  expect(await chat("turn off quiet hours")).toContain("Your own quiet hours are over");
  expect(await profile()).toMatchObject({ briefs: { midday: false } });
  expect(await profile()).not.toHaveProperty("quietHours");
});

it("a person sets on which days a Brief comes and how long it is, hears it, and takes it back", async () => {
  const { chat, profile } = await person();
  expect(await chat("no morning brief on weekends")).toContain("the morning Brief at 07:00 on weekdays");
  expect(await profile()).toMatchObject({ briefDays: { morning: [1, 2, 3, 4, 5] } });
  expect(await chat("keep it shorter")).toContain("a Brief has at most two sentences");
  expect(await chat("just one sentence")).toContain("a Brief has one sentence");
  expect(await chat("what are my settings")).toMatch(/morning Brief at 07:00 on weekdays.*A Brief has one sentence\./);
  expect(await chat("undo")).toContain("I took this back");
  expect(await profile()).toMatchObject({ briefSentences: 2 });
  expect(await chat("longer again")).toContain("three sentences");
  expect(await profile()).not.toHaveProperty("briefSentences");
  expect(await chat("quiet on sundays")).toContain("On Sundays I write nothing unasked.");
  expect(await profile()).toMatchObject({ quietDays: [7] });
  expect(await chat("when will you write to me")).toContain("I am quiet from 23:00 to 07:00 and on Sundays.");
  expect(await chat("briefs every day again")).toContain("You get the morning Brief at 07:00, the midday");
  expect(await profile()).not.toHaveProperty("briefDays");
  expect(await profile()).not.toHaveProperty("quietDays");
  expect(await chat("no evening brief on fridays")).toContain("The look back on the week");
  expect(await chat("why did you not write today")).toContain("You do not want the evening Brief on Fridays");
});

it.each([
  "skip the midday message today",
  "don't message me after 10 pm tonight",
  "on weekends at 9",
  "use simpler words",
  "no brief on sunday",
  "less often",
  "change my timezone to portugal when im there",
  "delete my account",
  "send the evening brief at 23:30",
])("%s: changes nothing, and says so", async (text) => {
  const { chat, profile } = await person();
  const before = await profile();
  expect(await chat(text)).toMatch(/nothing|cannot|so far/);
  expect(await profile()).toEqual(before);
});

it.each([
  ["who can see my data", "So can whoever runs the machine or the AWS account"],
  ["do you sell it", "No. Nothing in me sells your data"],
  ["where is it stored", "On AWS it is the database and the files of the account"],
  ["can i get a copy of everything", "“Make a copy of everything”"],
  ["if i delete my account is it really all gone", "“Erase everything”"],
  ["what do you send to the model", "It gets no readings"],
  ["is it encrypted", "sealed with a key of your own"],
  ["when will you write to me", "You get the morning Brief at 07:00"],
  ["why didn't you write today", "I wrote nothing unasked today."],
  ["when did you last get data", "the one of today, from WHOOP"],
  ["which devices are connected", "came from WHOOP"],
  ["why is yesterday missing", "open its app and let it sync"],
  ["are you mad at me", "No"],
])("%s: is answered", async (text, answer) => {
  expect(await (await person()).chat(text)).toContain(answer);
});

it.each([
  ["i cant sleep", "as the British NHS advises"],
  ["i cant sleep", "Get up at 07:00, also after a bad night."],
  ["why do i wake up at night", "as the US National Institutes of Health advise"],
  ["how do i calm down", "as the British NHS describes it"],
  ["flying to tokyo on friday, how do i avoid jet lag", "That is nine hours east."],
  ["jet lag 2 hours west", "mostly the tiredness of the journey"],
  ["how long does jet lag last", "about a day for each hour"],
  ["make me a plan for the week", "Your calendar of the next seven days is empty. No task is due in these days."],
])("%s: gets help from the library or from the person's own rows", async (text, answer) => {
  expect(await (await person()).chat(text)).toContain(answer);
});

it.each([
  "i cant sleep because i want to die",
  "should i take melatonin against jet lag",
  "i cant sleep and my chest hurts",
])("%s: gets no tips for sleep", async (text) =>
  expect(await (await person()).chat(text)).not.toMatch(/NHS advises|NIH|CDC|Institutes|twenty minutes/),
);

it("a plan of the week names what is due in it, and the person's own goal", async () => {
  const { chat } = await person();
  await chat("put finish the report on my list for thursday");
  expect(await chat("make me a plan for the week")).toContain("Due: “finish the report” on Thursday.");
});

it("what a model gets depends on the person's consent", async () => {
  const { chat, send } = await person();
  await send("PUT", "/me/consents", { body: { purpose: "model", given: false } });
  expect(await chat("what do you send to the model")).toContain("gets nothing from me, because you have not agreed");
});
