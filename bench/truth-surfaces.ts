/** Renders what every surface says of a day, as the product does. It serves bench:truth. */

import { formWords } from "@waldo/contexts/mcp/own-tools";
import type { Asked, CrsResult, DayFact, Pillar, ToldScore, ToolResult, Understanding } from "@waldo/contracts";
import { stepOf } from "@waldo/core/agent/writers/chat/answer";
import type { Told } from "@waldo/core/agent/writers/writer";
import { dayStory } from "@waldo/core/day/bands";
import { describeDay } from "@waldo/core/health/narrative";
import { sumsOf } from "@waldo/core/health/sum";
import { todayPage } from "@waldo/core/memory/pages/pages";
import { quoted } from "@waldo/core/safety/quote";
import { scoreLine } from "@waldo/embedded/day/timeline";
import { en } from "../packages/app/src/words/en.ts";
import type { Morning } from "./mornings-check.ts";
import { BODY_QUESTIONS } from "./truth-questions.ts";
import { type Reading, readingOf } from "./truth-read.ts";

/** The question, one wording of it, and what plain code understood. */
type Question = { readonly topic: string; readonly wording: string; readonly asked: Asked };

const CLOCK = { date: "2026-10-30", time: "10:20" } as const;

/** Understands each wording once. The answer depends on the day, and the understanding does not. */
export function understood(understanding: Understanding): Question[] {
  return Object.entries(BODY_QUESTIONS).flatMap(([topic, wordings]) =>
    wordings.map((wording) => ({ topic, wording, asked: understanding.understand(wording, CLOCK) })),
  );
}

/** Returns what each surface says of a day with a score. The same text of two wordings is read once. */
export function readingsOf({ result, text, results }: Morning, questions: readonly Question[]): Reading[] {
  const { bodyZone } = result;
  if (bodyZone === undefined) return [];
  const told: ToldScore = { ...result, story: dayStory(result), sums: sumsOf(result) };
  // Where no fact leads, the first of a list is not named as a cause.
  const main = told.story.lead === undefined ? undefined : "main";
  return [
    described(result),
    ...(text === undefined ? [] : [readingOf("Brief", text, "main")]),
    readingOf("dial", dialLines(told).join("\n"), "main"),
    readingOf("Why, rows", rowLines(told).join("\n")),
    readingOf("Why, list", told.story.facts.map((fact) => en.why.fact(fact)).join("\n"), main),
    readingOf("Body, bands", bandLines(result).join("\n")),
    readingOf("MCP", formWords({ ...result, bodyZone }), main),
    terminal(result),
    ...answers(result, results, questions),
  ];
}

const WARM_UP = 7;

function dialLines({ bodyZone, story }: ToldScore): string[] {
  const of = (id: string | undefined) => story.facts.find((fact) => fact.id === id);
  const [lead, other] = [of(story.lead), of(story.other)];
  return [bodyZone ?? "", ...(lead ? [en.dial.lead(lead)] : []), ...(other ? [en.dial.other(other)] : [])];
}

/** The rows of Why: the name of each part beside its words. */
function rowLines({ pillars, findings, story }: ToldScore): string[] {
  const usual = (findings?.nightsKnown ?? WARM_UP) < WARM_UP ? en.why.learning : en.why.usual;
  return Object.entries(pillars).map(([pillar, { by }]) => {
    const fact = story.facts.find(({ id }) => id === by);
    return rowOf(pillar as Pillar, by, fact === undefined ? usual : en.why.off(fact.id, fact.size));
  });
}

function bandLines({ pillars, findings }: CrsResult): string[] {
  if ((findings?.nightsKnown ?? WARM_UP) < WARM_UP) return [];
  return Object.entries(pillars).map(([pillar, { band, by }]) => {
    const off = by === undefined ? en.why.usual : en.why.off(by, band.startsWith("well_") ? "far" : "clear");
    return rowOf(pillar as Pillar, by, off);
  });
}

/** Names what a reader takes the row to be about: the part is "Sleep", and its words are about the night or the week. */
export function rowOf(pillar: Pillar, by: DayFact["id"] | undefined, words: string): string {
  const subject = by?.split(".")[0];
  if (pillar === "sleep") return subject === "sleepQuality" ? `Your sleep was ${words}` : `You slept ${words}`;
  if (pillar === "circadian") return by === undefined ? `You went to bed ${words}` : words;
  return `${en.pillar[pillar]}: ${words}`.replace(":", "");
}

