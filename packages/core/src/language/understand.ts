/**
 * Finds out what a message asks for, without a language model. The result is one intent with its slots, two intents
 * that fit equally well, or none. The same message in the same conversation always gives the same result.
 */
import type {
  Asked,
  Intent,
  IntentLanguage,
  IntentSlot,
  Slots,
  ThreadTurn,
  Understanding,
  WallClock,
} from "@waldo/contracts";
import { wantedOf } from "./changes.ts";
import { clausesOf, inOneDay, listIn } from "./clauses.ts";
import { requestIn, sentencesOf, withoutCourtesy } from "./courtesy.ts";
import { deedIn } from "./deed-words.ts";
import { apartIn, dueErrand, laidDown, listedErrands, namedErrands } from "./errands.ts";
import { explainerOf } from "./explained.ts";
import { GOAL_INTENTS, goalWishIn } from "./goal-words.ts";
import { withoutLead } from "./lead-times.ts";
import { leftOutIn, namesReminder } from "./leaning/after-setting.ts";
import { withoutObjection } from "./leaning/after-telling.ts";
import { leaningOn } from "./leaning/leaning.ts";
import type { Before, LeaningMoment } from "./leaning/reader.ts";
import type { Learned } from "./learned.ts";
import { isExample, matcherOf, NO_INTENT, type Ranked } from "./match.ts";
import { instructionIn, isGuess } from "./never-kept.ts";
import { pastDayIn } from "./past-days.ts";
import { askedBefore, chosenOf, completes, replyIn, SORRY, zoneIn } from "./pending.ts";
import { ASK_DATA, MOST_CHANGE, questionsOf, READS_NOTHING, type Reads } from "./questions.ts";
import { asksNothing, isOfSelf, isReport, keepsWhatWasTold, newsIn, readingAsked, readingTold } from "./reports.ts";
import { isBriefWish, settingIn } from "./setting-words.ts";
import { type SlotFinder, slotFinder } from "./slots.ts";
import { whenIn } from "./times.ts";
import { againAt, reminderTold, withoutLimit } from "./told-reminders.ts";
import { languagesOf } from "./tongue.ts";
import { wishesIn } from "./wishes.ts";

const REMIND = "remind";
/** The intent that keeps what a person tells of themselves. */
const REPORT = "report";
/** The intent that hears what a person tells of their life. */
const NEWS = "news";
/** Intents that write down what a person says. Waldo does not ask which of them is meant. */
const KEEPS: readonly string[] = ["remember", "correct-memory"];
/** Intents for what a person tells. A message that asks nothing may tell something if they have this share together. */
const TELLING: readonly string[] = [REPORT, NEWS, "remember", "feeling-low", "feeling-good", "night-awake"];
const TOLD = 0.25;
/** The intent for messages in which the person says that they are sad or strained. */
const SAD_INTENT = "feeling-low";
/** The intent that changes a setting, and intents that say why another one cannot be changed. */
const SET_INTENT = "set-rhythm";
const NEAR_SETTINGS: readonly string[] = [SET_INTENT, "set-weekend", "set-length", "set-less", "no-such-setting"];

/** The shares from which Waldo acts on a message and from which it answers one. Below them it asks back. */
const CLEAR = { acts: 0.7, tells: 0.23 } as const;
/** From this share on, Waldo asks whether an act is meant. */
const LIKELY_ACT = 0.4;
/** If no other intent has half of the best share, a lower share is enough for an answer that changes nothing. */
const ALONE = 2;
/** If the best intent has a lower share than this, Waldo does not ask back. */
const NEAR = 0.12;

/** From these shares on, the other words of a message may be unknown: the person has said what they want. */
const CERTAIN = { acts: 0.9, tells: 0.7 } as const;
/** Below them, this share of the content words must be explained. */
const EXPLAINED = { acts: 1, tells: 0.66 } as const;
/** A choice of two is offered only if the second has this share, and both together have the other. */
const CHOICE = { second: 0.15, both: 0.4 } as const;

