/** The recipe that summarises a meeting from a transcript: decisions and tasks. */

import * as z from "zod";
import { listed, together } from "../../spoken.ts";
import { proposed } from "./reading.ts";
import type { Results, SkillWriter, Told } from "./writer.ts";

/** A message with at least this many characters is the transcript itself. A shorter message names a document or asks. */
const TRANSCRIPT_CHARS = 160;
const [MOST_DECISIONS, MOST_ACTIONS] = [3, 5];
const MAX_TASK_CHARS = 200;

const NAMED =
  /[“"'‘]([^“”"'‘’]{2,80})[”"'’]|\b(?:document|doc|notes|transcript)\s+(?:called|named)\s+([^\n.?!]{2,80})/iu;
const DECIDED = /\b(?:decided|agreed|we(?:'ll| will) go with|let'?s go with|decision|settled on|approved)\b/iu;
const ACTION =
  /\b(?:i'll|i will|will|to ?do|action(?: item)?|needs? to|takes? care|follow up|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by tomorrow)\b/iu;
/** Matches the mark before a spoken line: "00:12 Ana:", "Ana (10:31):", "- ". */
const STAMP = /^\s*(?:[-*•]\s*)?(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s*)?/u;

const Document = z.object({ title: z.string(), text: z.string(), part: z.number(), parts: z.number() });

export const summariseMeeting: SkillWriter = {
  reads(told) {
    const name = pasted(told) === undefined ? nameOf(told) : undefined;
    return name === undefined ? [] : [{ name: "read_document", args: { name } }];
  },
  follow(told, results) {
    const actions = digestOf(transcriptOf(told, results) ?? "").actions.map((title) => ({
      tool: "write_task",
      args: { title: title.slice(0, MAX_TASK_CHARS) },
    }));
    return actions.length === 0 ? [] : [{ name: "propose_action", args: { actions } }];
  },
  write(told, results, quote) {
    const text = transcriptOf(told, results);
    if (text === undefined)
      return results.some(({ ok, name }) => !ok && name === "read_document")
        ? "I could not read a document of that name; paste the transcript and I will take it from there."
        : "Paste the transcript or name the document, and I will pull out what was decided and who does what.";
    const { gist, decisions, actions } = digestOf(text);
    const said = (lines: readonly string[]) => lines.flatMap((line) => quote(line) ?? []);
    const about = gist === undefined ? undefined : quote(gist);
    const [decided, todo] = [said(decisions), said(actions)];
    return together(
      about === undefined ? "Here is what I found in it." : `It was about ${about}.`,
      decided.length === 0 ? "No decision stands out." : `Decided: ${listed(decided)}.`,
      todo.length === 0 ? "Nobody was given anything to do." : `To do: ${listed(todo)}.`,
      proposed(results) ? "The to-dos are before you as tasks." : undefined,
    );
  },
};

/** Returns the transcript in the message, without the line that asks for the summary. */
function pasted({ message = "" }: Told): string | undefined {
  const lines = message.split("\n");
  const [first = "", ...rest] = lines;
  if (lines.length > 2) return rest.join("\n");
  if (message.length < TRANSCRIPT_CHARS) return undefined;
  const colon = first.indexOf(": ");
  return colon > 0 && colon < TRANSCRIPT_CHARS / 2 ? message.slice(colon + 2) : message;
}

function nameOf({ message = "" }: Told): string | undefined {
  const match = NAMED.exec(message);
  return (match?.[1] ?? match?.[2])?.trim();
}

function transcriptOf(told: Told, results: Results): string | undefined {
  for (const result of results) {
    if (!result.ok || result.name !== "read_document") continue;
    const document = Document.safeParse(result.value);
    if (document.success) return document.data.text;
  }
  return pasted(told);
}

type Digest = {
  readonly gist?: string;
  readonly decisions: readonly string[];
  readonly actions: readonly string[];
};

/**
 * Sorts the lines of the transcript into decisions and tasks, in their own words. It adds nothing and guesses nothing.
 */
function digestOf(transcript: string): Digest {
  const said = transcript
    .split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((line) => line.replace(STAMP, "").replaceAll(/\s+/gu, " ").trim().replace(/\.$/u, ""))
    .filter((line) => line.length > 8);
  const decisions = said.filter((line) => DECIDED.test(line));
  const actions = said.filter((line) => ACTION.test(line) && !DECIDED.test(line));
  const gist = said.find((line) => !decisions.includes(line) && !actions.includes(line)) ?? said[0];
  return {
    ...(gist === undefined ? {} : { gist }),
    decisions: decisions.slice(0, MOST_DECISIONS),
    actions: actions.slice(0, MOST_ACTIONS),
  };
}
