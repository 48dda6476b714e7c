import { CrsResult, keys, type LocalDate, type UserId } from "@waldo/contracts";
import { z } from "zod";
import { loadScores } from "../health/ledger.ts";
import { describeDay } from "../health/narrative.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays } from "../time.ts";
import { defineRead } from "./define.ts";
import { ToolFailure } from "./tool.ts";

const TRAILING_DAYS = 14;

/** The body in words: bands per pillar against the person's own norm, trend, streaks. Derived values only (R7). */
export const getHealth = defineRead({
  name: "get_health",
  description:
    "Today's body in words: each pillar against this person's usual, the trend of Form, nights in a row, and how Form has moved since the morning.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, date }) {
    const scores = await loadScores(store, userId, addDays(date, -TRAILING_DAYS), date);
    const today = scores.at(-1);
    if (today?.date !== date)
      throw new ToolFailure("not_found", `nothing has been computed for ${date}: no health data had arrived`);
    const sinceMorning = await movedSince(store, userId, date, today);
    return { ...describeDay(today, scores.slice(0, -1)), ...(sinceMorning === undefined ? {} : { sinceMorning }) };
  },
});

/** Form now against the first score of the date. A move of less is not worth a word. */
const MOVED_POINTS = 3;

async function movedSince(
  store: Store,
  userId: UserId,
  date: LocalDate,
  now: CrsResult,
): Promise<"up" | "level" | "down" | undefined> {
  const { table, pk, sk } = keys.crsVersion(userId, date, 0);
  const prefix = sk.slice(0, sk.lastIndexOf("#") + 1);
  let first: CrsResult | undefined;
  for await (const row of queryAll(store, { table, pk, prefix })) {
    const version = CrsResult.parse(row.body);
    if (version.status === "final" && version.form !== undefined) {
      first = version;
      break;
    }
  }
  if (first?.form === undefined || now.form === undefined || first.version === now.version) return undefined;
  const moved = now.form - first.form;
  if (Math.abs(moved) < MOVED_POINTS) return "level";
  return moved > 0 ? "up" : "down";
}
