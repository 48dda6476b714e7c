/**
 * Measures what plain code understands of a chat: `npm run bench:intents -- [--data PATH] [--json] [--verbose]`. PATH is a
 * file or a folder of JSON lines, `{text, lang, intent, also?, slots?}`, said on Wednesday 2026-03-04 at 10:20. The
 * messages of data/messages/ were written by a hand that had not seen the examples of data/intents/. `dev` was looked at
 * while the matcher was built, `held` only as a total. It ends with exit code 1 when a target is missed.
 */

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Asked, Slots, When } from "@waldo/contracts";
import { READS } from "@waldo/core/ask/read";
import { learnFrom } from "@waldo/core/language/learned";
import { understandingOf } from "@waldo/core/language/understand";
import { repositoryIntents } from "@waldo/embedded/bundled-intents";
import { ChatMessage } from "@waldo/testkit/data";
import type * as z from "zod";
import { filesIn, linesIn } from "./data-lines.ts";
import { optionsOf } from "./options.ts";
import { fixed, printTable } from "./table.ts";

/** The least share of understood messages, and the most share of wrong actions. A question back counts as neither. */
const TARGETS = { right: 0.9, wrongActions: 0.02 } as const;
const MOMENT = { date: "2026-03-04", time: "10:20" } as const;

type Row = z.infer<typeof ChatMessage>;

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/** How many pairs of the confusion table are printed. */
const MOST_CONFUSIONS = 15;
const HERE = fileURLToPath(new URL("../data/messages/", import.meta.url));
const values = optionsOf(
  `Usage: npm run bench:intents -- [--data PATH] [--json] [--verbose]

  --data PATH   a file or a folder of JSON lines (default: data/messages)
  --verbose     also each message that was not understood, with what it was taken for`,
  {
    data: { type: "string", default: HERE },
    json: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
);
main(values.data);

function isRight({ how }: Judged): boolean {
  return how === "right";
}

type Judged = {
  readonly row: Row;
  readonly taken: string;
  readonly how: "right" | "asked" | "missed" | "wrong";
  /** Waldo did something that nobody asked for. */
  readonly wrongAction: boolean;
  readonly time: boolean | undefined;
};

function main(path: string): void {
  const began = performance.now();
  const understanding = understandingOf(learnFrom(repositoryIntents()), READS);
  const learned = performance.now() - began;
  const sets = filesIn(path).map((file) => ({
    name: basename(file, ".jsonl"),
    judged: linesIn(file, (line) => ChatMessage.parse(line)).map((row) =>
      judge(row, understanding.understand(row.text, MOMENT)),
    ),
  }));
  const misses = sets.some(
    ({ judged }) =>
      share(judged, isRight) < TARGETS.right || share(judged, (one) => one.wrongAction) > TARGETS.wrongActions,
  );
  if (misses) process.exitCode = 1;
  if (values.json) {
    console.log(JSON.stringify({ learnedMs: Math.round(learned), sets: sets.map(summary) }, undefined, 2));
    return;
  }
  console.log(`learned ${repositoryIntents().length} intents from their examples in ${fixed(learned / 1000, 1)} s\n`);
  const header = [
    "messages",
    "count",
    "understood",
    "asked back",
    "not known",
    "taken for another",
    "wrong actions",
    "times right",
  ];
  printTable(
    header,
    sets.flatMap(({ name, judged }) => [
      lineOf(name, judged),
      ...[...new Set(judged.map(({ row }) => row.lang))].map((lang) =>
        lineOf(
          `  ${lang}`,
          judged.filter(({ row }) => row.lang === lang),
        ),
      ),
    ]),
  );
  console.log("\nwhat was taken for something else, most often first");
  printTable(["meant", "taken for", "times"], confusions(sets.flatMap(({ judged }) => judged)));
  if (!values.verbose) return;
  for (const { row, taken, how } of sets.flatMap(({ judged }) => judged))
    if (how !== "right") console.log(`${row.lang} ${row.intent} → ${taken} (${how}): ${row.text}`);
}

function judge(row: Row, asked: Asked): Judged {
  const wanted = [row.intent, ...(row.also ?? [])];
  if (asked.is === "unknown")
    return {
      row,
      taken: "none",
      how: wanted.includes("none") ? "right" : "missed",
      wrongAction: false,
      time: undefined,
    };
  if (asked.is !== "clear") {
    const names = (asked.is === "unclear" ? asked.between : [asked.wish.intent]).map(({ name }) => name);
    return { row, taken: names.join(" or "), how: "asked", wrongAction: false, time: undefined };
  }
  const right = wanted.includes(asked.intent.name);
  return {
    row,
    taken: asked.intent.name,
    how: right ? "right" : "wrong",
    wrongAction: !right && asked.intent.acts,
    time: right ? timeOf(row, asked.slots) : undefined,
  };
}

/** Whether every time in the message was read correctly. Undefined for a message without a time. */
function timeOf({ slots = {} }: Row, found: readonly Slots[]): boolean | undefined {
  const { when, date } = slots;
  if (when === undefined) return date === undefined ? undefined : found[0]?.date === date;
  const wanted = Array.isArray(when) ? when : [when];
  return wanted.every((one, i) => written(found[i]?.when) === JSON.stringify(one));
}

/** Returns a time as the rows write it. */
function written(when: When | undefined): string | undefined {
  if (when === undefined) return undefined;
  if (when.on === "once") return JSON.stringify(`${when.date}T${when.time}`);
  if (when.on === "days") {
    const { days } = when;
    const names = days?.map((day) => DAYS[day - 1]);
    return JSON.stringify({
      time: when.time,
      days: days === undefined ? "daily" : days.join() === "1,2,3,4,5" ? "weekdays" : names,
    });
  }
  const { event, minutes, date } = when;
  return JSON.stringify({
    before: event === "first" ? "first event" : event,
    minutes,
    ...(date === undefined ? {} : { date }),
  });
}

function share(judged: readonly Judged[], is: (one: Judged) => boolean): number {
  return judged.filter(is).length / Math.max(1, judged.length);
}

function summary({ name, judged }: { readonly name: string; readonly judged: readonly Judged[] }) {
  const timed = judged.filter(({ time }) => time !== undefined);
  return {
    name,
    messages: judged.length,
    understood: share(judged, isRight),
    askedBack: share(judged, ({ how }) => how === "asked"),
    notKnown: share(judged, ({ how }) => how === "missed"),
    takenForAnother: share(judged, ({ how }) => how === "wrong"),
    wrongActions: share(judged, ({ wrongAction }) => wrongAction),
    timesRight: timed.length === 0 ? undefined : share(timed, ({ time }) => time === true),
  };
}

function lineOf(name: string, judged: readonly Judged[]) {
  const { messages, understood, askedBack, notKnown, takenForAnother, wrongActions, timesRight } = summary({
    name,
    judged,
  });
  const percent = (part: number | undefined) => (part === undefined ? undefined : `${fixed(100 * part, 1)}%`);
  return [name, messages, ...[understood, askedBack, notKnown, takenForAnother, wrongActions, timesRight].map(percent)];
}

function confusions(judged: readonly Judged[]): [string, string, number][] {
  const counts = new Map<string, [string, string, number]>();
  for (const { row, taken, how } of judged) {
    if (how === "right") continue;
    const key = `${row.intent} ${taken}`;
    counts.set(key, [row.intent, taken, (counts.get(key)?.[2] ?? 0) + 1]);
  }
  return [...counts.values()].sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_CONFUSIONS);
}
