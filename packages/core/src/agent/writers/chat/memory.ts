/** Talks about what is remembered: keeps it, finds it, corrects it, and forgets it at once. */
import { type Hall, LocalDate } from "@waldo/contracts";
import * as z from "zod";
import { meaningfulWords, sharedForms, wordList } from "../../../memory/claims/likeness.ts";
import { mutedIn } from "../../../memory/claims/muted.ts";
import { unwantedIn } from "../../../skills/suggestion-choice.ts";
import { diaryIn } from "../reading.ts";
import type { Ask } from "../writer.ts";
import { type ChatWriter, calling, resultOf, type Scene, type Turn, unmade, withMore } from "./chat-writer.ts";

const MOST_CLAIM = 480;
const MOST_QUERY = 190;
const MOST_SHOWN = 6;

/** The first words of a wish. A sentence with another beginning is a fact. */
const WISH =
  /^(?:(?:i|ich|yo|je|j['’])\s*(?:'d |would |really |also ){0,3}(?:prefer|like|want|love|hate|dislike|don['’]t (?:want|like)|do not (?:want|like)|need|mag|will|möchte|bevorzuge|hasse|prefiero|quiero|odio|préfère|veux|aime|déteste)|no\b|never|always|don['’]t|do not|nie|immer|kein|nunca|siempre|jamais|toujours|keep your)/iu;

function hallOf(text: string): Hall {
  return WISH.test(text) ? "preferences" : "facts";
}

const Noted = z.object({
  /** The text of the note, when it holds more than the words of the message. */
  claim: z.string().optional(),
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

/** Words of grief and of grave illness. To a person who says them, a note alone is not enough of an answer. */
const GRAVE =
  /(?<!\p{L})(?:died|dead|dying|death|passed away|funeral|miscarriage|stillborn|cancer|tumou?r|chemo(?:therapy)?|terminal(?:ly)?|hospice|stroke|heart attack|suicide|grie(?:f|ving)|divorc(?:e|ed|ing)|abused?|lost (?:my|our|the) (?:\p{L}+ )?(?:mum|mom|mother|dad|father|son|daughter|baby|child|wife|husband|partner|brother|sister|friend|job|dog|cat)|gestorben|verstorben|tod|beerdigung|fehlgeburt|krebs|trauer|herzinfarkt|schlaganfall|murió|falleció|muerte|funeral|cáncer|aborto|duelo|infarto|mort|morte|décédée?|enterrement|fausse couche|deuil|infarctus)(?!\p{L})/iu;

/** Says what was noted, which claim the note replaces, and which parts of it were masked. */
function noted(scene: Scene, note: Ask, text: string): Turn {
  const result = resultOf(scene, note);
  const grave = GRAVE.test(text);
  if (!result?.ok) return { say: grave ? "grave" : "failed" };
  const { masked = [], replaced, claim: whole = text } = Noted.safeParse(result.value).data ?? {};
  const claim = scene.quote(whole);
  if (grave) return { say: "graveNoted" };
  if (masked.length > 0)
    return { say: "masked", words: { what: scene.speech.listed(masked.flatMap((one) => maskWords(scene, one))) } };
  const old = replaced === undefined ? undefined : scene.quote(replaced);
  if (claim === undefined) return { say: "doneUnquoted" };
  return old === undefined ? { say: "done", words: { claim } } : { say: "replaced", words: { claim, old } };
}

/** The sanitiser's masks that have plain words. */
const MASKS = ["email", "phone", "card", "iban", "ssn", "ip", "health"] as const;

function maskWords({ speech }: Scene, mask: string): string[] {
  const known = MASKS.find((one) => one === mask);
  return [known === undefined ? mask : speech.say(`mask.${known}`)];
}

const Forgotten = z.object({
  forgotten: z.array(z.string()),
  count: z.number(),
  diary: z.number(),
  minds: z.number().default(0),
});

/** Words that stand before the subject: "the thing about my boss". */
const THING_ABOUT =
  /^(?:the |that |this )?(?:thing|stuff|bit|part|note|one|what (?:i|you) (?:said|told you|know|noted)) (?:about|with|on) |^(?:die|das) (?:sache|ding) (?:mit|über) |^lo de(?:l)? |^(?:le truc|ce que (?:j'ai|tu as) \p{L}{2,12}) (?:sur|de|avec) /iu;

const forget: ChatWriter = (scene) => {
  const about = scene.slots[0].about?.replace(THING_ABOUT, "");
  const call: Ask = {
    name: "forget_memory",
    args: about === undefined ? { last: true } : { about: about.slice(0, 110) },
  };
  const ask = unmade(scene, [call]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, call);
  if (result?.ok !== true) return { say: result?.error === "not_found" ? "nothing" : "failed" };
  const { forgotten = [], count = 0, diary = 0, minds = 0 } = Forgotten.safeParse(result.value).data ?? {};
  if (count + diary === 0) return { say: minds > 0 ? "doneMind" : "nothing" };
  const entries = scene.speech.say("entries", { n: diary, count: scene.speech.counted(diary) });
  if (count === 0) return { say: "doneDiary", words: { entries } };
  const shown = forgotten.slice(0, MOST_SHOWN).flatMap((claim) => scene.quote(claim) ?? []);
  const more = count - shown.length;
  if (shown.length === 0) return { say: "doneUnquoted" };
  const claims = scene.speech.listed(withMore(scene, shown, more));
  return diary === 0 ? { say: "done", words: { claims } } : { say: "doneBoth", words: { claims, entries } };
};

/** A correction is a note that replaces the claim that it corrects. The tool finds that claim. */
const correct: ChatWriter = (scene) => {
  const value = scene.slots[0].text ?? "";
  // A short value alone tells too little, so the whole sentence is kept.
  const whole = scene.message.replace(OBJECTION, "").trim();
  const text = (value.split(/\s+/).length > FEW_WORDS ? value : whole).slice(0, MOST_CLAIM);
  if (text.length < 2) return { say: "askText" };
  const note: Ask = { name: "update_memory", args: { hall: hallOf(text), claim: text, corrects: true } };
  const ask = unmade(scene, [note]);
  if (ask.length > 0) return { ask };
  return noted(scene, note, text);
};

const FEW_WORDS = 2;
const OBJECTION =
  /^(?:(?:no|nope|nah|wrong|actually|that['’]s (?:wrong|not right)|nein|falsch|eigentlich|en realidad|non|faux|en fait)\b[\s,.!:;–-]*){1,3}/iu;

const Claims = z.object({
  claims: z.array(
    z.object({
      id: z.string().optional(),
      hall: z.string(),
      claim: z.string(),
      on: LocalDate,
      from: z.string(),
    }),
  ),
});

const ALL: Ask = { name: "read_memory", args: {} };

function claimsOf(scene: Scene, ask: Ask) {
  const result = resultOf(scene, ask);
  return (result?.ok ? Claims.safeParse(result.value).data?.claims : undefined) ?? [];
}

/** "What do you remember about calls?" asks about one subject, and not for everything that is known. */
const ABOUT_THING =
  /^what (?:do|did|have) you (?:know|remember|noted?|kept|keep|saved?) about (?!(?:me|myself|us|yours|our?|my (?:person|life|family))(?!\p{L}))(.{2,190})$/iu;

const aboutMe: ChatWriter = (scene) => {
  const about = ABOUT_THING.exec(scene.message.replace(/[?.! ]{1,5}$/, ""))?.[1];
  if (about === undefined) return allAboutMe(scene);
  const turn = recall({ ...scene, slots: [{ about }] });
  return "say" in turn && turn.say === "found" ? { ...turn, say: "foundAbout" } : turn;
};

const allAboutMe = calling(
  () => [ALL],
  (scene) => {
    const claims = claimsOf(scene, ALL).filter(({ from }) => from !== "untrusted");
    const said = fitting(claims.slice(0, MOST_SHOWN).flatMap(({ claim }) => scene.quote(claim) ?? []));
    if (said.length === 0) return { say: claims.length > 0 ? "unsaid" : "nothing" };
    return { say: claims.length > said.length ? "many" : "found", words: { claims: scene.speech.listed(said) } };
  },
);

/**
 * The most characters of the quotations in one sentence. A longer sentence would be split before it is judged
 * (claims/sentences.ts).
 */
const MOST_TOLD_CHARS = 500;

/** Returns the first quotations that fit into one sentence. */
function fitting(quotations: readonly string[]): readonly string[] {
  let chars = 0;
  const end = quotations.findIndex((one) => {
    chars += one.length;
    return chars > MOST_TOLD_CHARS;
  });
  return end < 0 ? quotations : quotations.slice(0, end);
}

/** The most claims that one answer names. */
const MOST_RECALLED = 2;

/**
 * Finds what the person told, first in the claims and then in the diary. The answer says where it was found, and the
 * day. If several claims match, the answer names those with the most words of the question.
 */
const recall: ChatWriter = (scene) => {
  const { slots, message, quote, told, speech } = scene;
  const about = ANYTHING.test(slots[0].about ?? "") ? undefined : slots[0].about;
  const query = (about ?? message).slice(0, MOST_QUERY);
  const asked = meaningfulWords(query);
  const reads: [Ask, Ask] = [
    { name: "read_memory", args: { query } },
    { name: "search_episodes", args: { query } },
  ];
  const ask = unmade(scene, reads);
  if (ask.length > 0) return { ask };
  const own = claimsOf(scene, reads[0]).filter(({ from }) => from !== "untrusted");
  const fit = ({ claim }: { readonly claim: string }) => sharedForms(asked, wordList(claim));
  const most = Math.max(0, ...own.map(fit));
  // If the claims do not hold the words of the question, only the best one is named.
  const best = own.filter((one) => fit(one) === most).slice(0, most === 0 ? 1 : MOST_RECALLED);
  const said = best.flatMap(({ claim, on }) => {
    const words = quote(claim);
    return words === undefined ? [] : [{ words, day: speech.pastDay(on, told.date) }];
  });
  const [first] = said;
  if (first) {
    const claims = said.map(({ words, day }) => (day === first.day ? words : `${day} ${words}`));
    return { say: "found", words: { day: first.day, claims: speech.listed([...new Set(claims)]) } };
  }
  const entries = diaryIn(scene.results);
  const entry = entries.flatMap(({ date, summary }) => {
    const words = quote(summary);
    return words === undefined ? [] : [{ date, words }];
  })[0];
  if (entry) return { say: "diary", words: { day: speech.pastDay(entry.date, told.date), entry: entry.words } };
  if (best.length + entries.length > 0) return { say: "unsaid" };
  const subject = quote(about ?? "");
  return subject === undefined ? { say: "nothing" } : { say: "nothingAbout", words: { about: subject } };
};

/** Words that name no subject, as in "am I allergic to anything?". The search then uses the whole question. */
const ANYTHING = /^(?:any|some|every)(?:thing|one|body)$|^(?:irgend)?(?:etwas|was|jemand)$|^algo$|^quelque chose$/iu;

/**
 * Returns the writer for a yes or no to a pattern that Waldo stated last. When Waldo stated none, the answer says that
 * nothing was asked. When it stated several, the answer asks which one the person means, and changes nothing.
 */
function verdict(says: "confirms" | "contradicts"): ChatWriter {
  return (scene) => {
    const said = scene.told.thread?.findLast(({ from }) => from === "waldo")?.text;
    if (said === undefined) return { say: "nothing" };
    const look: Ask = { name: "read_memory", args: { query: quotedIn(said).slice(0, MOST_QUERY) } };
    const first = unmade(scene, [look]);
    if (first.length > 0) return { ask: first };
    const settled = claimsOf(scene, look).filter(({ id, claim }) => id !== undefined && said.includes(claim));
    // A claim is left out when a longer claim contains its words.
    const [stated, another] = settled.filter(
      (one) => !settled.some(({ claim }) => claim !== one.claim && claim.includes(one.claim)),
    );
    if (stated?.id === undefined) return { say: "noPattern" };
    if (another !== undefined) return { say: "several" };
    const judge: Ask = { name: "update_memory", args: { hall: stated.hall, [says]: stated.id } };
    const ask = unmade(scene, [judge]);
    if (ask.length > 0) return { ask };
    return {
      say: resultOf(scene, judge)?.ok ? "done" : "failed",
      words: { claim: scene.quote(stated.claim) ?? scene.speech.say("that") },
    };
  };
}

/** Returns the words that a message quotes, or the whole message when it quotes nothing. Memory is searched with them. */
function quotedIn(said: string): string {
  const quotes = [...said.matchAll(/“([^“”]+)”/gu)].map(([, words = ""]) => words);
  return (quotes.length > 0 ? quotes.join(" ") : said).replaceAll(/\s+/gu, " ").trim();
}

/** Matches a wish not to be written to or asked. Such a wish is more than leaving some words out. */
const WRITES =
  /\b(?:messag|writ|text|nag|ping|bother|notif|nudg|ask|remind)\w*|\bmore (?:messages|notes|questions)\b/iu;

/** Notes that Waldo shall never say something again. The note is a wish, and Briefs leave out what it names. */
const dontSay: ChatWriter = (scene) => {
  if (scene.slots[0].text === undefined) return { say: "askText" };
  const note: Ask = { name: "update_memory", args: { hall: "preferences", claim: scene.message.slice(0, MOST_CLAIM) } };
  // The wish is also feedback on the recipes that led to the last message. If no recipe is known, this call fails. The
  // answer does not depend on it.
  const ask = unmade(scene, [note, { name: "note_feedback", args: { says: "dont_say" } }]);
  if (ask.length > 0) return { ask };
  if (!resultOf(scene, note)?.ok) return { say: "failed" };
  const muted = WRITES.test(scene.message) ? mutedIn(scene.message) : undefined;
  const about = muted && scene.quote(muted.about);
  if (about !== undefined) return { say: "muted", words: { about: about.replaceAll(/[“”]/gu, "") } };
  // The answer promises to leave something out only if the Briefs can do so.
  return { say: unwantedIn(scene.message) === undefined ? "noted" : "done" };
};

/** Keeps what the person tells of themselves: what they did, ate, drank or weigh. */
const report: ChatWriter = (scene) => {
  const claim = scene.message.trim().slice(0, MOST_CLAIM);
  const note: Ask = { name: "update_memory", args: { hall: hallOf(claim), claim } };
  const ask = unmade(scene, [note]);
  if (ask.length > 0) return { ask };
  if (!resultOf(scene, note)?.ok) return { say: "failed" };
  const text = scene.quote(claim);
  return text === undefined ? { say: "plain" } : { say: "done", words: { text } };
};

export const MEMORY_WRITERS = {
  report,
  remember,
  forget,
  "correct-memory": correct,
  "about-me": aboutMe,
  recall,
  agree: verdict("confirms"),
  disagree: verdict("contradicts"),
  "dont-say": dontSay,
} satisfies Record<string, ChatWriter>;
