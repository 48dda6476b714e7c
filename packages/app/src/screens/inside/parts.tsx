/** Small parts of the Inside screens: ids that can be copied, values as JSON, times and dollars. */
import type { RunLine } from "@waldo/contracts";
import { CopyButton, Plain } from "../../design/copy.tsx";

/** Says how a run ended, or that it still runs. */
export function outcomeOf({ state, endedAt }: Pick<RunLine, "state" | "endedAt">) {
  return state === "FAILED" ? "failed" : endedAt === undefined ? "working" : "succeeded";
}

/** Shows an id with a button that copies the id. */
export function Id({ value, text = value }: { value: string; text?: string }) {
  return (
    <span className="id">
      <code>{text}</code>
      <CopyButton value={value} name={value} />
    </span>
  );
}

/** Shows a value unchanged in a folded part. The value has its own scroll bar, which keys move too. */
export function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <Plain label={title}>{typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}</Plain>
    </details>
  );
}

/** Returns a length of time in words: `340 ms`, `2.4 s`, `3 min 5 s`. */
export function lasting(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const DOLLARS = new Intl.NumberFormat("en", { minimumFractionDigits: 5, maximumFractionDigits: 5 });

export function dollars(value: number): string {
  return `$${DOLLARS.format(value)}`;
}
