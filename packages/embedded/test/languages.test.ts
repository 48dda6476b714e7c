/** A talk without a model in German, Spanish and French: each answer is in the language of the talk, and right. */
import { INTENT_LANGUAGES, type IntentLanguage, PURPOSES } from "@waldo/contracts";
import { judge } from "@waldo/core/agent/judge";
import { talkedIn } from "@waldo/core/language/tongue";
import { speechIn } from "@waldo/core/speech";
import { casesOf } from "@waldo/testkit/data";
import { expect, it } from "vitest";
import { repositoryIntents } from "../src/bundled-intents.ts";
import { talk } from "./talk.ts";

/** The language, and what is said and heard in turn. */
type Said = readonly [language: string, turns: readonly (readonly [says: string, hears: string])[]];
const OTHERS = INTENT_LANGUAGES.filter((one) => one !== "en");
const placesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();

it.each(casesOf<Said>("languages", "a talk"))(
  "a talk in %s is answered in it",
  async (_language, turns) => {
    const { say } = await talk();
    for (const [says, hears] of turns) expect([says, await say(says)]).toEqual([says, expect.stringContaining(hears)]);
  },
  300_000,
);

/** "When you are flagging" states nothing, and a time zone is no body zone. */
const BARE = ["tell-when", "set-zone"];

it("every sentence of every language has the places of one in English, and says of the body what is traced", () => {
  const untrue = repositoryIntents().flatMap(({ name, says, words = {} }) =>
    Object.entries(words).flatMap(([language, spoken]) =>
      Object.entries(spoken.says).flatMap(([outcome, sentences]) => {
        const known = [...(says[outcome] ?? []).map(placesIn), "{text}", "{sorry},{text}"];
        const isTraced = (one: string) => BARE.includes(name) || !/\{(?:zone|clause|before)\}/.test(one);
        return sentences.every((one) => known.includes(placesIn(one)) && isTraced(one))
          ? []
          : [`${language} ${name} ${outcome}`];
      }),
    ),
  );
  expect(untrue).toEqual([]);
});

/** The outcomes that tell of a deed, which is proven by a call of the run. */
const TELLS_DEED = /^(?:done|noted|replaced|masked)/;

it("the gates let a sentence of each language through where they let its English through", () => {
  const judged = new Map<string, boolean>();
  const passes = (text: string) => {
    const known = judged.get(text) ?? judge(text, { results: [], today: "2026-10-30", reply: true, own: true }).ok;
    judged.set(text, known);
    return known;
  };
  const refused = repositoryIntents().flatMap(({ name, says, words = {} }) =>
    Object.entries(words).flatMap(([language, spoken]) =>
      Object.entries(spoken.says).flatMap(([outcome, sentences]) =>
        !TELLS_DEED.test(outcome) && !sentences.every(passes) && says[outcome]?.every(passes) === true
          ? [`${language} ${name} ${outcome}`]
          : [],
      ),
    ),
  );
  expect(refused).toEqual([]);
});

/** So many outcomes are said in English in each other language. The number may only fall. */
const MOST_UNSPOKEN = 15;

it("says how many outcomes are in English only", () => {
  const lacking = OTHERS.map((language) =>
    repositoryIntents().reduce(
      (sum, { says, words }) =>
        sum + Object.keys(says).filter((one) => words?.[language]?.says[one] === undefined).length,
      0,
    ),
  );
  for (const count of lacking) expect(count, `${lacking} are in English only`).toBeLessThanOrEqual(MOST_UNSPOKEN);
});

it("a message tells its language, and a few words keep that of the talk", () => {
  const share = (language: IntentLanguage) => {
    const own = repositoryIntents().flatMap(({ examples }) => examples.filter((one) => one.language === language));
    return own.filter(({ text }) => talkedIn(text) === language).length / own.length;
  };
  expect(Object.fromEntries(INTENT_LANGUAGES.map((one) => [one, share(one) > (one === "en" ? 0.99 : 0.9)]))).toEqual({
    en: true,
    de: true,
    es: true,
    fr: true,
  });
  const thread = [{ from: "owner", text: "wie habe ich geschlafen?" }] as const;
  expect(talkedIn("ok", thread)).toBe("de");
  expect(talkedIn("ok")).toBe("en");
});

it("what code says of a person is in every language, and near days are words", () => {
  for (const language of OTHERS)
    for (const purpose of PURPOSES) expect(speechIn(language).say(`agreed.${purpose}`)).not.toBe("");
  const near = OTHERS.map((one) => speechIn(one).day("2026-10-31", "2026-10-30"));
  expect(near).toEqual(["morgen", "mañana", "demain"]);
});
