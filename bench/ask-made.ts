/** Makes questions of the sentences and phrases in data/ask/. */
import { INTENT_LANGUAGES } from "@waldo/contracts";
import * as z from "zod";

/** The wordings of a day, a range or a metric in one language. */
export const PhraseLine = z.strictObject({
  lang: z.enum(INTENT_LANGUAGES),
  of: z.enum(["day", "range", "metric"]),
  is: z.string(),
  texts: z.array(z.string().min(1)).min(1),
});
export type PhraseLine = z.infer<typeof PhraseLine>;

/** The wordings of a question in one language, with its slots in braces. */
export const SentenceLine = z.strictObject({
  lang: z.enum(INTENT_LANGUAGES),
  kind: z.string(),
  is: z.string(),
  texts: z.array(z.string().min(1)).min(1),
});
export type SentenceLine = z.infer<typeof SentenceLine>;

/** A sentence with its slots filled, and what they mean. */
export type Filled = {
  readonly text: string;
  readonly sentence: SentenceLine;
  readonly metric: string;
  readonly range: string;
  readonly limits: Readonly<Record<string, number>>;
};

/** Returns a sentence with phrases and limits that `random` chooses. */
export function filled({
  text,
  sentence,
  phrases,
  random,
}: {
  readonly text: string;
  readonly sentence: SentenceLine;
  readonly phrases: readonly PhraseLine[];
  readonly random: () => number;
}): Filled {
  const own = (of: string) =>
    one(
      phrases.filter((phrase) => phrase.lang === sentence.lang && phrase.of === of),
      random,
    );
  const [day, range, metric] = [own("day"), own("range"), own("metric")];
  const limits = {
    hours: 5 + Math.floor(random() * 4),
    steps: 1000 * (4 + Math.floor(random() * 9)),
    km: 3 + Math.floor(random() * 6),
    bpm: 50 + Math.floor(random() * 20),
  };
  const words: Record<string, string> = {
    day: one(day.texts, random),
    range: one(range.texts, random),
    metric: one(metric.texts, random),
    ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, String(value)])),
  };
  return {
    text: text.replaceAll(/\{(\w+)\}/g, (_, name) => words[name] ?? ""),
    sentence,
    metric: sentence.kind === "steps" ? "steps" : metric.is,
    range: text.includes("{day}")
      ? day.is
      : text.includes("{range}")
        ? range.is
        : sentence.kind === "trend"
          ? "last30"
          : "all",
    limits,
  };
}

/** Returns one of a list. */
export function one<T>(of: readonly T[], random: () => number): T {
  return of[Math.floor(random() * of.length)] as T;
}
