import type { SkillWriter } from "./writer.ts";

/** What all four Briefs read. Their words are those of brief-writer.ts, with the sentence of a recipe among them. */
export const brief: SkillWriter = {
  reads: ({ variant }) => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
    { name: "query_calendar", args: { days: 2 } },
    ...(variant === "morning" ? [{ name: "get_agenda", args: {} } as const] : []),
  ],
  write: () => undefined,
};
