/**
 * Reads what a message wants with a goal: "I want to cut down to one coffee a day", "make the step goal 7000", "drop the
 * bedtime goal", "how am I doing with the coffee?". The words stand in data/words/language/goals.jsonl.
 *
 * bounded: it reads no message of more than MOST_CHARS characters.
 */
import { meaningfulWords } from "../memory/claims/likeness.ts";
import { NUMBERS } from "../spoken.ts";
import { AFTER, atStart, BEFORE, numberOf, oneOf, whole } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 200;

/** `text` names the goal, as the person said it. `to` is what it becomes. */
type GoalWish = {
  readonly wants: "add" | "remove" | "done" | "change" | "progress" | "pause" | "resume";
  readonly text?: string;
  readonly to?: string;
  /** The part of the message that asks for it, where another part spares something. */
  readonly part?: string;
  /** True when all goals are meant. */
  readonly all?: true;
};

/** The intent of each wish. */
export const GOAL_INTENTS = {
  add: "add-goal",
  remove: "remove-goal",
  done: "finish-goal",
  change: "change-goal",
  progress: "goal-progress",
  pause: "show-goals",
  resume: "show-goals",
} as const satisfies Record<GoalWish["wants"], string>;

const { goals } = lists;

/** Returns the pattern of a list of the goals. */
export const goalWords = (list: Exclude<keyof typeof goals, "kin">) => oneOf(goals[list]);

