/** What is said without a run: by the night, and by a standing intent. */
import { type LocalDate, OutboxRow, type Profile, type RunHeader, type Trigger } from "@waldo/contracts";
import type { Write } from "../ports.ts";
import { dueWrites, enqueueDelivery } from "./outbox.ts";
import type { Candidate } from "./persona.ts";

/**
 * The rows of one announcement and the pointers by which the next flush finds them, to be committed with what caused it
 * (R2). `name` is unique for the person: the same one again is the same announcement (R5).
 */
export function announcement(
  profile: Profile,
  { name, trigger, date, now }: { name: string; trigger: Trigger; date: LocalDate; now: number },
  said: Omit<Candidate, "threadId">,
): Write[] {
  const header: RunHeader = {
    runId: `run-${name}`,
    userId: profile.userId,
    trigger,
    nonce: name,
    date,
    state: "DONE",
    step: 0,
    iterations: 0,
    attempts: 1,
    fence: 0,
    createdAt: now,
    updatedAt: now,
  };
  const rows = enqueueDelivery(header, profile, [{ ...said, threadId: `day-${date}` }], now);
  return [...rows, ...dueWrites(rows.flatMap((write) => (write.op === "put" ? [OutboxRow.parse(write.body)] : [])))];
}
