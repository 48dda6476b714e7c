/**
 * Measures spans of personal data in made-up sentences (Presidio's research set). A span is found if a span of its type
 * overlaps it.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPii, PII_TYPES, type PiiType } from "@waldo/core/safety/pii/pii";
import * as z from "zod";
import type { SafetyRow, SafetySection } from "./safety-row.ts";

const Sentence = z.object({
  full_text: z.string(),
  spans: z.array(z.object({ entity_type: z.string(), start_position: z.number(), end_position: z.number() })),
});

const ENTITY: Record<PiiType, string> = {
  email: "EMAIL_ADDRESS",
  phone: "PHONE_NUMBER",
  card: "CREDIT_CARD",
  iban: "IBAN_CODE",
  ssn: "US_SSN",
  ip: "IP_ADDRESS",
};

type Place = { readonly id: string; readonly start: number; readonly end: number };

export function piiRows(data: string): SafetySection {
  const path = join(data, "injection", "pii-presidio.json");
  if (!existsSync(path)) return `skipped: no ${path}`;
  const sentences = z.array(Sentence).parse(JSON.parse(readFileSync(path, "utf8")));
  return PII_TYPES.flatMap((type) => {
    const given: Place[] = [];
    const found: Place[] = [];
    for (const [i, sentence] of sentences.entries()) {
      const id = `pii-${i}`;
      for (const span of sentence.spans)
        if (span.entity_type === ENTITY[type]) given.push({ id, start: span.start_position, end: span.end_position });
      for (const span of findPii(sentence.full_text))
        if (span.type === type) found.push({ id, start: span.start, end: span.end });
    }
    return [share("span recall", type, given, found), share("span precision", type, found, given)];
  });
}

/** Returns the share of `these` that one of `those` overlaps. */
function share(measure: string, set: string, these: readonly Place[], those: readonly Place[]): SafetyRow {
  const wrong = these.filter((a) => !those.some((b) => a.id === b.id && a.start < b.end && b.start < a.end));
  const value = 1 - wrong.length / Math.max(these.length, 1);
  return { gate: "PII", set, measure, cases: these.length, value, wrong: wrong.map(({ id }) => id) };
}
