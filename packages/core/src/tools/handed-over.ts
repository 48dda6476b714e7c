import { type Handoff, type HandoffId, keys, type LocalDate, MOST_GOAL, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Write } from "../ports.ts";
import { putNew } from "../store/cas.ts";

/** Returns the row of a task that is handed over. `cause` names it: the same message is the same handoff (R5). */
export function handedOver(
  userId: UserId,
  cause: string,
  { goal, date, now }: { readonly goal: string; readonly date: LocalDate; readonly now: number },
): { readonly handoffId: HandoffId; readonly write: Write } {
  const handoffId = `h-${digest(userId, cause).slice(0, 16)}`;
  const dates = { createdAt: now, updatedAt: now };
  const row: Handoff = { handoffId, userId, date, goal: goal.slice(0, MOST_GOAL), plans: 0, ...dates };
  return { handoffId, write: putNew(keys.handoff(userId, handoffId), row) };
}
