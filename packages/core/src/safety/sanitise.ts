/**
 * Cleans a text with five checks, in this order, whenever text is stored or sent (docs/sources.md, The sanitiser):
 * canary → health lockout → PII → instruction patterns → size cap. What may stay depends on the destination:
 *
 * | destination | readings | scores     | PII                              | instruction marks from agent or outside | size   |
 * |-------------|----------|------------|----------------------------------|-----------------------------------------|--------|
 * | internal    | withheld | stay       | cards, accounts redacted         | taken out                               | 8,000  |
 * | memory      | withheld | stay       | redacted; owner: cards, accounts | the whole text is blocked               | 2,000  |
 * | user        | withheld | body zones | stays                            | taken out                               | 4,096  |
 * | external    | withheld | body zones | redacted                         | taken out                               | 20,000 |
 *
 * Cards and accounts are card numbers, IBANs and social security numbers. No prompt and no memory needs them, even if
 * the person typed them. E-mail addresses and telephone numbers stay in some places, because a request may be about
 * them.
 *
 * Memory blocks the whole text, because a memory is read again on later days, and a lost note is less harmful than a
 * planted order. The other destinations only remove the marks. Otherwise any sender could block a mailbox with one
 * line. The owner may write any instruction. A leaked canary is blocked from any author.
 */
import type { Destination, Origin, SanitiserCheck } from "@waldo/contracts";
import { lockHealth } from "./body/health-lockout.ts";
import { leakedCanaries } from "./injection/canary.ts";
import { findInstructions, revealHidden } from "./injection/instructions.ts";
import { findPii, type PiiType } from "./pii/pii.ts";

/**
 * The most UTF-16 units for each destination: a context page, a memory claim (contracts/memory.ts), one Telegram
 * message (contracts/messages.ts), a long e-mail.
 */
export const SIZE_CAP: Record<Destination, number> = { internal: 8_000, memory: 2_000, user: 4_096, external: 20_000 };

/** Returns at most `most` UTF-16 units of the text, cut between code points and marked with an ellipsis. */
export function capSize(text: string, most: number): string {
  const limit = Math.max(0, Math.floor(most));
  if (text.length <= limit) return text;
  if (limit === 0) return "";
  const cut = text.slice(0, limit - 1);
  const whole = /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
  return `${whole}…`;
}

type Span = { readonly start: number; readonly end: number };

/**
 * Returns the text with each span replaced. Spans are sorted by start. When spans overlap, the first decides the
 * replacement.
 */
function replaceSpans<S extends Span>(text: string, spans: readonly S[], replacement: (span: S) => string): string {
  let out = "";
  let done = 0;
  for (const span of spans) {
    if (span.start >= done) out += text.slice(done, span.start) + replacement(span);
    done = Math.max(done, span.end);
  }
  return out + text.slice(done);
}

/** What was found, and how often. It never contains the found text. */
type Finding = { readonly check: SanitiserCheck; readonly kind: string; readonly count: number };

type Sanitised = {
  /** The clean text. It is empty when the text was blocked. */
  readonly text: string;
  readonly verdict: "clean" | "changed" | "blocked";
  readonly findings: readonly Finding[];
};

/** The text that replaces an instruction mark. */
export const REMOVED = "[removed]";

/**
 * Removing a part can join two halves into a new match. So the checks run until nothing changes. After this many passes
 * the text is blocked.
 */
const MOST_PASSES = 8;

type SanitiseOptions = {
  readonly canaries?: readonly string[];
  readonly maxChars?: number;
  /**
   * Set when the gates have judged the text as an answer to the person (agent/judge.ts). It then holds no reading of
   * their body. General statements about bodies stay, and so does code. Content that would load by itself is still
   * removed.
   */
  readonly judged?: boolean;
};

/** Sanitises a text. Sanitising the result again changes nothing. Linear in the text. Never throws. */
export function sanitise(
  input: { readonly text: string; readonly origin: Origin },
  destination: Destination,
  options: SanitiseOptions = {},
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
    text = options.judged ? text : lockedHealth(text, destination, found);
    text = redactedPii(text, input.origin, destination, found);
    const defused = options.judged
      ? withoutLoading(revealed(text, found), found)
      : defusedInstructions(text, input.origin, destination, found);
    if (defused === undefined) return blocked();
    text = capSize(defused, options.maxChars ?? SIZE_CAP[destination]);
    found("size", "cut", text.length < defused.length ? 1 : 0);
    if (text === before)
      return { text, verdict: text === input.text ? "clean" : "changed", findings: [...tally.values()] };
  }
  found("size", "unstable", 1);
  return blocked();
}

/** Personal data that no prompt and no memory needs. */
const ACCOUNTS: readonly PiiType[] = ["card", "iban", "ssn"];

type Found = (check: SanitiserCheck, kind: string, count: number) => void;

function revealed(text: string, found: Found): string {
  const hidden = revealHidden(text);
  found("instruction", "hidden_text", hidden.removed);
  return hidden.text;
}

function lockedHealth(text: string, destination: Destination, found: Found): string {
  const lockout = lockHealth(revealed(text, found), destination === "internal" || destination === "memory");
  found("health", "reading", lockout.raw);
  found("health", "score", lockout.scores);
  return lockout.text;
}

function redactedPii(text: string, origin: Origin, destination: Destination, found: Found): string {
  if (destination === "user") return text;
  const accounts = destination === "internal" || (destination === "memory" && origin === "owner");
  const spans = findPii(text).filter(({ type }) => !accounts || ACCOUNTS.includes(type));
  for (const { type } of spans) found("pii", type, 1);
  return replaceSpans(text, spans, ({ type }) => `[${type}]`);
}

/** Marks without a meaning for a person: content that loads by itself, and control words of a model. */
const NOT_FOR_READERS = ["exfiltration", "special_token"];

/** Returns the text without control words, and without images and links that send data out when they are shown. */
function withoutLoading(text: string, found: Found): string {
  const spans = findInstructions(text).filter(({ kind }) => NOT_FOR_READERS.includes(kind));
  for (const { kind } of spans) found("instruction", kind, 1);
  return replaceSpans(text, spans, () => REMOVED);
}

/** Returns the text without instruction marks, or undefined when it is blocked. */
function defusedInstructions(text: string, origin: Origin, destination: Destination, found: Found): string | undefined {
  if (origin === "owner" || origin === "system") return text;
  const spans = findInstructions(text);
  for (const { kind } of spans) found("instruction", kind, 1);
  if (spans.length > 0 && destination === "memory") return undefined;
  return replaceSpans(text, spans, () => REMOVED);
}