/** Fewer characters of courtesy are left where they stand. */
const COURTESY = 9;
/** The most requests of one message that are taken from its sentences. */
const MOST_PARTS = 3;

/** How many requests before a message are looked through for the one that it leans on. */
const MOST_BEFORE = 3;

/** Returns the code that understands messages with what was learned of the intents. */
export function understandingOf(
  { intents, weights, spokenIn, frames }: Learned,
  reads: Reads = READS_NOTHING,
): Understanding {
  const matcher = matcherOf(weights);
  const byName = new Map(intents.map((intent) => [intent.name, intent]));
  const finders = new Map<string, SlotFinder>();
  const finder = (intent: Intent, slot: IntentSlot) => {
    const key = `${intent.name} ${slot}`;
    const found = finders.get(key) ?? slotFinder(intent, slot);
    finders.set(key, found);
    return found;
  };
  const languageOf = languagesOf(spokenIn);
  const explained = explainerOf(frames);

  const fill = (intent: Intent, message: string, clock: Clock): Slots => {
    const spoken = languageOf(message, clock.language);
    const takesTime = intent.slots.includes("when") || intent.slots.includes("date");
    const timed = takesTime
      ? whenIn(intent.name === REMIND ? withoutLimit(message) : message, clock, spoken)
      : undefined;
    const rest = timed?.rest ?? message;
    const worded = (slot: "text" | "about") => {
      const found = intent.slots.includes(slot) ? finder(intent, slot).find(rest) : undefined;
      return found === undefined || NAMES_NOTHING.test(found) ? {} : { [slot]: found };
    };
    const zone = intent.slots.includes("zone") ? zoneIn(message) : undefined;
    const when = timed?.when;
    const day = intent.slots.includes("day") ? pastDayIn(message, clock, { spoken })?.date : undefined;
    return {
      ...worded("text"),
      ...worded("about"),
      ...(when && intent.slots.includes("when") ? { when, ...(timed.around ? { around: true as const } : {}) } : {}),
      ...(when && intent.slots.includes("date") && timed.dated && "date" in when && when.date
        ? { date: when.date }
        : {}),
      ...(day === undefined ? {} : { day }),
      ...(zone === undefined ? {} : { zone }),
    };
  };

  const clear = (intent: Intent, message: string, clock: Clock): Clear => {
    const filled = fill(intent, message, clock);
    const whole = intent.name === REMIND ? withoutLead(message, filled) : filled;
    const lines = intent.tools.includes("write_task") ? listIn(message) : [];
    if (lines.length > 1) {
      const [first, ...more] = lines.map((text) => ({ ...whole, text }));
      if (first) return { is: "clear", intent, slots: [first, ...more], message };
    }
    const spoken = languageOf(message, clock.language);
    const isSeveral = intent.slots.includes("when") && intent.slots.includes("text");
    const parts = isSeveral
      ? inOneDay(
          clausesOf(message, clock, spoken).map((text) => ({ slots: fill(intent, text, clock), text, spoken })),
          clock,
        )
      : [];
    // Two reminders in one message need a text and a time each. "Every Monday and Thursday" is one reminder.
    const [first, ...more] = parts.every(({ text, when }) => text !== undefined && when !== undefined) ? parts : [];
    return { is: "clear", intent, slots: first && more.length > 0 ? [first, ...more] : [whole], message };
  };

  /** Understands the last requests of a conversation again, the newest first, and returns the first one that fits. */
  const requestBefore = (
    thread: readonly ThreadTurn[],
    talk: Talk,
    fits: (asked: Clear) => boolean = () => true,
    most = MOST_BEFORE,
  ): Before | undefined => {
    const at = thread.findLastIndex(({ from }) => from === "owner");
    const turn = thread[at];
    const answer = thread.slice(at).find(({ from }) => from === "waldo")?.text;
    if (turn === undefined || most === 0) return undefined;
    const earlier = thread.slice(0, at);
    const asked = understandIn(turn.text, earlier, talk);
    if (asked.is === "clear" && answer !== undefined && fits(asked)) return { asked, answer };
    return requestBefore(earlier, talk, fits, most - 1);
  };

  /** Understands a message after a thread. What was understood once in this talk is not understood again. */
  const understandIn = (message: string, thread: readonly ThreadTurn[], talk: Talk): Asked => {
    const name = `${thread.length} ${message}`;
    const known = talk.known.get(name);
    if (known) return known;
    const asked = notKept(afterThread(requestIn(message), thread, talk), message, talk.clock);
    talk.known.set(name, asked);
    return asked;
  };

  /** An instruction is no memory and no errand, also when it is not understood. */
  const notKept = (asked: Asked, message: string, clock: Clock): Asked => {
    const wants = isGuess(requestIn(message), asked, KEEPING) ? instructionIn(message) : undefined;
    const rhythm = byName.get(SET_INTENT);
    if (wants === undefined) return asked;
    return wants === "rhythm" && rhythm ? clear(rhythm, message, clock) : { is: "unknown" };
  };

  const afterThread = (message: string, thread: readonly ThreadTurn[], talk: Talk): Asked => {
    const { clock } = talk;
    const pending = askedBefore(intents, thread);
    if (pending?.is === "which") {
      const chosen = chosenOf(pending.between, message);
      if (chosen) return clear(chosen, pending.message, clock);
    }
    const spoken = /\p{L}{2}/u.test(message) ? languageOf(message, clock.language) : (clock.language ?? "en");
    // "139/85" is no answer to a question that is still open.
    const reading = withoutObjection(message) === message ? readingTold(message, spoken) : undefined;
    const keep = byName.get(REPORT);
    if (reading !== undefined && keep) return clear(keep, reading, clock);
    const remember = keepsWhatWasTold(message) ? byName.get("remember") : undefined;
    const text = remember && thread.findLast(({ from, text }) => from === "owner" && !keepsWhatWasTold(text))?.text;
    if (remember && text !== undefined) return { is: "clear", intent: remember, slots: [{ text }], message: text };
    const cancel = byName.get("cancel-reminder");
    const out = leftOutIn(message, { clock, spoken })?.rest;
    if (cancel && out !== undefined && namesReminder(out)) return clear(cancel, message, clock);
    const rhythm = isBriefWish(message) ? byName.get(SET_INTENT) : undefined;
    if (rhythm) return clear(rhythm, message, clock);
    const errand = laidDown(message, { clock, spoken });
    const laid = errand && byName.get("add-task");
    if (laid && errand) return { is: "clear", intent: laid, slots: [errand], message };
    const told = remindedAhead(message, talk) ?? listed(message) ?? afterErrand(message, thread, talk);
    if (told) return told;
    const wishes = pending === undefined ? wishesIn(message, (text) => matcher.rank(text)[0]) : [];
    if (wishes.length > 0) {
      const [first, ...also] = wishes.map((text) => understandIn(text, thread, talk));
      if (first?.is === "clear" && also.every((one) => one.is === "clear"))
        return also.length === 0 ? first : { ...first, also };
    }
    const ranked = matcher.rank(message);
    const reply = { text: message, clock, spoken, share: ranked[0]?.share ?? 0 };
    if (pending?.is === "slot" && completes(pending.slot, reply))
      return clear(pending.intent, `${pending.message} ${message.replace(SORRY, "")}`, clock);
    const last = thread.at(-1);
    const heard = last?.from === "waldo" ? last.text : undefined;
    const before: LeaningMoment["before"] = (fits) =>
      requestBefore(thread, talk, fits, fits === undefined ? 1 : MOST_BEFORE);
    const talked = { clock, spoken, before: heard === undefined ? undefined : before };
    const leaning =
      readingChanged(message, talked) ??
      leaningOn(message, { clock, spoken, intents: byName, heard, before }) ??
      goalAsked(message);
    if (leaning) return leaning;
    const alone = withReadings(standingAlone(message, ranked, { clock, spoken }), message, { clock, spoken });
    const implied = alone.is !== "clear" || GOES_ON.test(message);
    const changed = implied ? readingChanged(message, { ...talked, implied: true }) : undefined;
    if (changed) return changed;
    const isWeak =
      alone.is !== "clear" || isKeeping(alone) || (!alone.intent.acts && (ranked[0]?.share ?? 0) < CERTAIN.tells);
    return (isWeak ? inParts(message, thread, talk) : undefined) ?? toldOn(alone, message, before);
  };

  /** Returns the request of a part of a message, if it is a whole one and no guess. */
  const wishOf = (part: string, thread: readonly ThreadTurn[], talk: Talk): Clear | undefined => {
    const asked = understandIn(part, thread, talk);
    if (asked.is !== "clear" || isKeeping(asked) || !isWholeWish(asked)) return undefined;
    const share = matcher.rank(part).find(({ name }) => name === asked.intent.name)?.share ?? 0;
    return asked.intent.acts || asked.reads || share >= CERTAIN.tells ? asked : undefined;
  };

  /** Understands the request of a message without its words of courtesy, and without the sentences that only tell. */
  const inParts = (message: string, thread: readonly ThreadTurn[], talk: Talk): Clear | undefined => {
    const sentences = sentencesOf(message);
    if (sentences.length === 0) {
      const core = withoutCourtesy(message);
      // A "please" alone hides no request.
      return core.length + COURTESY > message.length ? undefined : wishOf(core, thread, talk);
    }
    const asking = sentences.filter((said) => !asksNothing(said));
    const wishes = asking.flatMap((said) => wishOf(withoutCourtesy(said), thread, talk) ?? []);
    // A sentence that asks for something must not be passed over.
    if (wishes.length === 0 || wishes.length > MOST_PARTS || wishes.length < asking.length) return undefined;
    const told = sentences.filter((said) => asksNothing(said)).map((said) => understandIn(said, thread, talk));
    const reports = told.flatMap((asked) => (asked.is === "clear" && asked.intent.name === REPORT ? [asked] : []));
    const [first, ...also] = [...wishes, ...reports];
    return first && (also.length === 0 ? first : { ...first, also });
  };

  /** "Hip.", after something was told: a few words that ask nothing and stand for nothing else belong to it. */
  const toldOn = (asked: Asked, message: string, before: LeaningMoment["before"]): Asked => {
    const news = byName.get(NEWS);
    if (
      asked.is === "clear" ||
      asked.is === "offered" ||
      news === undefined ||
      message.length > MOST_CHANGE ||
      !asksNothing(message)
    )
      return asked;
    const last = before()?.asked.intent.name ?? "";
    return TELLING.includes(last) ? { is: "clear", intent: news, slots: [{}], message } : asked;
  };

  /** Returns the tasks of "todo: stamps, call Dad". */
  const listed = (message: string): Clear | undefined => tasksOf(listedErrands(message), message);

  const tasksOf = (texts: readonly string[], message: string): Clear | undefined => {
    const task = byName.get("add-task");
    const [first, ...more] = texts.map((text) => ({ text }));
    return task && first ? { is: "clear", intent: task, slots: [first, ...more], message } : undefined;
  };

  /** Returns what a message wants with the errand that the last one named: "yes", "for Friday", "those are two things". */
  const afterErrand = (message: string, thread: readonly ThreadTurn[], talk: Talk): Asked | undefined => {
    const [asked, answer] = thread.slice(-2);
    if (asked?.from !== "owner" || answer?.from !== "waldo") return undefined;
    const reply = replyIn(message, { ...talk, spoken: languageOf(message, talk.clock.language) });
    if (reply === undefined) return undefined;
    const before = understandIn(asked.text, thread.slice(0, -2), talk);
    const isOffer = before.is === "offered" && answer.text.endsWith("?");
    const isTask = before.is === "clear" && before.intent.name === "add-task";
    if (reply.is === "apart") {
      const named = before.is === "offered" ? before.wish.slots : before.is === "clear" ? before.slots : [];
      const apart = tasksOf(apartIn(named.map(({ text = "" }) => text).join("\n")), asked.text);
      const undo = byName.get("undo");
      if (isOffer || apart === undefined) return isOffer ? apart : undefined;
      return isTask && undo ? { is: "clear", intent: undo, slots: [{}], message, also: [apart] } : undefined;
    }
    if (!isOffer) return undefined;
    if (reply.is === "no") return { is: "clear", intent: byName.get("stop-it") as Intent, slots: [{}], message };
    const [first, ...more] = before.wish.slots.map((slots) => ({ ...slots, ...reply.due }));
    return first && { is: "clear", ...before.wish, slots: [first, ...more] };
  };

  /** Returns the reminder of "dentist on Friday at 3, remind me an hour before". */
  const remindedAhead = (message: string, { clock }: Talk): Clear | undefined => {
    const intent = byName.get(REMIND);
    const slots = intent && reminderTold(message, { clock, spoken: languageOf(message, clock.language) });
    return intent && slots && { is: "clear", intent, slots: [slots], message };
  };

  const understand: Understanding["understand"] = (message, { thread = [], ...clock }) =>
    understandIn(message, thread, { clock, known: new Map() });

  /** Returns what a message wants with a goal. What the goal becomes stands in `about`. */
  const goalAsked = (message: string): Clear | undefined => {
    const wish = goalWishIn(message);
    const intent = wish && byName.get(GOAL_INTENTS[wish.wants]);
    if (wish === undefined || intent === undefined) return undefined;
    const { text, to } = wish;
    return {
      is: "clear",
      intent,
      slots: [{ ...(text === undefined ? {} : { text }), ...(to === undefined ? {} : { about: to }) }],
      message: wish.part ?? message,
    };
  };

  const { readingChanged, withReadings } = questionsOf(reads, byName.get(ASK_DATA), clear);

  /** Understands a message that leans on nothing. */
  const standingAlone = (message: string, ranked: readonly Ranked[], { clock, spoken }: Moment): Asked => {
    const reading = readingTold(withoutObjection(message), spoken);
    const keep = byName.get(REPORT);
    if (reading !== undefined && keep) return clear(keep, reading, clock);
    const recall = byName.get("recall");
    const about = readingAsked(message);
    if (about !== undefined && recall) return { is: "clear", intent: recall, slots: [{ about }], message };
    const asked = wished(message, ranked, { clock, spoken });
    const isOfBody = asked.is === "clear" && asked.intent.subject === "body";
    const remind = byName.get(REMIND);
    const again =
      remind && (asked.is !== "clear" || KEEPING.has(asked.intent.name))
        ? againAt(message, { clock, spoken })
        : undefined;
    if (remind && again) return { is: "offered", wish: { intent: remind, slots: [again], message } };
    const task = byName.get("add-task");
    const errand = asked.is !== "clear" && task ? dueErrand(message, { clock, spoken }) : undefined;
    if (errand && task) return { is: "clear", intent: task, slots: [errand], message };
    const finish = byName.get("finish-task");
    const isDeed = asked.is !== "clear" || TELLS_DEED.has(asked.intent.name) || (ranked[0]?.share ?? 0) < CLEAR.acts;
    const deed = finish && isDeed ? deedIn(message) : undefined;
    if (finish && deed) {
      const about = `${deed.about} ${deed.verb ?? ""}`.trim();
      return { is: "clear", intent: finish, slots: [{ about }], message: `${message} ${deed.verb ?? ""}`.trim() };
    }
    const isWeak = asked.is !== "clear" || (!asked.intent.acts && (ranked[0]?.share ?? 0) < CERTAIN.tells);
    // A bare errand may be a wish or a note, so it is offered, however much it looks like a task.
    const isBare = asked.is === "clear" && asked.intent === task && asked.slots[0].text === message.trim();
    const named = isWeak || isBare ? namedErrands(message, { clock, spoken }) : undefined;
    if (named && task) {
      const [first, ...more] = named.errands;
      const said = `${message}\n${named.errands.map(({ text }) => text).join("\n")}`;
      const wish = { intent: task, slots: [first, ...more], message: said } as const;
      return { is: "offered", wish, ...(named.bought ? { bought: true } : {}) };
    }
    const heard = asked.is === "unknown" || isOfBody ? newsIn(message) : undefined;
    const mayTell = asked.is === "unknown" || (asked.is === "unclear" && !TELLING.includes(asked.between[1].name));
    const news = heard ?? (mayTell && tells(message, ranked) ? "own" : undefined);
    if (news === undefined) return asked;
    // Only what the ranking also takes for a report is kept in memory.
    const least = heard === undefined ? CLEAR.acts : NEAR;
    const isKept = isOfBody || ranked.some(({ name, share }) => name === REPORT && share >= least);
    const [likely] =
      heard === undefined && isOfSelf(message) ? ranked.filter(({ name }) => TELLING.includes(name)) : [];
    const kept = likely !== undefined && likely.share >= CLEAR.tells ? byName.get(likely.name) : undefined;
    const told = kept ?? (news === "own" && isKept ? toldOf(ranked) : byName.get(NEWS));
    return told === undefined ? asked : clear(told, message, clock);
  };

  /** Understands a message as a wish or a question. */
  const wished = (message: string, ranked: readonly Ranked[], { clock, spoken }: Moment): Asked => {
    const [best, second] = ranked;
    const intent = byName.get(best?.name ?? "");
    if (best === undefined || intent === undefined || intent.name === NO_INTENT || best.share < NEAR)
      return { is: "unknown" };
    if (intent.subject === "body" && isReport(message)) return clear(toldOf(ranked), message, clock);
    if (intent.name === REPORT && !asksNothing(message)) return { is: "unknown" };
    // "Gym at 6" may be what was done, and what is planned.
    const planned = intent.name === REPORT && second?.name === "remind" ? byName.get(second.name) : undefined;
    if (planned && whenIn(message, clock, spoken).timed) return { is: "unclear", between: [planned, intent] };
    const setting = settingIn(message);
    const changes = setting && NEAR_SETTINGS.includes(intent.name) ? byName.get(SET_INTENT) : undefined;
    if (changes) return clear(changes, message, clock);
    const asked = clear(intent, message, clock);
    const kind = intent.acts ? "acts" : "tells";
    const { share: known, isQuestion } = explained(asked, { clock, spoken });
    const isWhole = best.share >= CERTAIN[kind] || known >= EXPLAINED[kind];
    const isOwn = intent.subject === "self" || setting !== undefined;
    if (!isOwn && !isWhole) return { is: "unknown" };
    const isAlone = !intent.acts && best.share >= ALONE * (second?.share ?? 0);
    if (isAlone || (best.share >= CLEAR[kind] && (isOwn || !intent.acts || !isQuestion))) return asked;
    if (isExample(intent, message)) return asked;
    // If the second best is the intent "none", the third best counts instead.
    const next = second?.name === NO_INTENT ? ranked[2] : second;
    const rival = byName.get(next?.name ?? "");
    // When every word of a message belongs to a setting, it is a wish about that setting.
    const isSetting = ({ tools }: Intent) => tools.includes("update_profile");
    const meant = setting && [intent, rival].find((one) => one && isSetting(one));
    if (meant) return clear(meant, message, clock);
    // A person who may be sad is not asked which of two things they meant.
    const sad = [intent, rival].find((one) => one?.name === SAD_INTENT);
    if (sad) return clear(sad, message, clock);
    if ([KEEPS, TELLING].some((same) => [intent, rival].every((one) => one && same.includes(one.name)))) return asked;
    const opened = OPENS.flatMap(([opens, name]) =>
      opens.test(message) ? ([intent, rival].find((one) => one?.name === name) ?? []) : [],
    )[0];
    if (opened) return clear(opened, message, clock);
    const share = next?.share ?? 0;
    const isChoice = share >= CHOICE.second && best.share + share >= CHOICE.both;
    if (isChoice && rival !== undefined && rival.name !== NO_INTENT) return { is: "unclear", between: [intent, rival] };
    const other = byName.get(NO_INTENT);
    const isLikely = intent.acts && best.share >= LIKELY_ACT && !isQuestion;
    return isLikely && other ? { is: "unclear", between: [intent, other] } : { is: "unknown" };
  };

  /** Returns the intent that keeps what a person tells of themselves. */
  const toldOf = (ranked: readonly Ranked[]): Intent => {
    const near = ranked.flatMap(({ name, share }) => (share >= NEAR ? (byName.get(name) ?? []) : []));
    return near.find(({ subject }) => subject === "self") ?? (byName.get(REPORT) as Intent);
  };

  return {
    change: (message, actions, clock) => wantedOf(message, actions, { clock, spoken: languageOf(message) }),
    understand,
  };
}

