/** Reads the conversations on which bench:recall measures. */

import { existsSync, readFileSync } from "node:fs";
import { DAY_MS } from "@waldo/core/time";

/** One turn of a chat, as every engine gets it: what was said, with the caption of a photo that was shared with it. */
export type Turn = { readonly id: string; readonly who: string; readonly at: number; readonly text: string };
export type Question = { readonly text: string; readonly category: string; readonly evidence: ReadonlySet<string> };
/** One conversation is one corpus. Its questions are asked a day after its last session. */
export type Conversation = {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
  readonly now: number;
};

type RawTurn = { speaker?: string; dia_id?: string; text?: string; blip_caption?: string };
type RawQuestion = { question?: string; category?: number | string; evidence?: unknown };
type RawConversation = { sample_id?: string; qa?: RawQuestion[]; conversation?: Record<string, unknown> };

/** The milliseconds between two turns of a session, because turns carry no times of their own. */
const TURN_MS = 1000;

/**
 * Reads a file in the form of LoCoMo: `conversation.session_N[]` with `speaker`, `dia_id`, `text`, `blip_caption?`, and
 * `qa[]` with `question`, `evidence[]`, `category`. Returns undefined when there is no such file. Questions whose
 * evidence names no turn are left out. Several ids in one string ("D8:6; D9:17") are separated.
 */
export function readConversations(path: string): Conversation[] | undefined {
  if (!existsSync(path)) return undefined;
  const raw = JSON.parse(readFileSync(path, "utf8")) as RawConversation | RawConversation[];
  return (Array.isArray(raw) ? raw : [raw]).map(conversationOf);
}

function conversationOf({ sample_id, qa = [], conversation = {} }: RawConversation, index: number): Conversation {
  const turns: Turn[] = [];
  let session = 0;
  for (const [key, value] of Object.entries(conversation)) {
    if (!Array.isArray(value)) continue;
    session = sessionTime(conversation[`${key}_date_time`]) ?? session + DAY_MS;
    for (const [at, { speaker = "", dia_id = "", text = "", blip_caption }] of (value as RawTurn[]).entries())
      turns.push({
        id: dia_id,
        who: speaker,
        at: session + at * TURN_MS,
        text: blip_caption === undefined ? text : `${text} ${blip_caption}`,
      });
  }
  const ids = new Set(turns.map(({ id }) => id));
  const questions = qa.flatMap(({ question, category, evidence }) => {
    const found = [evidence]
      .flat(2)
      .flatMap((entry) => String(entry).split(/[;,\s]+/))
      .filter((id) => ids.has(id));
    return question === undefined || found.length === 0
      ? []
      : [{ text: question, category: String(category), evidence: new Set(found) }];
  });
  return {
    name: sample_id ?? `conversation ${index + 1}`,
    turns,
    questions,
    now: Math.max(0, ...turns.map(({ at }) => at)) + DAY_MS,
  };
}

/**
 * Reads "1:56 pm on 8 May, 2023", "29.12.2023, 23:06", or any other form that `Date` reads. A time without a time zone
 * is read as UTC.
 */
function sessionTime(text: unknown): number | undefined {
  if (typeof text !== "string") return undefined;
  const spoken = /^(\d+:\d+)\s*([ap]m)\s+on\s+(\d+\s+\w+),?\s+(\d{4})/i.exec(text);
  const dotted = /^(\d+)[./](\d+)[./](\d{4}),?\s*(\d+:\d+(?::\d+)?)?/.exec(text);
  const readable = spoken
    ? `${spoken[3]} ${spoken[4]} ${spoken[1]} ${spoken[2]}`
    : dotted
      ? `${dotted[3]}-${dotted[2]?.padStart(2, "0")}-${dotted[1]?.padStart(2, "0")} ${dotted[4] ?? "00:00"}`
      : text;
  return [`${readable} UTC`, readable].map((one) => Date.parse(one)).find((at) => Number.isFinite(at));
}
