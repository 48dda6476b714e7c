// The rubrics: checks of a run by plain code, one function each. A rubric returns its score with reasons, or that it
// does not apply.
import { HealthAnswer, isUnasked, type RubricScore } from "@waldo/contracts";
import { DayScore } from "@waldo/core/agent/candidate";
import { sentencesOf } from "@waldo/core/agent/claims/sentences";
import { judge, partsOfBrief } from "@waldo/core/agent/judge";
import { inQuietHours } from "@waldo/core/cadence/quiet-hours";
import { BRIEF_CATCH_UP_MS, briefTimes } from "@waldo/core/cadence/schedule";
import { jaccard, wordSet } from "@waldo/core/memory/claims/likeness";
import { modelDollars } from "@waldo/core/models/spend";
import { bodyClaims } from "@waldo/core/safety/body/body-claims";
import type { SuggestionKind } from "@waldo/core/skills/suggestion";
import { kindOf } from "@waldo/core/skills/suggestion-choice";
import { DAY_MS, instantAt, MINUTE_MS } from "@waldo/core/time";
import { many, notApplicable, scored } from "./score.ts";
import type { ReadTrace } from "./trace.ts";

/**
 * Scores whether a text has the parts that its occasion needs: a Brief its three parts, an answer an answer, a plan
 * something to decide.
 */
export function content(trace: ReadTrace): RubricScore {
  const { header, text, gated, proposals, sentences } = trace;
  if (gated?.source === "emergency") return notApplicable("people wrote the words beforehand");
  switch (header.trigger) {
    case "brief":
      return text === "" ? notApplicable("nothing was said") : ofBrief(trace);
    case "user_message":
      return ofReply(trace);
    case "handoff_plan":
    case "handoff_replan":
      return proposals.length > 0 ? scored(1) : scored(0, "there is no plan to decide on");
    case "heartbeat":
      if (text === "") return notApplicable("nothing was said");
      return sentences.length <= 3 ? scored(1) : scored(0.5, "it brings up more than one thing");
    default:
      if (text === "") return notApplicable("nothing was said");
      return (gated?.claims.length ?? 0) > 0 || proposals.length > 0
        ? scored(1, "it says why it comes")
        : scored(0, "nothing in it says why it comes");
  }
}

function ofBrief({ text, gated, evidence, sentences, header }: ReadTrace): RubricScore {
  // The claims in the journal are in the order of the sentences. If there are none, the words themselves are read.
  const claims = gated?.claims.length ? gated.claims : sentences.flatMap((one) => bodyClaims(one.text));
  const { stands, says, suggests } = partsOfBrief(text, claims, evidence);
  if (header.variant !== "morning") return says ? scored(1) : scored(0, "it says nothing of the day");
  const parts = [stands, says, suggests];
  return scored(
    parts.filter(Boolean).length / parts.length,
    !stands && "it does not say where the person stands",
    !says && "it gives no cause and nothing good",
    !suggests && "it suggests nothing",
  );
}

function ofReply({ text, gated, context, writer }: ReadTrace): RubricScore {
  if (text.trim() === "") return scored(0, "the person got no answer");
  if (context?.danger !== undefined) return notApplicable("it may be about danger");
  const { source, reason } = gated ?? {};
  if (source === "template" && reason !== undefined && reason !== "calm" && writer === undefined)
    return scored(0.5, "a template answered in place of a model");
  return scored(1);
}

/**
 * A run up to this cost gets the full score. It is a fifth of the allowed cost of an average day (docs/decisions/0007).
 */
const ENOUGH_DOLLARS = 0.01;

/** Returns what the tokens of a run cost at list price. A model without a price costs nothing. */
export function cost({ header, models }: ReadTrace): RubricScore {
  if (!header.spent || models.length === 0) return notApplicable("no model took part");
  const dollars = modelDollars(header.spent);
  return scored(
    ENOUGH_DOLLARS / Math.max(ENOUGH_DOLLARS, dollars),
    dollars > ENOUGH_DOLLARS && `it cost $${dollars.toFixed(4)}`,
  );
}

type Facts = {
  /** The body zone is low, or several signs are off. */
  readonly low: boolean;
  readonly strained: boolean;
  /** The night or its hours were unusual. */
  readonly night: boolean;
  /** The heart, the breathing or the load was unusual. */
  readonly effort: boolean;
  readonly still: boolean;
  readonly events: number;
  readonly known: boolean;
};

