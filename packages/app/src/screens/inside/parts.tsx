/** Small parts of the Inside screens: ids that can be copied, values as JSON, times and dollars. */
import type { RunLine } from "@waldo/contracts";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { words } from "../../words/words.ts";

const SHOWN_MS = 1_500;

/** How a run ended, or that it goes on. */
export function outcomeOf({ state, endedAt }: Pick<RunLine, "state" | "endedAt">) {
  return state === "FAILED" ? "failed" : endedAt === undefined ? "working" : "succeeded";
}

/** Copies a value. `name` says what it is. */
function CopyButton({ value, name }: { value: string; name: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="copy"
      aria-label={isCopied ? words.inside.copied : words.inside.copy(name)}
      onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}

/** An id with a button that copies it. */
export function Id({ value, text = value }: { value: string; text?: string }) {
  return (
    <span className="id">
      <code>{text}</code>
      <CopyButton value={value} name={value} />
    </span>
  );
}

/** A value as it is, folded. It scrolls by itself, also by keys. */
export function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <details>
      <summary>{title}</summary>
      <Plain label={title}>{typeof value === "string" ? value : JSON.stringify(value, undefined, 2)}</Plain>
    </details>
  );
}

export function Plain({ label, children }: { label: string; children: string }) {
  return (
    <div className="plain">
      <pre>{children}</pre>
      <CopyButton value={children} name={label} />
    </div>
  );
}

/** A stretch of time: `340 ms`, `2.4 s`, `3 min 5 s`. */
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
