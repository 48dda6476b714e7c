/** Announcements: messages that come from no run, but from the night's work, a standing intent or the patrol. */
import {
  type Announcer,
  announcementId,
  type LocalDate,
  OutboxRow,
  type Profile,
  type RunHeader,
  type Trigger,
} from "@waldo/contracts";
import type { Write } from "../ports.ts";
import { dueWrites, enqueueDelivery } from "./outbox.ts";
import type { Candidate } from "./persona.ts";

type Occasion = {
  readonly by: Announcer;
  readonly name: string;
  readonly trigger: Trigger;
  readonly date: LocalDate;
  readonly now: number;
  /** The instant that the words are about. If it is absent, they are about now. */
  readonly moment?: number;
};

/**
 * Returns the rows of one announcement, and the pointers with which the next flush finds them. The caller commits them
 * together with their cause (R2). `name` is unique per person and announcer. The same name again is the same
 * announcement (R5).
 */
export function announcement(
  profile: Profile,
  { by, name, trigger, date, now, moment = now }: Occasion,
  said: Omit<Candidate, "threadId">,
): Write[] {
  const header: RunHeader = {
    runId: announcementId(by, name),
    userId: profile.userId,
    trigger,
    nonce: `${by}-${name}`,
    date,
    state: "DONE",
    step: 0,
    iterations: 0,
    attempts: 1,
    fence: 0,
    createdAt: moment,
    updatedAt: now,
  };
  const rows = enqueueDelivery(header, profile, [{ ...said, threadId: `day-${date}` }], now);
  return [...rows, ...dueWrites(rows.flatMap((write) => (write.op === "put" ? [OutboxRow.parse(write.body)] : [])))];
}
