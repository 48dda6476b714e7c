/** Judges answers of real models to everyday requests. Almost all must pass, and unchanged. */
import { readFileSync } from "node:fs";
import { judge } from "@waldo/core/agent/judge";
import { sanitise } from "@waldo/core/safety/sanitise";

type Answer = { readonly id: string; readonly model: string; readonly instruction: string; readonly output: string };
type AnswerRow = {
  readonly model: string;
  readonly answers: number;
  readonly unharmed: number;
  /** The ids of the answers that were refused or changed, by reason. */
  readonly harmed: Readonly<Record<string, readonly string[]>>;
};

/** Any date is possible, because the answers are not about a person's day. */
const TODAY = "2026-10-30";

export function answerRows(path: string): AnswerRow[] {
  const answers = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Answer);
  return [...Map.groupBy(answers, ({ model }) => model)].map(([model, own]) => {
    const reasons = own.flatMap((answer) => {
      const reason = harmTo(answer);
      return reason === undefined ? [] : [{ reason, id: answer.id }];
    });
    const harmed = Object.fromEntries(
      [...Map.groupBy(reasons, ({ reason }) => reason)].map(([reason, found]) => [reason, found.map(({ id }) => id)]),
    );
    return { model, answers: own.length, unharmed: own.length - reasons.length, harmed };
  });
}

/** As a run does it (run/agent-steps.ts): the gates first, then the sanitiser. */
function harmTo({ instruction, output }: Answer): string | undefined {
  const text = output.trim();
  const verdict = judge(text, { results: [], owner: [instruction], today: TODAY, reply: true });
  if (!verdict.ok) return verdict.reason;
  const safe = sanitise({ text, origin: "agent" }, "user", { judged: true });
  return safe.text === text ? undefined : "sanitised";
}
