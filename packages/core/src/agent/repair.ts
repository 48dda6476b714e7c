/**
 * What happens to a model's words that the gates refuse. First the model gets them back once, with the reason in one
 * line. If they still do not pass, the sentences at fault are cut, where the rest is still an answer (cut.ts).
 */
import type { ShapeFault } from "../models/shape/reply-shape.ts";
import type { Evidence } from "./claims/evidence.ts";
import { leftOver } from "./cut.ts";
import { judge, type TracedClaim, type Verdict } from "./judge.ts";
import type { Transcript } from "./transcript.ts";

type Refusal = Verdict & { readonly ok: false };

/** The most characters of a sentence that the reason quotes. */
const QUOTED_CHARS = 160;
/** Words that passed the gates, with what carries them. */
type Words = { readonly text: string; readonly claims: TracedClaim[]; readonly mended?: "repaired" | "cut" };

export type Settled =
  | (Words & { readonly outcome: "say" })
  /** The model gets its words back, with this line. */
  | { readonly outcome: "repair"; readonly reason: string; readonly line: string }
  | { readonly outcome: "refuse"; readonly reason: string };

/** Decides what becomes of a model's words. `mayAsk`: the run has a turn left. */
export function settle(text: string, evidence: Evidence, transcript: Transcript, mayAsk: boolean): Settled {
  const shape = shapeIn(transcript);
  const verdict = text === "" && shape !== undefined ? unread(shape) : judge(text, evidence);
  const repaired = wasRepaired(transcript);
  if (verdict.ok)
    return { outcome: "say", text, claims: verdict.claims, ...(repaired ? { mended: "repaired" as const } : {}) };
  const { reason } = verdict;
  if (!repaired && mayAsk) return { outcome: "repair", reason, line: repairLine(verdict) };
  const left = leftOver(text, verdict.at, evidence.results);
  const fit = left === undefined ? undefined : judge(left, evidence);
  return left !== undefined && fit?.ok
    ? { outcome: "say", text: left, claims: fit.claims, mended: "cut" }
    : { outcome: "refuse", reason };
}

/**
 * Returns the words that a run ends with, or undefined when no model wrote any. When the model failed while it wrote its
 * answer again, these are the words of the first try.
 */
export function lastWords({ turns }: Transcript): string | undefined {
  const last = turns.at(-1);
  if (last?.model.outcome === "replied") return last.model.text;
  const before = last?.model.repairs === undefined ? undefined : turns.at(-2)?.model;
  return before?.outcome === "replied" ? before.text : undefined;
}

/** Why the last reply says nothing (models/shape): its reason is that of the refusal, too. */
function shapeIn({ turns }: Transcript): string | undefined {
  const last = turns.at(-1)?.model;
  return last?.outcome === "replied" ? last.shape : undefined;
}

const unread = (reason: string): Verdict => ({ ok: false, reason, at: [] });

function wasRepaired({ turns }: Transcript): boolean {
  return turns.some(({ model }) => model.repairs !== undefined);
}

/** Returns what the model is told of its refused answer: one line, with the sentence at fault. */
function repairLine({ reason, at }: Refusal): string {
  const quote = at[0]?.text.slice(0, QUOTED_CHARS);
  const where = quote === undefined ? "" : ` This is at fault: "${quote}".`;
  return `Not sent: ${whyNot(reason)}.${where} Write the whole message again; you may call tools first.`;
}

function whyNot(reason: string): string {
  if (reason.startsWith("untraced_deed"))
    return "it claims an action that no tool of this run confirmed, so call the tool or say that it is not done";
  if (reason.startsWith("untraced_empty"))
    return "it calls something empty that no tool of this run looked at, or that is not empty";
  if (reason === "untraced_language")
    return "it says something of the person's body in a language in which nobody can check it; leave it out, or say only how long they slept";
  if (reason.startsWith("untraced_"))
    return "it says something of the person that no tool result of this run carries, or says it otherwise, so look it up or leave it out";
  return REASONS[reason] ?? "it may not be said in this way";
}

const REASONS: Readonly<Record<string, string>> = {
  ...({
    cut: "it ended before its end; say it in fewer words",
    empty: "it holds no words",
    thinking: "it holds thoughts and no answer",
    tool_text: "it holds a tool call or a result as text; call the tool, or say in plain words what you know",
    json: "it is data; say it in plain words",
    echo: "it says the question or the instructions back",
    loop: "it says one line again and again",
  } satisfies Record<ShapeFault, string>),
  raw_value: "it gives a reading or a score of the person's body as a number; say it in words",
  medical: "it diagnoses, or advises on medication; leave that to a doctor",
  banned_word: "it uses a word of the advertising of wellness",
  too_long: "it is too long",
  incomplete_brief: "a Brief says where the person stands, the cause that matters most, and one suggestion",
};
