import { DAY_MS } from "../time.ts";
import { DoorRefusal } from "./handlers.ts";

/** The most days that one request may ask for. */
const MOST_DAYS = 62;

/** Returns the two instants of a query. Refuses a stretch that is empty or longer than {@link MOST_DAYS} days. */
export function span({ from, to }: { readonly from: number; readonly to: number }): { from: number; to: number } {
  if (to <= from || to - from > MOST_DAYS * DAY_MS)
    throw new DoorRefusal("InvalidInput", `query.to: it must be after from, by at most ${MOST_DAYS} days`);
  return { from, to };
}