/** The facts that can justify each kind of suggestion. */
const FROM: Record<SuggestionKind, (facts: Facts) => boolean> = {
  movement: ({ strained, still, low, night }) => !strained && (still || !low || night),
  "food and drink": ({ low, strained, night, effort }) => low || strained || night || effort,
  sleep: ({ low, strained, night, effort, events }) => low || strained || night || effort || events > 0,
  pause: ({ low, strained, night, effort, events }) => low || strained || night || effort || events > 0,
  "light effort": ({ low, strained, effort, night, still }) => low || strained || effort || night || still,
  "order of the day": ({ known, events }) => known || events > 0,
  "usual day": ({ strained, low }) => !strained && !low,
};

const SLEEP_SIGNS = ["sleepLength", "sleepQuality", "bedTime", "wakeTime"];

/**
 * Scores whether the suggestion of a Brief follows from the run's findings: rest from strain, sleep from a short night.
 */
export function follows({ header, text, sentences, results }: ReadTrace): RubricScore {
  if (header.trigger !== "brief" || text === "") return notApplicable("only a Brief must suggest something");
  const suggestion = sentences.findLast((one) => bodyClaims(one.text).length === 0 && kindOf(one.text) !== undefined);
  const kind = suggestion && kindOf(suggestion.text);
  if (kind === undefined) return notApplicable("it suggests nothing of a known kind");
  const facts = factsIn(results);
  if (!facts.known && facts.events === 0) return notApplicable("nothing was known of the day");
  return FROM[kind](facts)
    ? scored(1)
    : scored(0, `nothing that was found leads to a suggestion of the kind “${kind}”`);
}

function factsIn(results: ReadTrace["results"]): Facts {
  const values = (tool: string) => results.flatMap((one) => (one.ok && one.name === tool ? [one.value] : []));
  const score = DayScore.safeParse(values("get_crs").at(-1)).data;
  const health = HealthAnswer.safeParse(values("get_health").at(-1)).data;
  const signs = health?.signs ?? [];
  const off = (name: string) => signs.some(({ sign }) => sign === name);
  const worse = Object.values(score?.pillars ?? {}).some(({ band }) => band === "below" || band === "well_below");
  const calendar = values("query_calendar").at(-1) as { events?: unknown } | undefined;
  return {
    known: score !== undefined || health !== undefined,
    low: score?.bodyZone === "flagging" || score?.bodyZone === "depleted",
    strained: (health?.bodyStrain?.step ?? 0) >= 2,
    night:
      (health?.night !== undefined && !["usual", "good"].includes(health.night.kind)) ||
      (health?.night?.halfHoursOwed ?? 0) > 0 ||
      SLEEP_SIGNS.some(off),
    effort: off("hrv") || off("restingHr") || off("breathing") || worse,
    still: signs.some(({ sign, side }) => sign === "activity" && side === "low"),
    events: Array.isArray(calendar?.events) ? calendar.events.length : 0,
  };
}

/** The reasons of a template when no gate refused anything. */
const NO_REFUSAL = ["calm", "model_unavailable", "ConsentNeeded", "rate_limited", "out_of_turns"];

/** Scores how much of a model's words and actions the gates had to stop. */
export function gates({ models, gated, results, header }: ReadTrace): RubricScore {
  if (!models.some(({ outcome }) => outcome === "replied")) return notApplicable("no model took part");
  const repaired = models.filter(({ repairs }) => repairs !== undefined).length;
  const denied = results.filter((one) => !one.ok && one.error === "denied").length;
  const cut = gated?.mended === "cut";
  const refused =
    (gated?.source === "template" && !NO_REFUSAL.includes(gated.reason ?? "calm")) || header.state === "FAILED";
  return scored(
    1 - 0.25 * repaired - (cut ? 0.25 : 0) - (refused ? 0.6 : 0) - 0.1 * denied,
    repaired > 0 && "the answer went back to the model once",
    cut && "sentences were cut",
    refused && "no answer of the model could be said",
    denied > 0 && `${many(denied, "call")} ${denied === 1 ? "was" : "were"} denied`,
  );
}

/** Waldo's own limits, for a person who reads for a minute on a phone. */
const [MOST_SENTENCES, MOST_WORDS] = [4, 22];
/** An answer may have `PER_WORD` words for each word of the question, and always at least `REPLY_WORDS` words. */
const [REPLY_WORDS, PER_WORD] = [120, 12];

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** Scores whether a text is short enough for its moment. */
export function length({ text, sentences, gated, unasked, context }: ReadTrace): RubricScore {
  if (text === "") return notApplicable("nothing was said");
  if (gated?.source === "emergency") return notApplicable("people wrote the words beforehand");
  const words = wordsOf(text);
  if (!unasked) {
    const most = Math.max(REPLY_WORDS, PER_WORD * wordsOf(context?.userText ?? ""));
    return scored(most / Math.max(most, words), words > most && `${words} words, and ${most} are enough`);
  }
  const long = sentences.filter((one) => wordsOf(one.text) > MOST_WORDS).length;
  const over = Math.max(0, sentences.length - MOST_SENTENCES);
  return scored(
    1 - over / MOST_SENTENCES - long / Math.max(1, sentences.length) / 2,
    over > 0 && many(sentences.length, "sentence"),
    long > 0 && `${many(long, "sentence")} of more than ${MOST_WORDS} words`,
  );
}

