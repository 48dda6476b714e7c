/** How good the runs of the last nights were. */
import type { EvalView, Rubric } from "@waldo/contracts";
import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Empty, Loaded } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import "./inside.css";

type Names = Record<Rubric, string>;
const RUBRICS = Object.keys(words.inside.evaluation.rubrics) as (keyof Names)[];
const NIGHTS = 14;
const score = (value: number | undefined) => value?.toFixed(2) ?? "–";

function keptOf({ keep: { kept, lost, rate } }: EvalView): string {
  const { evaluation } = words.inside;
  return rate === undefined ? evaluation.undecided : evaluation.keptOf(kept, kept + lost, `${Math.round(100 * rate)}%`);
}

function Nights({ nights }: { nights: readonly EvalView[] }) {
  const { evaluation } = words.inside;
  return (
    <div className="scrolls">
      <table>
        <thead>
          <tr>
            <th scope="col">{evaluation.night}</th>
            {[evaluation.wis, evaluation.kept, ...RUBRICS.map((name) => evaluation.rubrics[name])].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nights.map((night) => (
            <tr key={night.date}>
              <th scope="row">{night.date}</th>
              <td className="number">{score(night.wis)}</td>
              <td className="number">{keptOf(night)}</td>
              {RUBRICS.map((name) => (
                <td key={name} className="number">
                  {score(night.parts[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Run({ run }: { run: EvalView["runs"][number] }) {
  const { inside } = words;
  const { runId, trigger, variant, rubrics, judge } = run;
  return (
    <li>
      <span className="grows">
        <Link href={`/inside/runs/${runId}`}>{inside.run(trigger, variant)}</Link>
        {RUBRICS.map((name) => (
          <span key={name} className="quiet about-run">
            {inside.evaluation.rubrics[name]}: {rubrics[name].applies ? score(rubrics[name].score) : "–"}{" "}
            {rubrics[name].reasons.join("; ")}
          </span>
        ))}
        {judge.judged && (
          <span className="quiet about-run">{inside.evaluation.judge(judge.model, score(judge.score))}</span>
        )}
      </span>
    </li>
  );
}

export function Evaluation() {
  const { inside } = words;
  const { evaluation } = inside;
  const nights = useRoute("insideEval", { query: { nights: NIGHTS } });
  return (
    <div className="stack inside">
      <Link href="/inside">{inside.title}</Link>
      <h1>{evaluation.title}</h1>
      <p className="quiet">{evaluation.about}</p>
      <Loaded of={nights}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{evaluation.none}</Empty>
          ) : (
            <>
              <Nights nights={items} />
              {items.map(({ date, runs }) => (
                <details key={date}>
                  <summary>{evaluation.runsOf(date, runs.length)}</summary>
                  <ol className="items">
                    {runs.map((run) => (
                      <Run key={run.runId} run={run} />
                    ))}
                  </ol>
                </details>
              ))}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
