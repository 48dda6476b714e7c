/**
 * Measures how times that people say are read: `npm run bench:times -- [--data PATH] [--json] [--verbose]`. PATH is a
 * file or a folder of JSON lines, `{lang, reference, text, type, values}`, where any of the values is right. Each
 * expression is said as a reminder at its reference moment. Chrono alone reads the same expressions as a peer. It ends
 * with exit code 1 when a target is missed.
 */

import { INTENT_LANGUAGES, type IntentLanguage, type When } from "@waldo/contracts";
import { whenIn } from "@waldo/core/language/times";
import { de, en, es, fr } from "chrono-node";
import * as z from "zod";
import { filesIn, linesIn } from "./data-lines.ts";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";

/** The least share of times ahead that are read right, and the most share of wrong ones, in each language. */
const TARGETS = { right: 0.88, wrong: 0.03 } as const;
/** So many wrong ones are allowed in a small set. */
const FEW_WRONG = 2;

const Row = z.object({
  lang: z.enum(INTENT_LANGUAGES),
  reference: z.string(),
  text: z.string(),
  type: z.enum(["date", "datetime", "time", "set"]),
  values: z.array(z.object({ timex: z.string(), value: z.string() })).min(1),
});
type Row = z.infer<typeof Row>;

const KINDS = { date: "dates", datetime: "instants", time: "times", set: "repetitions" } as const;
/** The expression stands where people say it: after the wish, before the task. */
const SAID: Record<IntentLanguage, (time: string) => string> = {
  en: (time) => `remind me ${time} to water the plants`,
  de: (time) => `erinnere mich ${time} daran die Blumen zu giessen`,
  es: (time) => `recuérdame ${time} que riegue las plantas`,
  fr: (time) => `rappelle-moi ${time} d'arroser les plantes`,
};
const CHRONO = { en: en.casual, de: de.casual, es: es.casual, fr: fr.casual };

/** The days of the week that a repetition names in another way. */
const WEEKS: Readonly<Record<string, string>> = { P1WE: "6,7", "XXXX-WXX-WE": "6,7", P1WD: "1,2,3,4,5" };

