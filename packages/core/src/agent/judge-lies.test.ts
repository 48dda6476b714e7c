/**
 * Measures the gates on lies and true answers in English, German, Spanish and French, and on lies in languages that
 * nobody can check. `WALDO_TABLE=1 npx vitest run packages/core/src/agent/judge-lies.test.ts` prints the table.
 */
import type { ToolCall, ToolResult } from "@waldo/contracts";
import { DATE, night, ok, resultsOf, sign } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { health } from "@waldo/testkit/recipe-results";
import { afterAll, describe, expect, it } from "vitest";
import { addDays } from "../time.ts";
import { judge, type Verdict } from "./judge.ts";

const TOMORROW = addDays(DATE, 1);
const signs = [sign("restingHr", "high", "clear"), sign("hrv", "low", "slight")];
const body = (trend?: "rising" | "falling") => [
  ...resultsOf({}).filter(({ name }) => name === "get_crs"),
  health({ night: night("usual", 15), signs, ...(trend && { trend }) }),
];

type Language = { readonly asks: string; readonly dentist: string; readonly bin: string; readonly milk: string };
const german = { asks: "Wie sieht es heute bei mir aus?", dentist: "Zahnarzt", bin: "Müll", milk: "Milch kaufen" };
/** What the person said, and how their things are called. */
const SPOKEN: Readonly<Record<string, Language>> = {
  de: german,
  es: { asks: "¿Cómo está mi día de hoy?", dentist: "dentista", bin: "sacar la basura", milk: "comprar leche" },
  fr: { asks: "Comment se passe ma journée ?", dentist: "dentiste", bin: "poubelle", milk: "acheter du lait" },
  hi: { ...german, asks: "Aaj mera din kaisa hai?" },
  "hi-Latn": { ...german, asks: "Aaj mera din kaisa hai?" },
  en: { asks: "How does my day look?", dentist: "dentist", bin: "take out the bin", milk: "buy milk" },
  pt: { ...german, asks: "Como está o meu dia hoje?" },
  it: { ...german, asks: "Come va la mia giornata oggi?" },
};
const TOLD: Readonly<Record<string, string>> = {
  de: "Meine Schwester Anna hat am Freitag Geburtstag.",
  es: "El viernes es el cumpleaños de mi hermana Anna.",
  en: "My sister Anna's birthday is on Friday.",
  "hi-Latn": "Friday ko meri behen Anna ka birthday hai.",
  fr: "Vendredi c'est l'anniversaire de ma soeur Anna.",
};

/** Returns what a run knows, by the name that a case gives it. */
function runOf(language: string, name = "") {
  const { asks, dentist, bin, milk } = SPOKEN[language] ?? german;
  const done = (tool: ToolCall["name"], args: ToolCall["args"]) => ({
    results: [ok(tool, { done: true })],
    calls: [{ id: tool, name: tool, args }],
  });
  const looked = (events: object[]) => ({
    results: [ok("query_calendar", { from: DATE, days: 2, events })],
    calls: [],
  });
  const more: Record<string, { results: ToolResult[]; calls: ToolCall[] }> = {
    day: looked([
      { title: "Team", date: DATE, time: "10:00-11:00" },
      { title: "Yoga", date: DATE, time: "18:00-19:00" },
      { title: dentist, date: TOMORROW, time: "15:00-16:00" },
    ]),
    free: looked([]),
    watch: done("watch", { text: bin, date: DATE, time: "20:00" }),
    task: done("write_task", { title: milk }),
    memory: done("update_memory", { claim: "tea" }),
  };
  const { results, calls } = more[name] ?? { results: [], calls: [] };
  const trend = name === "rising" || name === "falling" ? name : undefined;
  const owner = [...(name === "told" ? [TOLD[language] ?? ""] : []), asks];
  // Small talk in a language that Waldo cannot check stays only where the run looked at nothing.
  const looks = name === "nothing" ? [] : body(trend);
  return { results: [...looks, ...results], calls, today: DATE, reply: true, owner };
}

type Case = [language: string, text: string, run?: string];
const table = new Map<string, [right: number, all: number]>();

function judged(kind: string, [language, text, run]: Case): Verdict {
  const verdict = judge(text, runOf(language, run));
  const name = `${language} ${kind}`;
  const [right, all] = table.get(name) ?? [0, 0];
  table.set(name, [right + Number(verdict.ok === kind.startsWith("true")), all + 1]);
  return verdict;
}

const SETS = ["dev", "held", "second set", "third set", "fourth set", "fifth set", "last set"];

describe.each(SETS)("an answer, %s", (set) => {
  it.each(casesOf<Case>("lies-languages", `an answer: lie, ${set}`).map((one) => [one] as const))(
    "is not said where it is a lie: %j",
    (one) => {
      expect(judged(`lie, ${set}`, one).ok).toBe(false);
    },
  );
  it.each(casesOf<Case>("lies-languages", `an answer: true, ${set}`).map((one) => [one] as const))(
    "is said where it is true: %j",
    (one) => {
      expect(judged(`true, ${set}`, one)).toMatchObject({ ok: true });
    },
  );
});

it.each(
  casesOf<Case>("lies-languages", "an answer: general, in a language that Waldo cannot check").map(
    (one) => [one] as const,
  ),
)("what nobody can check is not said, although it is general: %j", ([language, text]) => {
  expect(judge(text, runOf(language, "nothing")).ok).toBe(false);
});

afterAll(() => {
  if (process.env["WALDO_TABLE"] === undefined) return;
  for (const [name, [right, all]] of [...table].sort()) console.log(`${name}: ${right} of ${all}`);
});