/** The description of the day that prompts hold, and the same in today.md, read without any words. */
function described(result: CrsResult): Reading {
  const day = describeDay(result);
  const page = todayPage({ date: result.date, timeZone: "UTC", body: day });
  const { signs, lead, night, nightsKnown, bodyZone, missing } = day;
  if (!page.includes(bodyZone ?? "")) throw new Error(`${result.date}: today.md does not hold the day`);
  const off = new Set(signs.map(({ sign }) => sign));
  const one = (subject: (typeof signs)[number]["sign"], pillar: Pillar) =>
    off.has(subject) || missing.includes(pillar) || nightsKnown < WARM_UP
      ? []
      : [{ subject, side: "usual" as const, words: `no sign of ${subject}` }];
  return {
    surface: "description",
    zones: bodyZone === undefined ? [] : [bodyZone],
    nothing: undefined,
    main: lead?.split(".")[0] as Reading["main"],
    said: [
      ...signs.map(({ sign, side, size, mostOf }) => ({
        ...{ subject: sign, side, words: `${sign}.${side} ${size}` },
        ...(size === "clear" ? {} : { size }),
        ...(mostOf === undefined ? {} : { span: mostOf }),
        ...(sign === "sleepLength" && night ? { halves: night.halfHoursAsleep } : {}),
      })),
      ...one("hrv", "cass"),
      ...one("restingHr", "rhrts"),
      ...one("breathing", "rrs"),
      ...(night === undefined ? [] : one("sleepLength", "sleep")).map((said) => ({
        ...said,
        halves: night?.halfHoursAsleep ?? 0,
      })),
      ...((night?.halfHoursOwed ?? 0) >= 3
        ? [{ subject: "debt" as const, side: "high" as const, words: `owes ${night?.halfHoursOwed} half hours` }]
        : []),
    ],
  };
}

const plain = { bold: (text: string) => text, dim: (text: string) => text, red: (text: string) => text };

/** The line of `waldo day`: of it the zone is read. The part that it names is the drag of the score. */
function terminal(result: CrsResult): Reading {
  return { ...readingOf("terminal", scoreLine(result, plain as never).replace(/pulled down by[^·]*/, "")), said: [] };
}

function answers(result: CrsResult, results: readonly ToolResult[], questions: readonly Question[]): Reading[] {
  const readings = new Map<string, Reading>();
  const known = new Map<string, string | undefined>();
  for (const { topic, wording, asked } of questions) {
    if (asked.is !== "clear") continue;
    // The phrasing depends on the length of the message alone.
    const key = `${asked.intent.name} ${wording.length % PHRASINGS}`;
    if (!known.has(key)) known.set(key, answerTo(asked, wording, result, results));
    const text = known.get(key);
    if (text === undefined || readings.has(text)) continue;
    // The answer to "how am I?" is the Brief, in whatever topic it is given.
    const isBrief = asked.intent.name === "how-am-i";
    const names = isBrief || asked.intent.name === "why-score" ? "main" : undefined;
    readings.set(text, readingOf(isBrief ? "chat: the Brief" : `chat: ${topic}`, text, names));
  }
  return [...readings.values()];
}

/** A number that every number of phrasings of an outcome divides. */
const PHRASINGS = 12;

function answerTo(
  asked: Asked & { is: "clear" },
  message: string,
  { date }: CrsResult,
  results: readonly ToolResult[],
): string | undefined {
  const told: Told = { trigger: "user_message", date, time: "10:20", message, asked, skills: [], thread: [] };
  const calls: { id: string; name: string; args: object }[] = [];
  const got: ToolResult[] = [];
  for (let round = 0; round < 5; round++) {
    const step = stepOf(asked, told, { calls: calls as never, results: got }, quoted);
    if ("text" in step) return step.text;
    for (const { name, args } of step.ask) {
      const id = `c${calls.length}`;
      calls.push({ id, name, args: args as object });
      const isToday = !(args !== null && typeof args === "object" && "daysBack" in args);
      const found = isToday ? results.find((one) => one.name === name) : undefined;
      got.push(
        found ? { ...found, callId: id } : { callId: id, name, ok: false, error: "not_found", message: "nothing" },
      );
    }
  }
  return undefined;
}
