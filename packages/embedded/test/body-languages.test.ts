/** What a person is told of their body in German, Spanish and French: in that language, and only what is true. */
import { type Asked, type HealthAnswer, SIGNS, type Sign, ZONES, type Zone } from "@waldo/contracts";
import { judge } from "@waldo/core/agent/judge";
import { writeSkill } from "@waldo/core/agent/writers/write-skill";
import { DATE, night, sign } from "@waldo/testkit/brief-day";
import { play } from "@waldo/testkit/chat-scene";
import { crs, health, weeks } from "@waldo/testkit/recipe-results";
import { expect, it } from "vitest";
import { repositoryIntents } from "../src/bundled-intents.ts";

const INTENTS = new Map(repositoryIntents().map((intent) => [intent.name, intent]));
const QUESTIONS = [
  ...["how-am-i", "why-score", "sleep-last-night", "recovery", "activity", "sleep-debt", "am-i-ill", "train-today"],
  ...["since-when", "trend", "compare-yesterday", "compare-usual"],
];
const value = (result: ReturnType<typeof crs>) => (result.ok ? { ...(result.value as object) } : {});
const dayOf = (more: Partial<HealthAnswer> & { readonly bodyZone: Zone }) => ({
  get_crs: { ...value(crs(more.bodyZone)), recovery: 66 },
  get_master_metrics: value(weeks(70, 60)),
  get_health: value(health({ night: night("usual", 15), trend: "falling", yesterday: "steady", ...more })),
});

function told(language: "de" | "es" | "fr", name: string, tools: ReturnType<typeof dayOf>): string | undefined {
  const intent = INTENTS.get(name);
  if (intent === undefined) throw new Error(name);
  const { asked: rounds, results } = play(name, { tools });
  const calls = rounds.flat().map((ask, i) => ({ id: results[i]?.callId ?? "", ...ask }));
  const asked: Asked = { is: "clear", intent, slots: [{}], message: "" };
  const moment = { trigger: "user_message", date: DATE, time: "09:00", skills: [], message: "x" } as const;
  return writeSkill({ ...moment, language, asked }, results, calls);
}

const MORE: readonly Partial<Sign>[] = [{}, { mostOf: 25 }, { days: 4 }, { size: "far" }, { size: "slight" }];
const ENGLISH = /\b(?:you|your|the|of|and)\b/;

it.each(["de", "es", "fr"] as const)("each question of the body is answered in %s, and traced", (language) => {
  const english: string[] = [];
  for (const [z, bodyZone] of ZONES.entries())
    for (const [s, name] of [...SIGNS, undefined].entries())
      for (const side of ["low", "high"] as const)
        for (const intent of QUESTIONS) {
          const { size = "clear", ...more } = MORE[(z + s) % MORE.length] ?? {};
          const signs = name === undefined ? [] : [sign(name, side, size, more)];
          const text = told(language, intent, dayOf({ bodyZone, signs, daysInZone: (s % 3) + 1 }));
          if (text === undefined || ENGLISH.test(text)) english.push(`${intent} ${bodyZone} ${name} ${side}: ${text}`);
        }
  expect(english).toEqual([]);
});

it("what is not true of the day is refused in each language", () => {
  const tools = dayOf({ bodyZone: "steady", signs: [sign("restingHr", "low", "slight")] });
  const { results } = play("recovery", { tools });
  const passes = (text: string) => judge(text, { results, today: DATE, reply: true, own: true }).ok;
  expect(
    ["Dein Ruhepuls ist etwas niedriger als sonst.", "Hoy estás estable.", "Tu as dormi environ 7,5 heures."].map(
      passes,
    ),
  ).toEqual([true, true, true]);
  const untrue = [
    "Dein Ruhepuls ist viel niedriger als sonst.",
    "Dein Ruhepuls ist etwas höher als sonst.",
    "Dein Ruhepuls ist etwas niedriger als sonst, so niedrig wie seit drei Wochen nicht.",
    "Hoy estás sin energía.",
    "Tu respiración es mucho más rápida de lo habitual.",
    "Tu as dormi environ 5 heures.",
    "Ta forme monte depuis quelques jours.",
  ];
  expect(untrue.filter(passes)).toEqual([]);
});
