/** How far the rubrics of plain code, and a judging model, agree with people who labelled the same texts. */
import { readFileSync } from "node:fs";
import { WaldoError } from "@waldo/contracts";
import { type Agreement, agreementOf, type Figure, type Rated } from "@waldo/core/eval/agreement";
import { judgeRequest, readScores } from "@waldo/core/eval/judge";
import type { ModelGateway } from "@waldo/core/ports";
import { medicalFault } from "@waldo/core/safety/medical/medical";
import * as z from "zod";
import { ALL_QUESTIONS, type Question, type Text, textsOf } from "./eval-texts.ts";
import { endProgress, progress } from "./progress.ts";
import { fixed, printTable } from "./table.ts";

const Label = z.partialRecord(z.enum(ALL_QUESTIONS), z.boolean().nullable());
export const Labels = z.strictObject({
  count: z.number().int().positive(),
  seed: z.number().int(),
  labels: z.record(z.string().regex(/^t-[0-9a-f]{10}$/), Label),
});

type Answers = Partial<Record<Question, boolean | null>>;
type Row = { readonly rater: string; readonly question: Question; readonly agreement: Agreement };

/** What plain code answers to the questions. It has no rubric of tone. */
function ruleAnswers({ found, text }: Text): Answers {
  const { truth, content, length, repetition, follows } = found.rubrics;
  const full = (one: typeof truth, least = 1) => (one.applies ? one.score >= least : null);
  return {
    truth: full(truth),
    content: full(content),
    length: full(length, 0.75),
    repetition: full(repetition),
    follows: full(follows),
    diagnosis: medicalFault(text) === undefined,
  };
}

async function judgeAnswers(model: ModelGateway, { judged }: Text): Promise<Answers> {
  const scores = readScores((await model.converse(judgeRequest("primary", judged))).text);
  if (!scores) return {};
  const { truth, content, follows, tone, reason } = scores;
  return {
    ...{ truth: truth === 2, content: content === 2, follows: follows === 2, tone: tone === 2 },
    diagnosis: reason !== "diagnosis",
    repetition: reason !== "repeats_itself",
  };
}

export async function printAgreement(
  file: string,
  { judge, json }: { readonly judge: ModelGateway | undefined; readonly json: boolean },
): Promise<void> {
  const { labels, ...set } = labelsIn(file);
  const texts = (await textsOf(set)).filter(({ id }) => labels[id] !== undefined);
  if (texts.length === 0) throw new WaldoError("InvalidInput", `${file} labels no text of seed ${set.seed}`);
  const rows = rowsOf("rubrics", labels, new Map(texts.map((text) => [text.id, ruleAnswers(text)])));
  if (judge) {
    const answers = new Map<string, Answers>();
    for (const [i, text] of texts.entries()) {
      progress(`judge: ${i + 1} of ${texts.length}`);
      answers.set(text.id, await judgeAnswers(judge, text));
    }
    rows.push(...rowsOf("judge", labels, answers));
  }
  endProgress();
  if (json) return console.log(JSON.stringify({ ...set, labelled: texts.length, rows }, null, 2));
  console.log(`${texts.length} of ${set.count} texts are labelled (seed ${set.seed}). Intervals are of 95%.\n`);
  printTable(
    ["rater", "question", "texts", "good by labels", "good by rater", "raw agreement", "Cohen's kappa", "PABAK"],
    rows.map(({ rater, question, agreement: { n, yes, raw, kappa, pabak } }) => [
      ...[rater, question, n, fixed(yes[0], 2), fixed(yes[1], 2)],
      ...[shown(raw), kappa ? shown(kappa) : undefined, shown(pabak)],
    ]),
  );
}

function labelsIn(file: string): z.infer<typeof Labels> {
  try {
    return Labels.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${file} cannot be read as labels: npm run eval -- --label shows their form`, {
      cause,
    });
  }
}

function rowsOf(
  rater: string,
  labels: Readonly<Record<string, Answers>>,
  answers: ReadonlyMap<string, Answers>,
): Row[] {
  return ALL_QUESTIONS.flatMap((question) => {
    const rated = [...answers].flatMap(([id, own]): Rated[] => {
      const [label, answer] = [labels[id]?.[question], own[question]];
      return typeof label === "boolean" && typeof answer === "boolean" ? [[label, answer]] : [];
    });
    const agreement = agreementOf(rated);
    return agreement ? [{ rater, question, agreement }] : [];
  });
}

const shown = ({ value, low, high }: Figure) => `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
