import { describe, expect, it } from "vitest";
import { request, understood } from "./plain-requests.ts";

const DATE = "2026-10-30";
const asked = (message: string) => request.reads({ trigger: "user_message", date: DATE, message, skills: [] });

describe("a plain request", () => {
  it.each([
    [
      "Remember that my sister lives in Lisbon.",
      "update_memory",
      { hall: "facts", claim: "my sister lives in Lisbon" },
    ],
    ["please remember: I prefer trains", "update_memory", { hall: "preferences", claim: "I prefer trains" }],
    ["Remember no calls before ten", "update_memory", { hall: "preferences", claim: "no calls before ten" }],
    ["remind me at 17:30 to call Ana", "watch", { text: "call Ana", time: "17:30", date: DATE }],
    ["Waldo, remind me tomorrow at 9:05 to pack", "watch", { text: "pack", time: "09:05", date: "2026-10-31" }],
    ["remind me every day at 11:00 to drink water", "watch", { text: "drink water", time: "11:00" }],
    [
      "remind me on 2026-12-01 at 08:00 about the lease",
      "watch",
      { text: "the lease", time: "08:00", date: "2026-12-01" },
    ],
    ["tell me when I'm flagging: go for a walk", "watch", { text: "go for a walk", bodyZone: "flagging" }],
    ["stop reminding me to drink water", "cancel_watch", { about: "drink water" }],
  ])("%s", (message, name, args) => {
    expect(asked(message)).toEqual([{ name, args }]);
  });

  const long = "word ".repeat(50);
  it.each<[string, ReturnType<typeof understood>]>([
    ["Hey Waldo, please remember that, ok: I run!", { kind: "remember", hall: "facts", claim: "ok: I run" }],
    ["and remember, I need quiet...", { kind: "remember", hall: "preferences", claim: "I need quiet" }],
    ["  remember\n  I  love   tea ", { kind: "remember", hall: "preferences", claim: "I love tea" }],
    ["remember I do NOT want calls", { kind: "remember", hall: "preferences", claim: "I do NOT want calls" }],
    ["remember Never on Sundays", { kind: "remember", hall: "preferences", claim: "Never on Sundays" }],
    ["remember nevertheless it rains", { kind: "remember", hall: "facts", claim: "nevertheless it rains" }],
    ["remember ok", { kind: "remember", hall: "facts", claim: "ok" }],
    ["remember x", undefined],
    ["remembering is hard", undefined],
    ["remember that.", undefined],
    [": remember this", undefined],
    [", thanks a lot", undefined],
    ["remind me at 0:00 to rest", { kind: "remind", text: "rest", time: "00:00", day: "today" }],
    ["remind me at 23:59 that it ends", { kind: "remind", text: "it ends", time: "23:59", day: "today" }],
    ["Remind me DAILY at 7:05 of tea", { kind: "remind", text: "tea", time: "07:05", day: "daily" }],
    ["remind me today at 7:05 about tea", { kind: "remind", text: "tea", time: "07:05", day: "today" }],
    [`remind me at 7:05 to ${long}`, { kind: "remind", text: long.slice(0, 190), time: "07:05", day: "today" }],
    ["remind me at 24:00 to rest", undefined],
    ["remind me at 23:60 to rest", undefined],
    ["remind me at 7:5 to rest", undefined],
    ["remind me at 7:05 to .", undefined],
    ["please do remind me at 7:05 to rest", undefined],
    ["tell me if I am Steady", { kind: "tell", bodyZone: "steady", text: "you are steady" }],
    ["tell me when I'm depleted, rest", { kind: "tell", bodyZone: "depleted", text: "rest" }],
    ["tell me when I'm energized to run", { kind: "tell", bodyZone: "energized", text: "run" }],
    ["tell me when I'm energized run now", { kind: "tell", bodyZone: "energized", text: "run now" }],
    [`tell me when I'm flagging: ${long}`, { kind: "tell", bodyZone: "flagging", text: long.slice(0, 190) }],
    ["I said tell me when I'm flagging", undefined],
    ["stop telling me about the lease", { kind: "stop", about: "the lease" }],
    ["Cancel the reminder for tea", { kind: "stop", about: "tea" }],
    ["cancel reminder: tea", { kind: "stop", about: "tea" }],
    ["drop the reminder that it rains", { kind: "stop", about: "it rains" }],
    ["stop reminding me tea", { kind: "stop", about: "tea" }],
    [`stop reminding me ${long}`, { kind: "stop", about: long.slice(0, 190) }],
    ["stop reminding me", undefined],
    [`remember ${"x".repeat(420 - 9)}`, { kind: "remember", hall: "facts", claim: "x".repeat(411) }],
    [`remember ${"x".repeat(421 - 9)}`, undefined],
    ["", undefined],
  ])("reads %j", (message, expected) => {
    expect(understood(message)).toEqual(expected);
  });

  it("asks for nothing where it understood nothing, and says nothing", () => {
    expect(asked("how are you?")).toEqual([]);
    const told = { trigger: "user_message", date: DATE, message: "how are you?", skills: [] } as const;
    expect(request.write(told, [], (words) => words)).toBeUndefined();
  });

  it.each<[string, RegExp, RegExp]>([
    ["remind me at 9:00 to rest", /^I will remind you/, /^I could not set that: the moment may have passed/],
    ["tell me when I'm flagging", /^I will tell you/, /^I could not set that: there may be/],
    ["stop reminding me of tea", /^That one is cancelled/, /^I found no such reminder/],
  ])("answers %j by what the tool did", (message, done, failed) => {
    const told = { trigger: "user_message", date: DATE, message, skills: [] } as const;
    const [ask] = asked(message);
    const ok = { callId: "1", name: ask?.name ?? "", ok: true, origin: "system", value: {} } as const;
    expect(request.write(told, [{ ...ok, name: "get_crs" }, ok], (words) => words)).toMatch(done);
    expect(request.write(told, [{ ...ok, name: "get_crs" }], (words) => words)).toMatch(failed);
  });

  it.each([
    "remind me sometime",
    "remind me at 25:00 to sleep",
    "do you remember that?",
    "tell me a story",
    "remember",
  ])("leaves “%s” to a model", (message) => {
    expect(understood(message)).toBeUndefined();
    expect(request.answers?.(message)).toBe(false);
  });

  it("says that it was done only where a tool has said so", () => {
    const told = { trigger: "user_message", date: DATE, message: "remember that I have a boat", skills: [] } as const;
    const same = (words: string) => words;
    const ok = { callId: "1", name: "update_memory", ok: true, origin: "system", value: { noted: true } } as const;
    const no = { callId: "1", name: "update_memory", ok: false, error: "failed", message: "no" } as const;
    expect(request.write(told, [ok], same)).toMatch(/^Noted/);
    expect(request.write(told, [no], same)).toMatch(/could not/);
    expect(request.write(told, [], same)).toMatch(/could not/);
  });
});
