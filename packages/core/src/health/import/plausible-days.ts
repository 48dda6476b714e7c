import type { SourceDay } from "@waldo/contracts";
import { createDayCollector } from "./day-collector.ts";
import { createNotes } from "./import-notes.ts";

/**
 * Puts the days through the checks of every import. Values outside their physiological bounds are moved to `rejected`;
 * doubled and overlapping sleeps are settled. The device's own `rejected` list is ignored.
 */
export function plausibleDays(days: readonly SourceDay[]): SourceDay[] {
  const collector = createDayCollector(createNotes());
  for (const [index, { date, source, metrics, sleeps, deviceScore }] of days.entries()) {
    const day = { date, source };
    const place = { file: "sync", line: index + 1 };
    for (const [metric, value] of Object.entries(metrics) as [keyof typeof metrics, number][])
      collector.metric(day, metric, value, place);
    for (const { efficiency: _, ...reading } of sleeps) collector.sleep(source, reading, place);
    if (deviceScore !== undefined) collector.deviceScore(day, deviceScore, place);
  }
  return collector.days();
}
