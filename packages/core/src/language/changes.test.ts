/** Tests what plain code understands of a change, and that it leaves alone what it does not understand whole. */
import type { PlainAction } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wantedOf } from "./changes.ts";

const CLOCK = { date: "2026-10-30", time: "10:20" };
const dentist: PlainAction = {
  tool: "propose_schedule",
  args: { title: "Dentist", date: "2026-11-02", time: "09:00", minutes: 30 },
  title: "Schedule “Dentist”",
};
const rent: PlainAction = {
  tool: "write_task",
  args: { title: "Pay the rent", due: "2026-11-01" },
  title: "Add the task",
};
const bank: PlainAction = {
  tool: "write_task",
  args: { title: "Call the bank" },
  title: "Add the task “Call the bank”",
};
const mail: PlainAction = {
  tool: "draft_email",
  args: { to: ["a@b.test"], subject: "Lunch", text: "Hi" },
  title: "Draft a mail",
};

const change = (message: string, actions: readonly PlainAction[] = [dentist]) => {
  const wanted = wantedOf(message, actions, { clock: CLOCK, spoken: "en" });
  return wanted.is === "changed" ? wanted.actions.map(({ args }) => args) : wanted.is;
};
const dentistAt = (patch: object) => [{ ...(dentist.args as object), ...patch }];

describe("of one action", () => {
  it.each<[string, object]>([
    ["make it 4 pm", { time: "16:00" }],
    ["Make it 4", { time: "16:00" }],
    ["make it 8", { time: "08:00" }],
    ["ok, at 16:30 please", { time: "16:30" }],
    ["at 4.30 p.m.", { time: "16:30" }],
    ["half an hour later", { time: "09:30" }],
    ["push it 2 hours later, thanks", { time: "11:00" }],
    ["30 minutes earlier", { time: "08:30" }],
    ["tomorrow instead", { date: "2026-10-31" }],
    ["no, on Friday", { date: "2026-11-06" }],
    ["tomorrow at 3 pm", { date: "2026-10-31", time: "15:00" }],
    ["move the dentist to 11 am", { time: "11:00" }],
    ["call it Teeth", { title: "Teeth" }],
    ["Rename it to “Teeth and more”.", { title: "Teeth and more" }],
    ["change the title to bread and butter", { title: "bread and butter" }],
    ["call it “Teeth” at 4 pm", { time: "16:00", title: "Teeth" }],
    ["call it a day off", { title: "a day off" }],
    ["in 2 hours", { date: "2026-10-30", time: "12:20" }],
    ["make it in half an hour", { date: "2026-10-30", time: "10:50" }],
    ["make it 4 pm and call it Teeth", { time: "16:00", title: "Teeth" }],
  ])("“%s” changes that and nothing else", (message, patch) => {
    expect(change(message)).toEqual(dentistAt(patch));
  });

  it.each([
    "make it nicer",
    "make it 4 pm in the blue room",
    "not at 4 pm",
    "not tomorrow",
    "from 3 pm to 4 pm",
    "at 3-4 pm",
    "move the haircut to 4 pm",
    "drop it and also the other",
    "call it off",
    "call that one off",
    "Call it a day!",
    "make it 60 minutes",
    "make it 60min",
    "make it half an hour",
    "make it an hour in the afternoon",
    "before 4 pm",
    "make it 9 am",
    "yesterday at 4 pm",
    "24 hours later",
    "drop the second one",
    "",
    "x".repeat(301),
  ])("“%s” is not understood", (message) => {
    expect(change(message)).toBe("unclear");
  });

  it("a task has a day and no time; a mail has a title alone", () => {
    expect(change("tomorrow instead", [rent])).toEqual([{ title: "Pay the rent", due: "2026-10-31" }]);
    expect(change("on Friday", [bank])).toEqual([{ title: "Call the bank", due: "2026-11-06" }]);
    expect(change("make it 4 pm", [rent])).toBe("unclear");
    expect(change("call it Supper", [mail])).toEqual([{ ...(mail.args as object), subject: "Supper" }]);
    expect(change("tomorrow", [mail])).toBe("unclear");
  });

  it("a moment that is over is not proposed", () => {
    const today = { ...dentist, args: { ...(dentist.args as object), date: "2026-10-30" } };
    expect(change("make it 9:30 am", [today])).toBe("unclear");
    expect(change("make it 4 pm", [today])).toEqual([{ ...today.args, time: "16:00" }]);
  });
});

describe("of several actions", () => {
  const all = [dentist, rent, bank];
  const [a, b, c] = all.map(({ args }) => args);

  it.each<[string, unknown]>([
    ["drop the second one", [a, c]],
    ["without the rent", [a, c]],
    ["drop the first and the last", [b]],
    ["the first and the last", "unclear"],
    ["drop the first, drop the last", [b]],
    ["only the first", [a]],
    ["leave out the bank", [a, b]],
    ["drop all of them", "unclear"],
    ["drop the fourth one", "unclear"],
    ["make the first one 4 pm", [...dentistAt({ time: "16:00" }), b, c]],
    ["drop the second one and make the first 4 pm", [...dentistAt({ time: "16:00" }), c]],
    ["call the second one Rent", [a, { title: "Rent", due: "2026-11-01" }, c]],
    ["call it Rent", "unclear"],
    ["make it 4 pm", [...dentistAt({ time: "16:00" }), b, c]],
    [
      "tomorrow instead",
      [
        ...dentistAt({ date: "2026-10-31" }),
        { title: "Pay the rent", due: "2026-10-31" },
        { title: "Call the bank", due: "2026-10-31" },
      ],
    ],
  ])("“%s”", (message, expected) => {
    expect(change(message, all)).toEqual(expected);
  });

  it("what two of them share names neither", () => {
    const two = [dentist, { ...dentist, args: { ...(dentist.args as object), title: "Dentist again" } }];
    expect(change("make it 4 pm", two)).toBe("unclear");
    expect(change("move the dentist to 4 pm", two)).toBe("unclear");
    expect(change("make both 4 pm", two)).toMatchObject([{ time: "16:00" }, { time: "16:00" }]);
  });
});

it("whatever is said, no argument appears that the actions did not have, and no text that was not there or said", () => {
  const actions = [dentist, rent, mail];
  const words =
    "drop call it make the second one 4 pm tomorrow rent dentist title to and not only last mail Teeth".split(" ");
  const message = fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((some) => some.join(" "));
  fc.assert(
    fc.property(message, (said) => {
      const wanted = wantedOf(said, actions, { clock: CLOCK, spoken: "en" });
      if (wanted.is !== "changed") return;
      expect(wanted.actions.length).toBeGreaterThan(0);
      for (const { tool, args } of wanted.actions) {
        const before = actions.filter((one) => one.tool === tool).map((one) => one.args as Record<string, unknown>);
        for (const [name, value] of Object.entries(args as Record<string, unknown>)) {
          if (["date", "due", "time"].includes(name)) continue;
          const isOld = before.some((one) => JSON.stringify(one[name]) === JSON.stringify(value));
          expect(isOld || said.includes(String(value))).toBe(true);
        }
      }
    }),
  );
});
