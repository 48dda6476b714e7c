/** Answers questions about the body on a past day: "how did I sleep on Tuesday?". Its facts are those of its final score. */
import { HealthAnswer } from "@waldo/contracts";
import type { Subject } from "../../../day/facts.ts";
import { dayNumber } from "../../../health/timeline.ts";
import type { Speech } from "../../../speech.ts";
import { capital, KIND, together } from "../../../spoken.ts";
import { factClause, factOn, mainClause, OF_HEART, sleptClause, toldOf } from "../fact-clauses.ts";
import type { Ask } from "../writer.ts";
import { type ChatWriter, resultOf, type Turn, unmade } from "./chat-writer.ts";

/** `day` names the day in a sentence: "yesterday", "on Tuesday". */
type Past = { readonly health: HealthAnswer; readonly day: string; readonly speech: Speech };

/**
 * Returns the writer of a question that may name a past day. `later` is how many days later the row stands that tells
 * of it: a night tells of the day before.
 */
export function onDay(today: ChatWriter, past: (past: Past) => Turn, later = 0): ChatWriter {
  return (scene) => {
    const { told, slots, speech } = scene;
    const date = slots[0].day;
    const daysBack = date === undefined ? 0 : dayNumber(told.date) - dayNumber(date) - later;
    if (date === undefined || daysBack < 1) return today(scene);
    const day = speech.pastDay(date, told.date);
    if (daysBack > MOST_BACK) return { say: "tooFar" };
    const asks: Ask = { name: "get_health", args: { daysBack } };
    const ask = unmade(scene, [asks]);
    if (ask.length > 0) return { ask };
    const result = resultOf(scene, asks);
    const health = result?.ok ? HealthAnswer.safeParse(result.value).data : undefined;
    if (health !== undefined) return past({ health, day, speech });
    if (result?.ok === false && result.error === "denied")
      return { say: "missing", words: { why: speech.say("notAgreed") } };
    return { say: "noDay", words: { day } };
  };
}

/** In days. `get_health` looks no further back. */
const MOST_BACK = 60;

/** Puts a clause into the past. What happened in the night stands in the past already. */
const inPast = (clause: string) =>
  clause
    .replace(/^(your [^,]{3,40}?) is /u, "$1 was ")
    .replace(/^you are (.{3,40}) short of sleep this week$/u, "you were $1 short of sleep by then")
    .replace(/ yesterday$/u, " the day before");

const clausesOf = ({ health }: Past, subjects: readonly Subject[]) =>
  subjects.flatMap((subject) => factOn(toldOf(health), subject) ?? []).map((fact) => inPast(factClause(fact, health)));

/** What is told of a past day is put together in English only. */
const told = (text: string | undefined, { speech }: Past): Turn =>
  speech.language === "en" ? { say: "found", words: { text: text ?? "" } } : { say: "inEnglish" };

const noDay = ({ day }: Past): Turn => ({ say: "noDay", words: { day } });

export function pastKind(past: Past): Turn {
  const { health, day } = past;
  const { bodyZone } = health;
  if (bodyZone === undefined) return noDay(past);
  const clause = inPast(mainClause(toldOf(health), health));
  return told(`${capital(dayAlone(day))} was a ${KIND[bodyZone]} day: ${clause}.`, past);
}

const dayAlone = (day: string) => day.replace(/^on /u, "");

export function pastNight(past: Past): Turn {
  const { health, day } = past;
  const slept = sleptClause(toldOf(health), health);
  if (slept === undefined) return noDay(past);
  const more = clausesOf(past, ["sleepQuality", "bedTime", "wakeTime"]);
  return told(together(`In the night to ${dayAlone(day)} ${slept}.`, ...more.map((one) => `${capital(one)}.`)), past);
}

export function pastHeart(past: Past): Turn {
  const clauses = clausesOf(past, OF_HEART);
  if (clauses.length > 0) return told(`${capital(past.day)} ${clauses.join(", and ")}.`, past);
  return past.health.missing.includes("cass") && past.health.missing.includes("rhrts")
    ? noDay(past)
    : { say: "usualThen", words: { day: past.day } };
}

export function pastActivity(past: Past): Turn {
  const [clause] = clausesOf(past, ["activity"]);
  if (clause !== undefined) return told(`${capital(past.day)} ${clause.replace(/ the day before$/u, "")}.`, past);
  return past.health.missing.includes("motion") ? noDay(past) : { say: "usualThen", words: { day: past.day } };
}
