import { writeBrief } from "./brief-writer.ts";
import type { SkillWriter } from "./writer.ts";

/** The writer of all four Briefs. Its words differ by variant. */
export const brief: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
  ],
  write: ({ variant, date }, results) => (variant === undefined ? undefined : writeBrief(variant, date, results)),
};
