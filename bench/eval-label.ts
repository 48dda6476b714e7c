/** Writes the texts to be labelled, one JSON object a line, and says in which form the labels are wanted. */
import { writeFileSync } from "node:fs";
import { ALL_QUESTIONS, QUESTIONS, textsOf } from "./eval-texts.ts";
import { endProgress } from "./progress.ts";

export async function writeTexts(
  file: string,
  options: { readonly count: number; readonly seed: number },
): Promise<void> {
  const texts = await textsOf(options);
  endProgress();
  const lines = texts.map(({ id, occasion, facts, before, text }) =>
    JSON.stringify({ id, occasion, facts: facts.split("\n"), before, text }),
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
  console.log(
    `${texts.length} texts are in ${file}. For each question the label is true (good), false, or null (does not apply):\n`,
  );
  for (const question of ALL_QUESTIONS) console.log(`  ${question.padEnd(11)} ${QUESTIONS[question]}`);
  const example = Object.fromEntries(ALL_QUESTIONS.map((question) => [question, true]));
  console.log(`\nThe file of labels: ${JSON.stringify({ ...options, labels: { [texts[0]?.id ?? "t-…"]: example } })}`);
}
