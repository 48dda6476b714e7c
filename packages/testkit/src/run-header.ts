/** The header of a run that has just begun, for tests. */
import type { RunHeader } from "@waldo/contracts";
import { instantAt } from "@waldo/core/time";
import { DATE } from "./brief-day.ts";
import { PERSON } from "./synthetic-person.ts";

const WAKE = instantAt(DATE, PERSON.wakeTime, PERSON.timeZone);

export const runHeader = (more: Partial<RunHeader> = {}): RunHeader => ({
  runId: "run-x",
  userId: "me",
  trigger: "user_message",
  nonce: "n",
  date: DATE,
  state: "PENDING",
  step: 0,
  iterations: 0,
  attempts: 1,
  fence: 1,
  createdAt: WAKE,
  updatedAt: WAKE,
  ...more,
});
