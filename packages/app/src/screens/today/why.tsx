/** Shows the parts of Form: each against the person's own usual, what is unusual, and which device was used. */
import type { DayFact, Pillar, ScoreSum, ToldScore } from "@waldo/contracts";
import { Sheet } from "../../design/parts.tsx";
import { noonOf, shown, words } from "../../words/words.ts";

/** How far a bar reaches, as a part of its half, for each size of a fact. A pillar without a fact has no bar. */
const REACH: Readonly<Record<DayFact["size"], number>> = { slight: 0.35, clear: 0.65, far: 1 };
/** Nights that must be known before anything is usual. */
const LEAST_NIGHTS = 7;

/** Returns how long the bar of a pillar is, from -1 to 1. Bar and words render the same fact. */
function reachOf({ pillars, story }: ToldScore, pillar: Pillar): number {
  const { band = "usual", by } = pillars[pillar] ?? {};
  const fact = story.facts.find(({ id }) => id === by);
  return fact === undefined ? 0 : REACH[fact.size] * (band.endsWith("above") ? 1 : -1);
}

export function Why({ score }: { score: ToldScore }) {
  const { why, pillar: names } = words;
  const measured = (Object.keys(score.pillars) as Pillar[]).filter((one) => score.pillars[one]);
  const { facts } = score.story;
  const isLearning = (score.findings?.nightsKnown ?? LEAST_NIGHTS) < LEAST_NIGHTS;
  const breaks = score.findings?.breaks ?? [];
  const offOf = (pillar: Pillar) => facts.find(({ id }) => id === score.pillars[pillar]?.by);
  return (
    <Sheet title={why.title} opener={words.dial.open}>
      <div className="stack close">
        <h3 className="quiet">{why.pillars}</h3>
        <ul className="pillars">
          {measured.map((one) => {
            const fact = offOf(one);
            return (
              <li key={one}>
                <span>{names[one]}</span>
                <svg viewBox="-50 0 100 8" aria-hidden="true" preserveAspectRatio="none">
                  <line x1="-50" x2="50" y1="4" y2="4" className="bar-track" />
                  <line x1="0" x2={reachOf(score, one) * 50} y1="4" y2="4" className="bar-value" />
                  <line x1="0" x2="0" y1="0" y2="8" className="bar-usual" />
                </svg>
                <span className="quiet">
                  {fact ? why.off(fact.id, fact.size) : isLearning ? why.learning : why.usual}
                </span>
              </li>
            );
          })}
        </ul>
        {score.missing.length > 0 && (
          <p className="quiet">{why.missing(score.missing.map((one) => names[one]).join(", "))}</p>
        )}
        <h3 className="quiet">{why.signs}</h3>
        {facts.length === 0 && <p>{isLearning ? why.learningAll : why.nothing}</p>}
        <ul>
          {facts.map((fact) => (
            <li key={fact.id}>{why.fact(fact)}</li>
          ))}
        </ul>
        {breaks.map(({ sign, since }) => (
          <p key={sign}>{why.broken(sign, shown(noonOf(since), "day"))}</p>
        ))}
        {breaks.length > 0 && <p className="quiet">{why.relearns}</p>}
        {score.choices && (
          <>
            <h3 className="quiet">{why.devices}</h3>
            <ul>
              {score.choices.map(({ of, used, over }) => (
                <li key={of}>{why.device(of, used, over.join(", "))}</li>
              ))}
            </ul>
          </>
        )}
        {score.sums.form && <Sum sum={score.sums.form} name={words.body.form} />}
        {score.sums.recovery && <Sum sum={score.sums.recovery} name={words.body.recovery} />}
        <p className="quiet">{why.certainty(Math.round(score.confidence * 100))}</p>
      </div>
    </Sheet>
  );
}

/** Shows how a score is the sum of its parts: score times weight, and what is missing. It is folded at first. */
function Sum({ sum, name }: { sum: ScoreSum; name: string }) {
  const { why, pillar: names } = words;
  const columns = [why.sum.part, why.sum.score, why.sum.weight, why.sum.adds];
  return (
    <details>
      <summary className="quiet">{why.sum.title(name, sum.value)}</summary>
      <table className="sum">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sum.parts.map(({ pillar, score, weight, adds }) => (
            <tr key={pillar}>
              <th scope="row">{names[pillar]}</th>
              <td>{score.toFixed(1)}</td>
              <td>{why.sum.percent(weight)}</td>
              <td>{adds.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{sum.value.toFixed(1)}</td>
          </tr>
        </tfoot>
      </table>
      {sum.missing.map(({ pillar, why: reason }) => (
        <p key={pillar} className="quiet">
          {why.sum.missing(names[pillar], reason)}
        </p>
      ))}
    </details>
  );
}