/** True for a request that has all that it takes: a reminder has its words and its time. */
const isWholeWish = ({ intent, slots }: Clear) =>
  intent.name !== REMIND || slots.every(({ text, when }) => text !== undefined && when !== undefined);

const isKeeping = (asked: Clear) => KEEPING.has(asked.intent.name) || SMALL.has(asked.intent.name);
/** Intents of messages that want nothing. */
const SMALL: ReadonlySet<string> = new Set(["ok", "thanks", "hello", "did-it", "laugh", "ugh", "praise", "good-night"]);

/** Intents that only hear or keep a message. */
const KEEPING: ReadonlySet<string> = new Set([...KEEPS, ...TELLING]);

/** The intents of a message that tells a deed. The task that it names is done. */
const TELLS_DEED: ReadonlySet<string> = new Set(["finish-task", "did-it", REPORT, NEWS]);

/** True when a message asks nothing and looks more like what people tell than like a request. */
function tells(message: string, ranked: readonly Ranked[]): boolean {
  const shareOf = (fits: (name: string) => boolean) =>
    ranked.reduce((sum, { name, share }) => (fits(name) ? sum + share : sum), 0);
  const told = shareOf((name) => TELLING.includes(name));
  const wish = ranked.find(({ name }) => name !== NO_INTENT && !TELLING.includes(name))?.share ?? 0;
  return (
    told >=
      Math.max(
        TOLD,
        wish,
        shareOf((name) => name === NO_INTENT),
      ) && asksNothing(message)
  );
}

