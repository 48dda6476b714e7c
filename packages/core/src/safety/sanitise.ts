/**
 * Five checks, in order, at every seam where text is written or leaves (seed 000 §5, gate 6; ADR-0024):
 * canary → health lockout → PII → instruction patterns → size cap. What each lets stand depends on where the text goes:
 *
 * | destination | readings | scores | PII                  | instruction marks from agent or outside | size   |
 * |-------------|----------|--------|----------------------|-----------------------------------------|--------|
 * | internal    | withheld | stay   | stays                | taken out                               | 8,000  |
 * | memory      | withheld | stay   | stays if owner wrote | the whole text is blocked               | 2,000  |
 * | user        | withheld | zones  | stays                | taken out                               | 4,096  |
 * | external    | withheld | zones  | redacted             | taken out                               | 20,000 |
 *
 * Memory blocks where the others defuse: what is remembered speaks again on every later day, and one lost note is
 * cheaper than one planted order. Blocking a mailbox over one line would hand any sender a switch, so what is only
 * shown is defused. The owner may write what they like; a leaked canary is blocked whoever wrote it.
 */
import type { Destination, Origin, SanitiserCheck } from "@waldo/contracts";
import { leakedCanaries } from "./canary.ts";
import { lockHealth } from "./health-lockout.ts";
import { revealHidden } from "./hidden-text.ts";
import { findInstructions } from "./instructions.ts";
import { findPii } from "./pii.ts";
import { capSize, SIZE_CAP } from "./size-cap.ts";
import { replaceSpans } from "./spans.ts";

/** What was found and how often; never the text that matched. */
export type Finding = { readonly check: SanitiserCheck; readonly kind: string; readonly count: number };

export type Sanitised = {
  /** Empty when blocked. */
  readonly text: string;
  readonly verdict: "clean" | "changed" | "blocked";
  readonly findings: readonly Finding[];
};

/** What stands where an instruction mark stood. */
export const REMOVED = "[removed]";

/** Taking something out can bring two halves together; the checks run until nothing changes, and give up closed. */
const MOST_PASSES = 8;

/** Idempotent: sanitising what came out changes nothing. Linear in the text. Never throws. */
export function sanitise(
  input: { readonly text: string; readonly origin: Origin },
  destination: Destination,
  options: { readonly canaries?: readonly string[]; readonly maxChars?: number } = {},
): Sanitised {
  const tally = new Map<string, Finding>();
  const found = (check: SanitiserCheck, kind: string, count: number) => {
    if (count === 0) return;
    const key = `${check}/${kind}`;
    tally.set(key, { check, kind, count: count + (tally.get(key)?.count ?? 0) });
  };
  const blocked = (): Sanitised => ({ text: "", verdict: "blocked", findings: [...tally.values()] });

  const leaks = leakedCanaries(input.text, options.canaries ?? []);
  found("canary", "leak", leaks);
  if (leaks > 0) return blocked();

  let text = input.text;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const before = text;
    text = lockedHealth(text, destination, found);
    text = redactedPii(text, input.origin, destination, found);
    const defused = defusedInstructions(text, input.origin, destination, found);
    if (defused === undefined) return blocked();
    text = capSize(defused, options.maxChars ?? SIZE_CAP[destination]);
    found("size", "cut", text.length < defused.length ? 1 : 0);
    if (text === before)
      return { text, verdict: text === input.text ? "clean" : "changed", findings: [...tally.values()] };
  }
  found("size", "unstable", 1);
  return blocked();
}

type Found = (check: SanitiserCheck, kind: string, count: number) => void;

function lockedHealth(text: string, destination: Destination, found: Found): string {
  const hidden = revealHidden(text);
  found("instruction", "hidden_text", hidden.removed);
  const lockout = lockHealth(hidden.text, destination === "internal" || destination === "memory");
  found("health", "reading", lockout.raw);
  found("health", "score", lockout.scores);
  return lockout.text;
}

function redactedPii(text: string, origin: Origin, destination: Destination, found: Found): string {
  const kept = destination === "internal" || destination === "user" || (destination === "memory" && origin === "owner");
  if (kept) return text;
  const spans = findPii(text);
  for (const { type } of spans) found("pii", type, 1);
  return replaceSpans(text, spans, ({ type }) => `[${type}]`);
}

/** Undefined: blocked. */
function defusedInstructions(text: string, origin: Origin, destination: Destination, found: Found): string | undefined {
  if (origin === "owner" || origin === "system") return text;
  const spans = findInstructions(text);
  for (const { kind } of spans) found("instruction", kind, 1);
  if (spans.length > 0 && destination === "memory") return undefined;
  return replaceSpans(text, spans, () => REMOVED);
}
