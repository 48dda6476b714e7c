/** Talks about what is remembered: keeps it, finds it, corrects it, and forgets it at once. */
import type { Hall } from "@waldo/contracts";
import * as z from "zod";
import { unwantedIn } from "../../../skills/suggestion-choice.ts";
import { listed } from "../phrase.ts";
import { diaryIn } from "../reading.ts";
import type { Ask } from "../writer.ts";
import { type ChatWriter, dayWords, reading, resultOf, type Scene, type Turn, unmade } from "./chat-writer.ts";

const MOST_CLAIM = 480;
const MOST_QUERY = 190;
const MOST_SHOWN = 6;

/** How a wish begins. A sentence that begins otherwise is a fact. */
const WISH =
  /^(?:(?:i|ich|yo|je|j['’])\s*(?:'d |would |really |also )?(?:prefer|like|want|love|hate|dislike|don['’]t (?:want|like)|do not (?:want|like)|need|mag|will|möchte|bevorzuge|hasse|prefiero|quiero|odio|préfère|veux|aime|déteste)|no\b|never|always|don['’]t|do not|nie|immer|kein|nunca|siempre|jamais|toujours|keep your)/iu;

function hallOf(text: string): Hall {
  return WISH.test(text) ? "preferences" : "facts";
}

const Noted = z.object({
  noted: z.boolean().optional(),
  masked: z.array(z.string()).optional(),
  replaced: z.string().optional(),
});

const remember: ChatWriter = (scene) => {
  const text = (scene.slots[0].text ?? scene.message).slice(0, MOST_CLAIM);
  if (text.trim().length < 2) return { say: "askText" };
  const note: Ask = { name: "update_memory", args: { hall: hallOf(text), claim: text } };
  const ask = unmade(scene, [note]);
  if (ask.length > 0) return { ask };
  return noted(scene, note, text);
};

/** Says what was noted, what it took the place of, and what was masked in it. */
function noted(scene: Scene, note: Ask, text: string): Turn {
  const result = resultOf(scene, note);
  if (!result?.ok) return { say: "failed" };
  const { masked = [], replaced } = Noted.safeParse(result.value).data ?? {};
  const claim = scene.quote(text);
  if (masked.length > 0) return { say: "masked", words: { what: listed(masked.map((one) => MASKED[one] ?? one)) } };
  const old = replaced === undefined ? undefined : scene.quote(replaced);
  if (claim === undefined) return { say: "doneUnquoted" };
  return old === undefined ? { say: "done", words: { claim } } : { say: "replaced", words: { claim, old } };
}

/** How the masks of the sanitiser are called. */
const MASKED: Readonly<Record<string, string>> = {
  email: "the mail address",
  phone: "the phone number",
  card: "the card number",
  iban: "the account number",
  ssn: "the identity number",
  ip: "the network address",
  health: "the reading",
};

const Forgotten = z.object({ forgotten: z.array(z.string()), diary: z.number().optional() });

const forget: ChatWriter = (scene) => {
  const { about } = scene.slots[0];
  const call: Ask = {
    name: "forget_memory",
    args: about === undefined || THAT.test(about) ? { last: true } : { about: about.slice(0, 110) },
  };
  const ask = unmade(scene, [call]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, call);
  const { forgotten = [] } = (result?.ok ? Forgotten.safeParse(result.value).data : undefined) ?? {};
  if (result?.ok !== true) return { say: result?.error === "not_found" ? "nothing" : "failed" };
  const words = forgotten.slice(0, MOST_SHOWN).flatMap((claim) => scene.quote(claim) ?? []);
  return words.length === 0 ? { say: "doneUnquoted" } : { say: "done", words: { claims: listed(words) } };
};

/** "Forget that", "forget it". */
const THAT = /^(?:that|this|it|what i (?:just )?said|das|es|eso|esto|ça|cela)$/iu;

/** A correction is a note that takes the place of the claim that it corrects. The tool finds that claim. */
const correct: ChatWriter = (scene) => {
  const text = (scene.slots[0].text ?? "").slice(0, MOST_CLAIM);
  if (text.trim().length < 2) return { say: "askText" };
  const note: Ask = { name: "update_memory", args: { hall: hallOf(text), claim: text, corrects: true } };
  const ask = unmade(scene, [note]);
  if (ask.length > 0) return { ask };
  return noted(scene, note, text);
};

const Claims = z.object({
  claims: z.array(
    z.object({
      id: z.string().optional(),
      hall: z.string(),
      claim: z.string(),
      provisional: z.boolean().optional(),
      from: z.string(),
    }),
  ),
});

const ALL: Ask = { name: "read_memory", args: {} };

function claimsOf(scene: Scene, ask: Ask) {
  const result = resultOf(scene, ask);
  return (result?.ok ? Claims.safeParse(result.value).data?.claims : undefined) ?? [];
}

const aboutMe = reading(
  () => [ALL],
  (scene) => {
    const claims = claimsOf(scene, ALL).filter(({ from }) => from !== "untrusted");
    const said = claims.slice(0, MOST_SHOWN).flatMap(({ claim }) => scene.quote(claim) ?? []);
    if (said.length === 0) return { say: "nothing" };
    return { say: claims.length > said.length ? "many" : "found", words: { claims: listed(said) } };
  },
);

/** Finds what the person told: in the claims first, then in the diary, and says which of the two it was. */
const recall: ChatWriter = (scene) => {
  const { slots, message, quote, told } = scene;
  const query = (slots[0].about ?? message).slice(0, MOST_QUERY);
  const reads: Ask[] = [
    { name: "read_memory", args: { query } },
    { name: "search_episodes", args: { query } },
  ];
  const ask = unmade(scene, reads);
  if (ask.length > 0) return { ask };
  const own = claimsOf(scene, reads[0] as Ask).filter(({ from }) => from !== "untrusted");
  const claims = own.slice(0, 2).flatMap(({ claim }) => quote(claim) ?? []);
  if (claims.length > 0)
    return {
      say: own.some(({ provisional }) => provisional) ? "foundToday" : "found",
      words: { claims: listed(claims) },
    };
  const entry = diaryIn(scene.results).flatMap(({ date, summary }) => {
    const words = quote(summary);
    return words === undefined ? [] : [{ date, words }];
  })[0];
  if (entry) return { say: "diary", words: { day: dayWords(entry.date, told.date), entry: entry.words } };
  return { say: "nothing", words: { about: quote(slots[0].about ?? "") ?? "that" } };
};

/** Yes or no to a pattern that Waldo stated. Without one, it is said that nothing was asked. */
function verdict(says: "confirms" | "contradicts"): ChatWriter {
  return (scene) => {
    const first = unmade(scene, [ALL]);
    if (first.length > 0) return { ask: first };
    const said = scene.told.thread?.findLast(({ from }) => from === "waldo")?.text;
    const stated =
      said === undefined
        ? undefined
        : claimsOf(scene, ALL).find(({ id, claim }) => id !== undefined && said.includes(claim));
    if (stated?.id === undefined) return { say: said === undefined ? "nothing" : "noPattern" };
    const judge: Ask = { name: "update_memory", args: { hall: stated.hall, [says]: stated.id } };
    const ask = unmade(scene, [judge]);
    if (ask.length > 0) return { ask };
    return {
      say: resultOf(scene, judge)?.ok ? "done" : "failed",
      words: { claim: scene.quote(stated.claim) ?? "that" },
    };
  };
}

/** What is never to be said again is a wish, and Briefs leave out what it names. */
const dontSay: ChatWriter = (scene) => {
  if (scene.slots[0].text === undefined) return { say: "askText" };
  const note: Ask = { name: "update_memory", args: { hall: "preferences", claim: scene.message.slice(0, MOST_CLAIM) } };
  const ask = unmade(scene, [note]);
  if (ask.length > 0) return { ask };
  if (!resultOf(scene, note)?.ok) return { say: "failed" };
  // Only what the Briefs can leave out is said to be left out.
  return { say: unwantedIn(scene.message) === undefined ? "noted" : "done" };
};

export const MEMORY_WRITERS = {
  remember,
  forget,
  "correct-memory": correct,
  "about-me": aboutMe,
  recall,
  agree: verdict("confirms"),
  disagree: verdict("contradicts"),
  "dont-say": dontSay,
} satisfies Record<string, ChatWriter>;
