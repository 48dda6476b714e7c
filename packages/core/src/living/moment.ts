/**
 * Returns the part of the living loop in a prompt: the moment, Waldo's concerns and, for an ambient run, its own
 * thoughts.
 */
import {
  type Concern,
  type EpochMs,
  keys,
  LivingState,
  type Orientation,
  type Profile,
  type PromptMoment,
  type Theme,
  type Thought,
  type Trigger,
} from "@waldo/contracts";
import { isMuted, mutedTopics } from "../memory/claims/muted.ts";
import type { Ports } from "../ports.ts";
import { budgetsFor, fitting } from "../prompt/budgets.ts";
import { sanitise } from "../safety/sanitise.ts";
import { DAY_MS, elapsed, HOUR_MS, localDate, localTime } from "../time.ts";
import { isOn, livingRows } from "../tools/living-rows.ts";
import { livelyConcerns, salienceAt } from "./salience.ts";

/** The triggers whose prompts hold Waldo's concerns. */
const CONCERNED: readonly Trigger[] = ["user_message", "brief", "ambient"];
/** Thoughts older than this are in themes. */
const THOUGHT_DAYS = 2;
const THEME_DAYS = 7;
/**
 * How long the loop's last orientation may be used. A running loop makes a new one at each part of the day, so with an
 * older one the loop does not run.
 */
const PASSED_MS = 5 * HOUR_MS;

/**
 * Returns the living loop's part of a prompt, within its budget. An answer to the person gets the moment and the
 * concerns, a Brief the concerns, and an ambient run the concerns and the thoughts. Returns undefined for every other
 * run, and while the loop is off. No part holds other people's words.
 */
export async function momentFor(
  { store, model }: Pick<Ports, "store" | "model">,
  profile: Profile,
  trigger: Trigger,
  now: EpochMs,
): Promise<PromptMoment | undefined> {
  if (!CONCERNED.includes(trigger)) return undefined;
  const [isAmbient, isAnswer] = [trigger === "ambient", trigger === "user_message"];
  if (!(await isOn(store, profile))) return undefined;
  const { userId, timeZone } = profile;
  const kept = livingRows(store, userId);
  const [row, rows, thoughts, themes] = await Promise.all([
    isAnswer ? store.get(keys.living(userId)) : undefined,
    kept.concerns(),
    isAmbient ? kept.thoughts(now - THOUGHT_DAYS * DAY_MS) : [],
    isAmbient ? kept.themes(localDate(Math.max(0, now - THEME_DAYS * DAY_MS), timeZone)) : [],
  ]);
  const state = row && LivingState.parse(row.body);
  const said = state?.last && elapsed(state.heardTo, now) <= PASSED_MS ? wordsOf(state.last, timeZone) : undefined;
  // Every run that speaks unasked leaves out subjects that the person does not want to hear of.
  const muted = isAnswer ? [] : await mutedTopics(store, userId);
  const concerns = livelyConcerns(
    rows
      .map(({ concern }) => concern)
      .filter(({ origin, summary }) => origin !== "untrusted" && !isMuted(muted, summary)),
    now,
  ).map((one) => concernLine(one, now));
  const own = [...noted(thoughts, timeZone), ...drawn(themes)];
  const budgets = budgetsFor(model);
  const moment: PromptMoment = {
    ...(said === undefined ? {} : { now: said }),
    concerns: fitting(concerns.map(clean), budgets.concerns),
    thoughts: fitting(own.map(clean), budgets.thoughts),
  };
  return said === undefined && moment.concerns.length + moment.thoughts.length === 0 ? undefined : moment;
}

/** Returns the orientation without its findings. Code says a finding after the answer, once. */
function wordsOf({ at, since, state, activity, hour, weekend, mood }: Orientation, timeZone: string): string {
  const parts = [
    `${state.replace("_", " ")}${activity ? ` (${activity})` : ""} since ${localTime(since, timeZone)}`,
    `${weekend ? "weekend" : "weekday"}, ${hour.replace("_", " ")}`,
    `the talk between you lately: ${mood}`,
  ];
  return `Seen at ${localTime(at, timeZone)}, before they wrote: ${parts.join("; ")}.`;
}

function concernLine(concern: Concern, now: EpochMs): string {
  return `${concern.summary} (${concern.kind}, ${salienceAt(concern, now)})`;
}

function noted(thoughts: readonly Thought[], timeZone: string): string[] {
  return thoughts
    .filter(({ origin }) => origin !== "untrusted")
    .map(({ at, kind, text }) => `${localDate(at, timeZone)} ${kind}: ${text}`)
    .reverse();
}

function drawn(themes: readonly Theme[]): string[] {
  const newest = new Map(themes.filter(({ origin }) => origin !== "untrusted").map((one) => [one.title, one]));
  return [...newest.values()].reverse().map(({ title }) => `came back all week: ${title}`);
}

const clean = (text: string) => sanitise({ text, origin: "owner" }, "internal").text;
