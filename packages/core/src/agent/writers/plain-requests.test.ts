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
