/** A morning on which `waldo day` is soon done: the day of today is played up to now. Most commands need no more of it. */
import { vi } from "vitest";

/** Sets the clock of this process to a morning at half past eight of UTC. Nothing else stands still. */
export function early(date: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(`${date}T08:30:00Z`) });
}

/** Gives the clock back. */
export const late = (): void => void vi.useRealTimers();
