import type { ToolResult } from "@waldo/contracts";
import { expect, it } from "vitest";
import { withLeftOut } from "./left-out.ts";

const looked = (leftOut?: number): ToolResult[] => [
  {
    callId: "1",
    name: "query_calendar",
    ok: true,
    origin: "system",
    value: { events: [], ...(leftOut && { leftOut }) },
  },
];
const SAID = "could not be read in full, so something may be missing here.";

it.each([
  "There is nothing in your calendar today, so you are free.",
  "Tomorrow you are free until 11:00 and after 15:00.",
  "You have no meetings on Friday.",
  "Your calendar is empty this Friday.",
])("%s", (text) => {
  expect(withLeftOut(text, looked(2))).toBe(`${text}\n\n2 entries of your calendars ${SAID}`);
  expect(withLeftOut(text, looked(1))).toBe(`${text}\n\nOne entry of your calendars ${SAID}`);
  expect(withLeftOut(text, looked())).toBe(text);
});

it("what says nothing of free time stays as it is", () => {
  const text = "Today you have “Budget” at 11:00.";
  expect(withLeftOut(text, looked(2))).toBe(text);
});
