/** Plays days of a real person who flew and whose clock changed, where the data is. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SourceDay } from "@waldo/contracts";
import { importExport } from "@waldo/core/health/import/import-export";
import { nightOf } from "@waldo/core/health/reconcile";
import { describe, expect, it } from "vitest";
import { playedPerson } from "../../test/played.ts";
import { fileSources } from "../file-source.ts";

const FOLDER = fileURLToPath(new URL("../../../../../shared/data/wearables/oura-anand", import.meta.url));

/** The offset of each night, by date. */
const offsets = (days: readonly SourceDay[]) =>
  days.flatMap((day) => {
    const night = nightOf([day]);
    return night ? [{ date: day.date, offset: night.offsetMinutes, asleep: night.asleepMinutes }] : [];
  });

describe.skipIf(!existsSync(FOLDER))("a real person's days (skipped: no ../shared/data)", () => {
  it("in another time zone than the day before begin with the morning of that night", async () => {
    const { days } = await importExport(await fileSources(FOLDER), { timeZone: "UTC" });
    const nights = offsets(days);
    const moved = nights.filter(({ offset, asleep }, i) => i > 30 && offset !== nights[i - 1]?.offset && asleep > 240);
    expect(moved.length).toBeGreaterThan(4);
    const person = await playedPerson(days);
    for (const { date } of moved.slice(0, 8)) {
      const spoken = await person.play(date);
      const night = days.flatMap((day) => (day.date === date ? (nightOf([day]) ?? []) : []))[0];
      // A person who sleeps longer than usual hears that nothing has arrived, and then the morning.
      const scored = spoken.findIndex(({ text }) => /a (strong|normal|low|very low) day/i.test(text));
      expect(spoken[scored]?.variant, date).toBe("morning");
      expect(spoken[scored]?.at ?? 0, date).toBeGreaterThanOrEqual(night?.end ?? 0);
      for (const { at } of spoken.slice(0, scored)) expect(at, date).toBeLessThan(night?.end ?? 0);
    }
  });
});
