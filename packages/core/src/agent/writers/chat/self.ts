/** Answers questions about Waldo itself, changes settings of the conversation, and answers small talk. */
import type { DeliveryKind } from "@waldo/contracts";
import * as z from "zod";
import { settingIn } from "../../../language/setting-words.ts";
import { capital, together } from "../../../spoken.ts";
import { addDays, DAY_MINUTES, minuteOf, timeOf } from "../../../time.ts";
import { UNTIL_HEARD } from "../../../tools/catalogue/profile.ts";
import { catchUp } from "../catch-up.ts";
import type { Ask } from "../writer.ts";
import { bare, byRecipe, type ChatWriter, calling, fixed, resultOf, type Scene, unmade } from "./chat-writer.ts";
import { LOG, logIn, sentIn } from "./log.ts";
import { setRhythm } from "./rhythm.ts";

/** After days away, the answer to a greeting says what has changed. */
const hello: ChatWriter = (scene) => {
  if (!scene.told.skills.includes("catch-up")) return fixed(scene);
  const turn = byRecipe(catchUp)(scene);
  if ("ask" in turn) return turn;
  return turn.say === "found" ? { say: "back", words: turn.words ?? {} } : fixed(scene);
};

const whatDidYouDo = calling(
  () => [LOG],
  (scene) => {
    const log = logIn(scene);
    if (log === undefined) return { say: "failed" };
    const { say, listed } = scene.speech;
    const done = log.done.slice(-3).flatMap(({ what }) => scene.quote(what) ?? []);
    const { kept, lost } = log;
    if (log.said.length + done.length + kept + lost === 0) return { say: "nothing" };
    const text = together(
      log.said.length === 0 ? say("log.saidNothing") : say("log.sent", { what: sentIn(scene.speech, log) }),
      done.length === 0
        ? undefined
        : scene.speech.language === "en"
          ? say("log.did", { what: listed(done) })
          : say("log.didSome", { n: done.length }),
      lost === 0 ? undefined : say("log.lost", { n: lost }),
      kept === 0 ? undefined : say("log.kept", { n: kept }),
      lost + kept === 0 ? undefined : say("log.more"),
    );
    return { say: "found", words: { text: text ?? "" } };
  },
);

const Reasons = z.object({
  by: z.string(),
  statements: z.array(z.object({ kind: z.string(), from: z.string() })),
  looked: z.array(z.string()),
});

/** The sources that have words for a person, by the tool that read them. */
const SOURCES = [
  "get_crs",
  "get_health",
  "get_master_metrics",
  "query_calendar",
  "get_tasks",
  "get_agenda",
  "get_watches",
  "read_memory",
  "search_episodes",
  "update_memory",
  "watch",
  "get_thoughts",
  "note_feedback",
  "owner",
  "known",
] as const;

const whySaid = calling(
  () => [{ name: "get_reasons", args: {} }],
  (scene) => {
    const result = resultOf(scene, { name: "get_reasons", args: {} });
    const reasons = result?.ok ? Reasons.safeParse(result.value).data : undefined;
    if (reasons === undefined) return { say: "nothing" };
    const from = [...new Set([...reasons.statements.map((one) => one.from), ...reasons.looked])];
    const { say, listed } = scene.speech;
    const known = SOURCES.filter((one) => from.includes(one)).sort((a, b) => from.indexOf(a) - from.indexOf(b));
    const sources = [...new Set(known.map((one) => say(`source.${one}`)))];
    return sources.length === 0 ? { say: "words" } : { say: "found", words: { sources: listed(sources) } };
  },
);

const Thoughts = z.object({
  thoughts: z.array(z.object({ on: z.string(), text: z.string() })),
  themes: z.array(z.object({ title: z.string() })),
  outside: z.boolean(),
});
/** The most thoughts in one answer. The latest ones are taken. */
const MOST_THOUGHTS = 3;
const THINK: Ask = { name: "get_thoughts", args: {} };

