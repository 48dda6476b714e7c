import { writeBrief } from "./brief-writer.ts";
import type { SkillWriter } from "./writer.ts";

/** The writer of all four Briefs. Its words differ by variant. */
export const brief: SkillWriter = {
  reads: ({ variant }) => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
    { name: "query_calendar", args: { days: 2 } },
    ...(variant === "morning" ? [{ name: "get_agenda", args: {} } as const] : []),
  ],
  write: ({ variant, date, time }, results, quote) =>
    variant === undefined ? undefined : writeBrief({ variant, date, time }, results, quote),
};