export const NUMBER = `(?:\\d{1,3}(?:[.,' ]\\d{3})+|\\d{1,2}[:.h]\\d{2}|\\d+(?:[.,]\\d+)?)(?: ?(?:k|am|pm|uhr)(?!\\p{L}))?|${goalWords("number")}${AFTER}`;
/** "Schrittziel" is a goal with its name. */
const NOUN = `(?:\\p{L}{3,20}ziele?s?|${goalWords("noun")})`;
const NAMES_GOAL = new RegExp(`(?<![\\p{L}\\p{N}])${NOUN}${AFTER}`, "iu");
const KEPT = atStart(goalWords("kept"));
const WANTS = atStart(goalWords("wants"));
const MARK = whole(goalWords("mark"));
const RULE = new RegExp(`^(.{4,}?)[,:]? (${goalWords("rule")})[.!]*$`, "iu");
const RULE_FIRST = new RegExp(`^(?:${goalWords("rule")})[,:]? (.{4,})$`, "iu");
const BARE = atStart(goalWords("bare"));
const OTHER = whole(goalWords("other"));
const ONCE = whole(goalWords("once"));
const DONE = whole(goalWords("done"));
/** "By Friday" is an end, and no habit. */
const ENDS = new RegExp(
  `${BEFORE}(?:by|until|till|before|bis|vor|antes del?|hasta el|avant) ${goalWords("weekday")}${AFTER}`,
  "giu",
);
const DROP = atStart(goalWords("drop"));
const DROPPED = /(?:\boff|\bout|\baway|(?<!\p{L})(?:weg|raus|streichen|löschen|vergessen|beenden))\W*$/iu;
const NEW_ONE = new RegExp(
  `(?:^|\\s)(?:an?|new|another|ein|neues|noch ein|una?|nueva|nuevo|otra|otro|une?|nouvel|autre)(?: new)? ${NOUN}${AFTER}`,
  "iu",
);
const CHANGE = new RegExp(`^${goalWords("change")} (.{0,60}?)${AFTER}`, "iu");
const CHANGED_TO = new RegExp(`${BEFORE}${goalWords("to")} ((?:the |den |die |las? |les? )?[^,;.!?]{1,80})`, "giu");
const CHANGED_NUMBER = new RegExp(`${NOUN} (\\d[^,;!?]{0,60})$`, "iu");
const PROGRESS = atStart(goalWords("progress"));
const REACH = whole(goalWords("reach"));
const BODY = whole(goalWords("body"));
const ASKING =
  /[?¿]|^(?:how|hows|am|did|do|have|has|is|are|will|where|what|wie|bin|hab\p{L}*|erreiche|schaffe|halte|c[oó]mo|voy|estoy|he |d[oó]nde|où|est-ce|comment|ai-je|suis-je|j'en suis)(?!\p{L})/iu;
const OPENS =
  /^(?:(?:and|also|ok|okay|so|hey|hi|oh|btw|well|right|actually|please|pls|plz|can you|could you|und|also|ok|bitte|kannst du|na gut|y|también|por favor|puedes|et|aussi|alors|bon|tu peux|waldo)(?!\p{L})[,.!\s]*)+/iu;
const CLOSES =
  /[\s,]*(?:please|pls|plz|thanks|thx|lol|bitte|danke|por favor|gracias|stp|svp|s'il te plaît|merci)?[\s.!]*$/iu;
/** A second clause that spares something, or says why. */
const BESIDE =
  /[,;]\s+(?:(?:but |and |aber |und |pero |y |mais |et )?(?:keep|leave|take|behalt\p{L}*|lass|nimm|deja|quita|garde|laisse|enlève)|i'm|im|it's|because|ich bin|weil|porque|parce)(?!\p{L}).*$/iu;

const IN_THOUSANDS = new RegExp(
  `${BEFORE}(\\d{1,2}|${NUMBERS.slice(1).join("|")})( and a half)? thousand${AFTER}`,
  "giu",
);

/** "Eight and a half thousand" in digits. */
export const inThousands = (text: string): string =>
  text.replaceAll(
    IN_THOUSANDS,
    (_, count: string, half?: string) => `${numberOf(count) * 1000 + (half === undefined ? 0 : 500)}`,
  );

/** "I should like to set a goal: 9000 steps", "as a goal, please note: a run on Sunday". */
const ASKS_GOAL = new RegExp(
  `^(?:(?:i(?:'d| would| should)? (?:like|want|love) to|i want to|can we|let's|let me|ich möchte|ich will|ich würde gern\\p{L}*|quiero|quisiera|je veux|je voudrais|j'aimerais) )?(?:set|make|add|note|have|setz\\p{L}*|poner|ponerme|fijar|me fixer|fixer)?\\s?(?:myself |mir |me )?(?:an?|ein|una?|une?)(?: new| neues)? ${NOUN}(?: setzen)?(?: ?[:,]|\\s(?:of|to|von|de|d'))\\s(.{4,})$`,
  "iu",
);
const GOAL_BEHIND = new RegExp(
  `^(.{4,}?)[.,;:]\\s+(?:please |pls |can you |bitte )*(?:note|keep|take|save|set|put|make|count|notier\\p{L}*|merk\\p{L}*|apunta|anota|note)(?:-l[ea])? (?:that|this|it|das|eso|esto|cela|ça)?(?: down| dir)? ?(?:as|als|como|comme) (?:(?:an?|one of|my|ein|mein|una?|mi|une?|mon|un de)\\s?)*(?:my )?${NOUN}(?: of mine)?$`,
  "iu",
);
/** "In bed by half ten. Make that a goal?", "max one coffee a day, hold me to it" */
const MADE_GOAL = new RegExp(
  `^(.{4,}?)[.,;:!]\\s+(?:and |so |please |bitte )?(?:(?:can you )?(?:make|call) (?:that|it|this) (?:an?|my) (?:new )?${NOUN}|hold me to (?:it|that)|keep me (?:honest|to it)|(?:that's|thats|that is|this is) (?:now )?(?:my|a) (?:new )?${NOUN}(?: now)?|(?:das|des|dies) (?:is|ist) (?:jetzt |ab jetzt )?(?:mein|mei) (?:neues )?${NOUN}|mach (?:das|es) zu(?:m| einem| meinem) ${NOUN}|(?:eso|ese) es (?:ahora )?mi ${NOUN}|c'est (?:maintenant )?mon ${NOUN})[\\s?!.]*$`,
  "iu",
);
const I_WANT =
  /^(?:so |and |und )*(?:(?:i |ich |yo |je )?(?:want|wanna|would like|plan|will|möchte|soll|quiero|voudrais|veux)(?: to)?\s+)?/iu;

/** Returns what a message wants with a goal, or undefined when it speaks of none. */
export function goalWishIn(message: string): GoalWish | undefined {
  if (message.length > MOST_CHARS) return undefined;
  const plain = inThousands(message.replaceAll("’", "'").trim()).replace(OPENS, "").replace(CLOSES, "");
  const told =
    ASKS_GOAL.exec(plain)?.[1] ?? (GOAL_BEHIND.exec(plain) ?? MADE_GOAL.exec(plain))?.[1]?.replace(I_WANT, "");
  const wish = told === undefined ? wishIn(inThousands(message)) : added(withoutAside(told));
  // The number in digits stands in no word of the message.
  const digits = inThousands(message);
  return wish && wish.part === undefined && digits !== message ? { ...wish, part: `${message} ${digits}` } : wish;
}

function wishIn(message: string): GoalWish | undefined {
  const said = message.replaceAll("’", "'").trim().replace(OPENS, "").replace(CLOSES, "");
  const isAsked = ASKING.test(message.trim().replace(OPENS, ""));
  if (isAsked) return progressIn(said);
  return (
    allIn(said) ?? pausedIn(said) ?? addIn(said) ?? changeIn(said) ?? removeIn(said) ?? doneIn(said) ?? habitIn(said)
  );
}

function addIn(said: string): GoalWish | undefined {
  const kept = KEPT.exec(said);
  if (kept) return added(said.slice(kept[0].length));
  const isOther = OTHER.test(said) || ONCE.test(said);
  const isHabit = (text: string) => MARK.test(text.replaceAll(ENDS, " "));
  const wanted = WANTS.exec(said);
  if (wanted) {
    const rest = withoutAside(said.slice(wanted[0].length));
    return !(OTHER.test(rest) || ONCE.test(rest)) && isHabit(rest) && !DROP_OF_GOAL.test(rest)
      ? added(rest)
      : undefined;
  }
  const [, ruled, rule = ""] = RULE.exec(said) ?? [];
  const first = RULE_FIRST.exec(said)?.[1];
  if (ruled !== undefined && /goal|rule|resolution|ziel|vorsatz|regel|meta|objetivo|objectif/iu.test(rule))
    return added(ruled.replace(/^(?:to|zu)\s/iu, ""));
  const bare = ruled ?? first ?? said;
  if (isOther || !(BARE.test(bare) || (bare !== said && (isHabit(bare) || GOES_WITHOUT.test(bare))))) return undefined;
  return bare !== said || /\d|(?<!\p{L})(?:on|to|after|before|from now on|ab sofort)(?!\p{L})/iu.test(said)
    ? added(bare)
    : undefined;
}

/** What stands behind a comma and counts nothing is said besides: ", on shift that's easy". */
function withoutAside(text: string): string {
  const [first = "", ...more] = text.split(/,\s+/u);
  return more.length > 0 && HABIT.test(first) && namesGoalThing(first) && !/\d/u.test(more.join()) ? first : text;
}

const ALL_OR_NONE = new RegExp(
  `^(?:${goalWords("drop")} )?(?:${goalWords("none")}|${goalWords("all")})\\s?(?:meine |mis |mes )?${NOUN}(?: mehr| más| ${goalWords("drop")}| löschen| streichen| entfernen)?$`,
  "iu",
);

/** "No more goals", "drop all goals". */
const allIn = (said: string): GoalWish | undefined =>
  ALL_OR_NONE.test(said) &&
  (DROP.test(said) || !new RegExp(`^${goalWords("all")}`, "iu").test(said) || DROPPED.test(said))
    ? { wants: "remove", all: true }
    : undefined;

const PAUSE = whole(goalWords("pause"));
const RESUME = whole(goalWords("resume"));

/** "Pause the gym goal till I'm well", "resume the gym goal". */
function pausedIn(said: string): GoalWish | undefined {
  if (!NAMES_GOAL.test(said)) return undefined;
  const wants = RESUME.test(said) ? "resume" : PAUSE.test(said) ? "pause" : undefined;
  if (wants === undefined) return undefined;
  const goal = said.replace(wants === "pause" ? PAUSE : RESUME, "\n").replace(END_BEHIND, "");
  return named(wants, goal);
}

/** What stands behind the goal: "till I'm well", "on Monday". */
const END_BEHIND = new RegExp(
  `\\s(?:${goalWords("end")}|while|as long as|for|on|from|next|für|solange|ab|am|nächste\\p{L}*|mientras|por|el|desde|pendant|tant que|lundi|mardi|mercredi|jeudi|vendredi|${goalWords("weekday")})${AFTER}.*$`,
  "iu",
);

export const TIMES = `(?:(?:${NUMBER}) ?(?:x|times|mal|veces|fois)|${goalWords("times")})`;
export const PERIOD = goalWords("period");
const PERIODIC = whole(`${PERIOD}|/ ?${goalWords("span")}`);

/** True for a text that names how often something is done: "a day", "por semana". */
export const isPeriodic = (text: string): boolean => PERIODIC.test(text);

/** "Gym 3x a week", "10k steps a day", "twice a week yoga". */
const HABIT = new RegExp(
  `${BEFORE}(?:${TIMES}|${NUMBER})${AFTER}.{0,40}?${BEFORE}(?:${PERIOD}|/ ?${goalWords("span")})${AFTER}`,
  "iu",
);
const VICE = whole(goalWords("vice"));
const TELLS =
  /^(?:i|i'\p{L}+|my|he|she|we|they|it|had|was|ich|mein\p{L}*|er|sie|wir|hab\p{L}*|hatte|yo|mi|mis|tengo|tuve|je|j'\p{L}+|mon|ma|mes|il|elle|on)(?!\p{L})/iu;
const MOST_HABIT = 60;

/** A habit in bare words, of a thing that goals are mostly about. What people rather confess than plan is left out. */
function habitIn(said: string): GoalWish | undefined {
  const isHabit = said.length <= MOST_HABIT && HABIT.test(said) && namesGoalThing(said);
  return isHabit && !VICE.test(said) && !TELLS.test(said) && !OTHER.test(said) && !ONCE.test(said)
    ? { wants: "add", text: said }
    : undefined;
}

const GOES_WITHOUT = /^(?:no|never|kein\p{L}*|nie|sin|nada de|nunca|pas de|plus de|jamais)(?!\p{L})/iu;

const added = (text: string): GoalWish | undefined =>
  text.trim().length < 3
    ? undefined
    : { wants: "add", text: text.replace(/^(?:[,:\s]+|to\s|it's\s|dabei\s)+/iu, "").trim() };

const DROP_OF_GOAL = new RegExp(`^(?:${goalWords("drop")})(?: [\\p{L}']+){0,4}?[ ']${NOUN}${AFTER}`, "iu");

function removeIn(said: string): GoalWish | undefined {
  const part = said.replace(BESIDE, "");
  const asked = part.replace(WANTS, "");
  if (!NAMES_GOAL.test(part) || NEW_ONE.test(part)) return undefined;
  if (!DROP_OF_GOAL.test(asked) && !(DROPPED.test(part) && /^(?:take|das|mein|die|nimm)/iu.test(asked)))
    return undefined;
  return { ...named("remove", part.replace(WANTS, "").replace(DROP, "")), part };
}

function doneIn(said: string): GoalWish | undefined {
  const part = said.replace(BESIDE, "");
  return NAMES_GOAL.test(part) && DONE.test(part) && !NEW_ONE.test(part)
    ? { ...named("done", part.replaceAll(new RegExp(DONE.source, "giu"), "\n")), part }
    : undefined;
}

function changeIn(said: string): GoalWish | undefined {
  // What stands in quotation marks may itself speak of a goal.
  const bare = said.replaceAll(/["“„«'][^"“”„«»']{2,80}["“”»']/gu, "…");
  if (!CHANGE.test(said) || !NAMES_GOAL.test(bare) || NEW_ONE.test(said)) return undefined;
  const goal = said.search(NAMES_GOAL);
  const last = [...said.matchAll(CHANGED_TO)].filter(({ index }) => index > goal).at(-1);
  const to = last?.[1] ?? CHANGED_NUMBER.exec(said)?.[1];
  if (to === undefined) return undefined;
  const rest = said.slice(0, said.lastIndexOf(to)).replace(new RegExp(`^${goalWords("change")} `, "iu"), "");
  return { ...named("change", rest.replace(new RegExp(`\\s${goalWords("to")}\\s*$`, "iu"), "")), to: to.trim() };
}

function progressIn(said: string): GoalWish | undefined {
  const asked = said.replace(/^¿/u, "").replace(/[?\s]+$/u, "");
  if (ONLY_GOALS.test(asked)) return { wants: "progress" };
  const lead = PROGRESS.exec(asked)?.[0];
  const hasNoun = NAMES_GOAL.test(asked);
  if (lead !== undefined && (hasNoun || !BODY.test(asked.slice(lead.length))))
    return named("progress", asked.slice(lead.length));
  const going = GOING.exec(asked)?.[1];
  if (going !== undefined && namesGoalThing(going) && !BODY.test(going)) return named("progress", going);
  return hasNoun && REACH.test(asked)
    ? named("progress", asked.replaceAll(new RegExp(REACH.source, "giu"), "\n").replace(/^[\p{L}-]+/u, "\n"))
    : undefined;
}

/** "Goals?", "my goals?" */
const ONLY_GOALS = new RegExp(
  `^(?:and |und |y |et )?(?:the |my |die |meine? |mein |mis? |los |mes |mon |les )?${NOUN}$`,
  "iu",
);

/** "How's the stretching going?" */
const GOING =
  /^(?:how's|hows|how is|how are) (?:the |my )?(.{3,40}?) (?:going|coming along|doing)$|^wie läuft (?:das|mein|die) (.{3,40})$/iu;

const SMALL: ReadonlySet<string> = new Set(goals.small.flatMap((line) => line.split(" ")));
const ONLY_NOUN = new RegExp(`^${goalWords("noun")}$`, "iu");

/** Returns the wish with the words by which the goal is named: the longest run of words that are no small ones. */
function named(wants: GoalWish["wants"], rest: string): GoalWish {
  let [best, run] = ["", ""];
  for (const [word] of rest.matchAll(/[\p{L}\p{N}'.:-]+|[^\p{L}\p{N}'.:\s-]|\n/gu)) {
    const isSmall = SMALL.has(word.toLowerCase()) || ONLY_NOUN.test(word) || !/[\p{L}\p{N}]/u.test(word);
    run = isSmall ? "" : `${run} ${word}`.trim();
    if (run.length > best.length) best = run;
  }
  const text = best.replace(/^[ld]'|[.:'-]+$/giu, "");
  return text === "" ? { wants } : { wants, text };
}

const KIN = goals.kin.map((line) => whole(oneOf([line])));

/** Returns the groups of words for one thing that a text names. */
const kinOf = (text: string) => KIN.flatMap((group, i) => (group.test(text.replace(/ziele?s?$/iu, "")) ? [i] : []));

/** True when words name a thing that goals are mostly about: "the bedtime one". */
export const namesGoalThing = (text: string): boolean => kinOf(text).length > 0;

/** A form of a word that has at least so many letters in common: "run" and "running", "stretch" and "stretching". */
const FORM_LETTERS = 3;

function isForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= FORM_LETTERS && long.startsWith(short.slice(0, Math.max(FORM_LETTERS, short.length - 2)));
}

/**
 * Returns the goals that some words name, the only one mostly: those that hold the words, or else the most words in any
 * form, or else another word for the same thing.
 */
export function goalsNamed<T>(all: readonly T[], lineOf: (one: T) => string, about: string): readonly T[] {
  const fold = (text: string) => text.toLowerCase().replaceAll("’", "'").trim();
  const exact = all.filter((one) => fold(lineOf(one)) === fold(about));
  if (exact.length > 0) return exact;
  const holding = all.filter((one) => fold(lineOf(one)).includes(fold(about)));
  if (holding.length > 0) return holding;
  const said = meaningfulWords(about);
  const shared = (one: T) =>
    said.filter((word) => meaningfulWords(lineOf(one)).some((other) => isForm(word, other))).length;
  const most = Math.max(0, ...all.map(shared));
  if (most > 0) return all.filter((one) => shared(one) === most);
  const groups = kinOf(about);
  return all.filter((one) => kinOf(lineOf(one)).some((group) => groups.includes(group)));
}
