/** What calendar files give: events, series and what is left out, or one line of refusal. The files are data. */
import { WaldoError } from "@waldo/contracts";
import { CalendarCase, dataLines } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { type IcsWindow, importIcs } from "./ics.ts";

const iso = (at: number) => new Date(at).toISOString();

function read(lines: readonly string[], window: IcsWindow) {
  const { events, series, skipped } = importIcs(new TextEncoder().encode(lines.join("\r\n")), window);
  return {
    events: events.map((event) => ({ ...event, start: iso(event.start), end: iso(event.end) })),
    series: [...series],
    skipped,
  };
}

describe.each(["files", "offices"])("%s", (set) => {
  it.each(dataLines(`calendars/${set}.jsonl`, CalendarCase))("$of", ({ window, lines, gives, refused }) => {
    const asked = { timeZone: window.timeZone, from: Date.parse(window.from), to: Date.parse(window.to) };
    if (refused === undefined) expect(read(lines, asked)).toEqual(gives);
    else {
      expect(() => read(lines, asked)).toThrow(WaldoError);
      expect(() => read(lines, asked)).toThrow(refused);
      expect(refused).toMatch(/^[^\n]{10,120}$/);
    }
  });
});
