/** The thoughts that wait for the next conversation: the same topic is merged, and what is old is let go. Pure. */
import { type Anomaly, type EpochMs, MOST_WAITING, type RunId, SURFACE_DAYS, type Waiting } from "@waldo/contracts";
import { DAY_MS } from "../time.ts";
import { gravityOf } from "./salience.ts";

/** Returns what still waits. */
export function stillWaiting(waiting: readonly Waiting[], now: EpochMs): Waiting[] {
  return waiting.filter(({ at, saidIn }) => saidIn === undefined && now - at < SURFACE_DAYS * DAY_MS && at <= now);
}

/** Adds what is to be said next. Words that hold those of other people do not wait: they are looked up when asked for. */
export function addWaiting(waiting: readonly Waiting[], anomaly: Anomaly, now: EpochMs): Waiting[] {
  const kept = stillWaiting(waiting, now);
  if (anomaly.outside) return kept;
  const topic = `${anomaly.kind}-${anomaly.saw[0]?.id ?? ""}`;
  const before = kept.find((one) => one.topic === topic);
  const { words: text, severity, saw } = anomaly;
  const next: Waiting = {
    ...{ topic, text, saw, severity, at: now },
    since: before?.since ?? now,
    times: (before?.times ?? 0) + 1,
  };
  const others = kept.filter((one) => one.topic !== topic);
  return [next, ...others].sort((a, b) => gravityOf(b) - gravityOf(a) || b.at - a.at).slice(0, MOST_WAITING);
}

/** Returns the one to say now, and what waits once it is said. What was said in a run is not said in another. */
export function sayNext(
  waiting: readonly Waiting[],
  runId: RunId,
  now: EpochMs,
): { readonly said?: Waiting; readonly waiting: Waiting[] } {
  const mine = waiting.find(({ saidIn }) => saidIn === runId);
  if (mine) return { said: mine, waiting: [...waiting] };
  const [said, ...rest] = stillWaiting(waiting, now);
  return said ? { said, waiting: [{ ...said, saidIn: runId }, ...rest] } : { waiting: [] };
}
