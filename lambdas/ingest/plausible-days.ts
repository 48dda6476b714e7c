import type { SourceDay } from "@waldo/contracts";
import { createDayCollector } from "@waldo/core/health/import/day-collector";
import { createNotes } from "@waldo/core/health/import/import-notes";

/**
 * The same days, put through what every import goes through: values outside their physiological bounds are set aside
 * under `rejected`, doubled and overlapping sleeps are settled. A device's own verdict on that is not taken over.
 */
export function plausibleDays(days: readonly SourceDay[]): SourceDay[] {
  const collector = createDayCollector(createNotes());
  for (const [index, { date, source, metrics, sleeps, deviceScore }] of days.entries()) {
    const place = { file: "sync", line: index + 1 };
    for (const [metric, value] of Object.entries(metrics) as [keyof typeof metrics, number][])
      collector.metric(date, source, metric, value, place);
    for (const { efficiency: _, ...reading } of sleeps) collector.sleep(source, reading, place);
    if (deviceScore !== undefined) collector.deviceScore(date, source, deviceScore, place);
  }
  return collector.days();
}