const thinking = calling(
  () => [THINK],
  (scene) => {
    const result = resultOf(scene, THINK);
    const found = result?.ok ? Thoughts.safeParse(result.value).data : undefined;
    if (found === undefined) return { say: "failed" };
    const told = found.thoughts.slice(-MOST_THOUGHTS);
    if (told.length === 0) return { say: "nothing" };
    const { speech } = scene;
    const theme = found.themes.at(-1)?.title;
    const said = told.map(
      ({ on, text }) => `${on === scene.told.date ? capital(speech.day(on, on)) : speech.date(on)}: ${text}`,
    );
    const lead = theme === undefined ? undefined : speech.say("themes", { theme });
    return { say: "found", words: { text: together(lead, said.join(" ")) ?? "" } };
  },
);

/** The time of a look when the person names only a day. */
const LOOK_TIME = "10:00";

const lookAgain: ChatWriter = (scene) => {
  const { text, when } = scene.slots[0];
  if (text === undefined) return { say: when === undefined ? "askWhat" : "askText" };
  if (when?.on !== "once") return { say: "askWhen" };
  const set: Ask = { name: "intend", args: { about: text, date: when.date, time: when.time ?? LOOK_TIME } };
  const ask = unmade(scene, [set]);
  if (ask.length > 0) return { ask };
  if (!resultOf(scene, set)?.ok) return { say: "failed" };
  const [what, day] = [scene.quote(text), scene.speech.day(when.date, scene.told.date)];
  return what === undefined ? { say: "doneUnquoted", words: { day } } : { say: "done", words: { what, day } };
};

const MOST_ABOUT = 190;

/** Finds the promise that the message names. If the message has no words for it, the whole message is compared. */
const leaveIt: ChatWriter = (scene) => {
  const drop: Ask = {
    name: "drop_intention",
    args: { about: (scene.slots[0].about ?? scene.message).slice(0, MOST_ABOUT) },
  };
  const ask = unmade(scene, [drop]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, drop);
  if (!result?.ok) return { say: result?.error === "not_found" ? "nothing" : "failed" };
  const { dropped = "" } = z.object({ dropped: z.string() }).safeParse(result.value).data ?? {};
  const what = scene.quote(dropped);
  return what === undefined ? { say: "doneUnquoted" } : { say: "done", words: { what } };
};

/** The kinds of messages that have a name when a person gives feedback on one. */
const MESSAGES = ["brief", "fetch", "patrol", "reply"] as const satisfies readonly DeliveryKind[];

const NotedFeedback = z.object({ about: z.string(), recipes: z.number() });

/** Returns the writer that notes a thumb in words for what Waldo said last. */
function thumb(says: "up" | "down"): ChatWriter {
  const note: Ask = { name: "note_feedback", args: { says } };
  return calling(
    () => [note],
    (scene) => {
      const result = resultOf(scene, note);
      if (!result?.ok) return { say: result?.error === "not_found" ? "nothing" : "failed" };
      const { about = "", recipes = 0 } = NotedFeedback.safeParse(result.value).data ?? {};
      return {
        say: recipes === 0 ? "plain" : "done",
        words: { about: scene.speech.say(`message.${MESSAGES.find((one) => one === about) ?? "other"}`) },
      };
    },
  );
}

/** Quiet time without a given end lasts until this time tomorrow. */
const QUIET_END = "08:00";
/** How long Waldo stays quiet for a person who is busy and gives no end. */
const BUSY_MINUTES = 120;
const BUSY =
  /(?<!\p{L})(?:busy|focus\p{L}*|deep work|heads down|beschäftigt|konzentrier\p{L}*|ocupad[oa]|concentrad[oa]|occupée?|concentre)(?!\p{L})/iu;
/** Words by which a person asks to be left alone until they speak again. */
const LEAVE_ALONE =
  /(?<!\p{L})(?:leave me (?:alone|be|in peace)|lass mich (?:bitte )?in (?:ruhe|frieden)|d[eé]jame en paz|laisse[- ]moi tranquille|fiche[- ]moi la paix)(?!\p{L})/iu;

