import { expect, it } from "vitest";
import { ahead, leadIn } from "./lead-times.ts";

it.each([
  ["dentist wed 3pm, remind me an hr before", "dentist wed 3pm", { minutes: 60 }],
  ["Pick up Emma at 3:30, remind me 20 minutes before", "Pick up Emma at 3:30", { minutes: 20 }],
  [
    "Am Freitag um neun Kinderarzt, bitte am Abend vorher erinnern.",
    "Am Freitag um neun Kinderarzt",
    { dayBefore: "19:00" },
  ],
  ["and remind me the day before", "", { dayBefore: "09:00" }],
])("%s", (message, rest, lead) => {
  expect(leadIn(message)).toMatchObject({ lead });
  expect(
    leadIn(message)
      ?.rest.replace(/^and$/, "")
      .replace(/[,.]+$/, ""),
  ).toBe(rest);
});

it("a message without a lead, or without a wish to be reminded, has none", () => {
  for (const message of [
    "remind me an hour before my first meeting tomorrow to pack",
    "remind me at 3",
    "the night before was short",
    "an hour before bed I read",
  ])
    expect(leadIn(message)).toBeUndefined();
});

it("goes back over midnight", () => {
  expect(ahead({ on: "once", date: "2026-10-02", time: "00:30" }, { minutes: 60 })).toEqual({
    on: "once",
    date: "2026-10-01",
    time: "23:30",
  });
  expect(ahead({ on: "days", time: "09:00" }, { minutes: 60 })).toEqual({ on: "days", time: "08:00" });
  expect(ahead({ on: "days", time: "00:30" }, { minutes: 60 })).toBeUndefined();
});