/** Words for the subject of the last messages, which they do not name. */
const NAMES_NOTHING =
  /^(?:it|that|this|them|one|that one|this one|the last one|what i (?:just )?said|das|dies|es|ihn|sie|eso|esto|lo|la|ça|cela|le|la|(?:please )?(?:do not|don'?t) (?:save|keep|store|note) (?:it|that|this))$/iu;

/** "And the pulse?" goes on with what was asked. */
const GOES_ON = /^\W*(?:and|ok|okay|so|und|y|et)(?!\p{L})/iu;

/** First words that tell which of two likely intents is meant. */
const OPENS: readonly (readonly [RegExp, string])[] = [
  [
    /^\W*(?:(?:please|pls|bitte|por favor) )?(?:remind me|erinner\p{L}* mich|recu[eé]rdame|rappelle-moi)(?!\p{L})/iu,
    REMIND,
  ],
  [/^\W*(?:please )?add (?:a |another |this )?(?:task|to-?do)(?!\p{L})/iu, "add-task"],
  // "No, her name is Carla"
  [
    /^\W*(?:no|nein|non),? (?:her|his|its|their|she|he|it|they|sie|er|ihr|sein|ella|él|su|elle|il|son|sa)(?!\p{L})/iu,
    "correct-memory",
  ],
];

type Clear = Asked & { readonly is: "clear" };
/** The clock of a message, and the language that the person chose. */
type Clock = WallClock & { readonly language?: IntentLanguage | undefined };
/** The clock of a message, and what was understood before it, by the length of the thread and the words. */
type Talk = { readonly clock: Clock; readonly known: Map<string, Asked> };
type Moment = { readonly clock: Clock; readonly spoken: IntentLanguage };