const options = optionsOf(
  `Usage: npm run bench:times -- [--data PATH] [--json] [--verbose]

  --data PATH   a file or a folder of JSON lines (default ../shared/data/times)
  --verbose     also each expression that was not read as meant`,
  {
    data: { type: "string", default: "../shared/data/times" },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
);

type How = "right" | "asked" | "wrong";
type Judged = {
  readonly row: Row;
  readonly ahead: boolean;
  readonly how: How;
  readonly peer: How;
  readonly as: string;
};

main(options.data);

function main(path: string): void {
  const judged = filesIn(path).flatMap((file) => linesIn(file, (line) => judge(Row.parse(line))));
  const languages = INTENT_LANGUAGES.filter((lang) => judged.some(({ row }) => row.lang === lang));
  const ahead = judged.filter((one) => one.ahead);
  const misses = languages.some((lang) => {
    const own = ahead.filter(({ row }) => row.lang === lang);
    const wrong = own.filter(({ how }) => how === "wrong").length;
    return (
      own.filter(({ how }) => how === "right").length < TARGETS.right * own.length ||
      wrong > Math.max(FEW_WRONG, TARGETS.wrong * own.length)
    );
  });
  if (misses) process.exitCode = 1;
  const lines = languages.flatMap((lang) => {
    const own = judged.filter(({ row }) => row.lang === lang);
    const set = own.filter((one) => one.ahead);
    return [
      summary(lang, "ahead", set),
      ...Object.entries(KINDS).map(([type, name]) =>
        summary(
          lang,
          `  ${name}`,
          set.filter(({ row }) => row.type === type),
        ),
      ),
      summary(
        lang,
        "past, or none",
        own.filter((one) => !one.ahead),
      ),
    ];
  });
  if (options.json) {
    console.log(JSON.stringify(lines, undefined, 2));
    return;
  }
  const percent = (part: number | undefined) => (part === undefined ? undefined : `${fixed(100 * part, 1)}%`);
  printTable(
    ["language", "expressions", "count", "right", "asked", "wrong", "chrono right", "chrono none", "chrono wrong"],
    lines.map(({ language, kind, count, own, chrono }) => [
      language,
      kind,
      count,
      ...[own.right, own.asked, own.wrong, chrono.right, chrono.asked, chrono.wrong].map(percent),
    ]),
  );
  if (!options.verbose) return;
  for (const { row, how, as } of judged)
    if (how !== "right")
      console.log(
        `${how} ${row.lang} ${row.type} ${row.reference.slice(0, 16)} «${row.text}» → ${as}; ${row.values.map(({ value, timex }) => (row.type === "set" ? timex : value)).join(" | ")}`,
      );
}

function summary(language: string, kind: string, judged: readonly Judged[]) {
  const share = (of: "how" | "peer", how: How) =>
    judged.length === 0 ? undefined : judged.filter((one) => one[of] === how).length / judged.length;
  const shares = (of: "how" | "peer") => ({
    right: share(of, "right"),
    asked: share(of, "asked"),
    wrong: share(of, "wrong"),
  });
  return { language, kind, count: judged.length, own: shares("how"), chrono: shares("peer") };
}

/** Judges one expression. What lies behind, or is no date at all, should be asked. */
function judge(row: Row): Judged {
  const wanted = wantedOf(row);
  const { when } = whenIn(SAID[row.lang](row.text), clockOf(row), row.lang);
  const judged = (found: When | undefined): How => {
    if (found === undefined) return wanted.length === 0 ? "right" : "asked";
    return wanted.some((is) => is(found)) ? "right" : "wrong";
  };
  return {
    row,
    ahead: row.type === "set" || wanted.length > 0,
    how: judged(when),
    peer: judged(chronoOf(row)),
    as: JSON.stringify(when) ?? "no time",
  };
}

type Is = (when: When) => boolean;

/** Returns what would be right: the values that lie ahead, or the repetition, if a reminder can have it. */
function wantedOf(row: Row): Is[] {
  const { type, values, reference } = row;
  if (type === "set") return values.flatMap(({ timex }) => repetition(timex));
  return values.flatMap(({ value }): Is[] => {
    if (value === "not resolved") return [];
    if (type === "time") return [(when) => when.on === "once" && when.time === value.slice(0, 5)];
    if (type === "date")
      return value < reference.slice(0, 10) ? [] : [(when) => when.on === "once" && when.date === value];
    const [date = "", time = ""] = value.split(" ");
    const minute = time.slice(0, 5);
    return `${date}T${minute}` <= reference.slice(0, 16)
      ? []
      : [(when) => when.on === "once" && when.date === date && when.time === minute];
  });
}

/** A reminder repeats daily or on weekdays. Any other repetition should be asked. */
function repetition(timex: string): Is[] {
  const time = /T(\d\d)(?::(\d\d))?$/.exec(timex);
  const at: Is = (when) => time === null || (when.on === "days" && when.time === `${time[1]}:${time[2] ?? "00"}`);
  const weekday = /^XXXX-WXX-(\d)(?:T|$)/.exec(timex)?.[1];
  const days = weekday ?? WEEKS[timex];
  if (days !== undefined) return [(when) => when.on === "days" && when.days?.join() === days && at(when)];
  return /^(?:P1D|T\d\d(?::\d\d)?|T(?:MO|AF|EV|NI))$/.test(timex)
    ? [(when) => when.on === "days" && (when.days === undefined || when.days.length === 7) && at(when)]
    : [];
}

function clockOf({ reference }: Row) {
  return { date: reference.slice(0, 10), time: reference.slice(11, 16) };
}

/** Returns the first moment that chrono alone finds ahead of the reference. */
function chronoOf({ lang, text, reference }: Row): When | undefined {
  const instant = new Date(`${reference.slice(0, 16)}:00Z`);
  const [found] = CHRONO[lang].parse(text, { instant, timezone: 0 }, { forwardDate: true });
  if (found === undefined) return undefined;
  const pad = (part: "month" | "day" | "hour" | "minute") => String(found.start.get(part) ?? 0).padStart(2, "0");
  return {
    on: "once",
    date: `${found.start.get("year")}-${pad("month")}-${pad("day")}`,
    time: `${pad("hour")}:${pad("minute")}`,
  };
}