const quietUntil: ChatWriter = (scene) => {
  const { slots, told, message } = scene;
  // "After ten" is meant for every day. It is no end of a quiet time.
  if (settingIn(message)?.quietHours !== undefined) return setRhythm(scene);
  if (BOUNDED.test(message)) return { say: "which" };
  const { when } = slots[0];
  const isOpen = when === undefined && LEAVE_ALONE.test(message);
  const until =
    when?.on === "once" && !ALL_DAY.test(message) ? { date: when.date, time: when.time } : endOfQuiet(told, message);
  const set: Ask = { name: "update_profile", args: { quiet: isOpen ? UNTIL_HEARD : until } };
  const ask = unmade(scene, [set]);
  if (ask.length > 0) return { ask };
  const result = resultOf(scene, set);
  if (!result?.ok) return { say: result?.message.includes("days ahead") ? "tooLong" : "failed" };
  if (isOpen) return { say: "untilHeard" };
  return { say: "done", words: { time: until.time, day: scene.speech.day(until.date, told.date) } };
};

/** A time at which the quiet shall begin, or before which it shall last. Only quiet until a time can be set once. */
const BOUNDED =
  /(?<!\p{L})(?:after|past|nach|ab|después de|despues de|a partir de|après|apres|before|vor|antes de|avant) (?:las? |la )?\d/iu;

/** A whole day without an hour: quiet lasts to the next morning. */
const ALL_DAY =
  /^(?!.*(?:\d|(?<!\p{L})(?:until|till?|bis|hasta|jusqu\p{L}*|morning|afternoon|noon|evening|morgens|vormittag|mittag|nachmittag|abends?|mañana|tarde|mediodía|matin|midi|soir)(?!\p{L}))).*(?<!\p{L})(?:today|heute|hoy|aujourd['’]hui|all day|ganzen tag|todo el día|toute la journée)(?!\p{L})/iu;

function endOfQuiet({ date, time }: Scene["told"], message: string) {
  if (!BUSY.test(message)) return { date: addDays(date, 1), time: QUIET_END };
  const end = minuteOf(time) + BUSY_MINUTES;
  return { date: addDays(date, Math.floor(end / DAY_MINUTES)), time: timeOf(end) };
}

const SPEAK: Ask = { name: "update_profile", args: { quiet: false } };

const speakAgain = calling(
  () => [SPEAK],
  (scene) => ({ say: resultOf(scene, SPEAK)?.ok ? "done" : "failed" }),
);

const TAKE_BACK: Ask = { name: "undo_last", args: {} };

const undo = calling(
  () => [TAKE_BACK],
  (scene) => {
    const result = resultOf(scene, TAKE_BACK);
    if (!result?.ok) return { say: result?.error === "not_found" ? "nothing" : "failed" };
    const undone = z.object({ undone: z.string() }).safeParse(result.value).data?.undone ?? "";
    // What was done is named in English.
    const what = scene.speech.language === "en" ? scene.quote(undone) : undefined;
    return what === undefined ? { say: "doneUnquoted" } : { say: "done", words: { what } };
  },
);

/** Plain code makes no plan of several steps. It starts no handoff, because the handoff could only end by saying so. */
const handOver: ChatWriter = () => ({ say: "needsModel" });

const MOST_NAME = 60;

const callMe: ChatWriter = (scene) => {
  const { text } = scene.slots[0];
  if (text === undefined) return { say: "askText" };
  const set: Ask = { name: "update_profile", args: { name: text.slice(0, MOST_NAME) } };
  const ask = unmade(scene, [set]);
  if (ask.length > 0) return { ask };
  const name = bare(scene, text);
  return resultOf(scene, set)?.ok && name !== undefined ? { say: "done", words: { name } } : { say: "failed" };
};

export const SELF_WRITERS = {
  "what-is-form": fixed,
  "turn-off": fixed,
  "own-doing": fixed,
  "what-did-you-do": whatDidYouDo,
  "why-said": whySaid,
  thinking,
  "look-again": lookAgain,
  "leave-it": leaveIt,
  praise: thumb("up"),
  blame: thumb("down"),
  "quiet-until": quietUntil,
  "speak-again": speakAgain,
  undo,
  "call-me": callMe,
  "hand-over": handOver,
  messages: fixed,
  "what-can-you-do": fixed,
  "who-are-you": fixed,
  "own-rules": fixed,
  "are-you-mad": fixed,
  joke: fixed,
  laugh: fixed,
  ugh: fixed,
  hello,
  thanks: fixed,
  news: fixed,
  "good-night": fixed,
  ok: fixed,
  "did-it": fixed,
} satisfies Record<string, ChatWriter>;