/** Two sentences with at least this share of common words say the same. */
const SAME = 0.8;
/** A shorter sentence may be repeated. */
const LEAST_WORDS = 5;

/** Scores the share of sentences that were not said within the week and not twice in the text. */
export function repetition({ text, sentences, before, unasked }: ReadTrace): RubricScore {
  if (text === "") return notApplicable("nothing was said");
  const earlier = unasked ? before.flatMap((one) => sentencesOf(one).map((sentence) => wordSet(sentence.text))) : [];
  const own: ReadonlySet<string>[] = [];
  let again = 0;
  for (const { text: said } of sentences) {
    const words = wordSet(said);
    if (words.size < LEAST_WORDS) continue;
    if ([...earlier, ...own].some((other) => jaccard(other, words) >= SAME)) again++;
    own.push(words);
  }
  return scored(1 - again / Math.max(1, own.length), again > 0 && `${many(again, "sentence")} said before`);
}

/** A Brief that is late by up to this counts as on time. This allows for jitter and for a night that arrives late. */
const ON_TIME_MS = 45 * MINUTE_MS;

/** Scores whether unasked messages came in waking time, and a Brief at its time. */
export function timing({ header, outbox, profile }: ReadTrace): RubricScore {
  const sent = outbox.filter(({ kind, state }) => isUnasked(kind) && (state === "sent" || state === "unknown"));
  const [first] = sent;
  if (!first) return notApplicable("nothing was sent unasked");
  // A message in the thread makes no sound, so only other channels can disturb.
  const disturbed = sent.some(({ channel, updatedAt }) => channel !== "in_app" && inQuietHours(profile, updatedAt));
  if (disturbed) return scored(0, "it came in the quiet hours");
  const { variant } = header;
  if (variant === undefined || variant === "event") return scored(1);
  const time = variant === "morning" ? profile.wakeTime : briefTimes(profile)[variant];
  const due = instantAt(header.date, time, profile.timeZone);
  // The evening of a person who goes to bed late may be on the next date.
  const late = Math.min(
    ...[due, due + DAY_MS].map((one) => first.updatedAt - one).filter((ms) => ms >= -ON_TIME_MS),
    DAY_MS,
  );
  if (late <= ON_TIME_MS) return scored(1);
  const most = BRIEF_CATCH_UP_MS[variant];
  return scored(1 - (late - ON_TIME_MS) / most, `it came ${Math.round(late / MINUTE_MS)} minutes after its time`);
}

/** Faults because something is missing, not because something is false. */
const NOT_FALSE = ["incomplete_brief", "too_long", "empty"];

/**
 * Scores the share of sentences that the present gates accept with the evidence of the run's journal. It is 0 for a
 * diagnosis or medical advice. A claim in the journal must also name a call of the run.
 */
export function truth({ gated, text, sentences, evidence, results }: ReadTrace): RubricScore {
  if (text === "") return notApplicable("nothing was said");
  if (gated?.source === "emergency") return notApplicable("people wrote the words beforehand");
  const { brief: _, ...asSaid } = evidence;
  const verdict = judge(text, asSaid);
  const calls = new Set(results.map(({ callId }) => callId));
  const ownCalls = /^(?:owner|known)/;
  const lost = (gated?.claims ?? []).filter(({ callId }) => !calls.has(callId) && !ownCalls.test(callId)).length;
  if (!verdict.ok && verdict.reason === "medical") return scored(0, "it diagnoses, or advises on medicine");
  const isFalse = !verdict.ok && !NOT_FALSE.includes(verdict.reason);
  const faults = isFalse ? Math.max(1, verdict.at.length) : 0;
  return scored(
    1 - Math.min(1, (faults + lost) / Math.max(1, sentences.length)) - (faults + lost > 0 ? 0.25 : 0),
    faults > 0 && `nothing carries what ${many(faults, "sentence")} ${faults === 1 ? "says" : "say"}`,
    lost > 0 && `${many(lost, "claim")} of the journal ${lost === 1 ? "names" : "name"} a call that was not made`,
    faults + lost === 0 && `${many(gated?.claims.length ?? 0, "claim")} traced`,
  );
}
