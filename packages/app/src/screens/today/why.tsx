/** Shows the parts of Form: each against the person's own usual, what is unusual, and which device was used. */
import type { CrsResult, Pillar } from "@waldo/contracts";
import { Sheet } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

/** A bar is full at two and a half deviations. */
const MOST_DEVIATIONS = 2.5;

function against(score: CrsResult, pillar: Pillar): number {
  const { center, deviation } = score.basis?.norms[pillar] ?? {};
  const own = score.pillars[pillar]?.score;
  if (own === undefined || center === undefined || !deviation) return 0;
  return Math.min(1, Math.max(-1, (own - center) / deviation / MOST_DEVIATIONS));
}

export function Why({ score }: { score: CrsResult }) {
  const { why, pillar: names } = words;
  const measured = (Object.keys(score.pillars) as Pillar[]).filter((one) => score.pillars[one]);
  const signs = score.findings?.signs ?? [];
  return (
    <Sheet title={why.title} opener={words.dial.open}>
      <div className="stack close">
        <h3 className="quiet">{why.pillars}</h3>
        <ul className="pillars">
          {measured.map((one) => (
            <li key={one}>
              <span>{names[one]}</span>
              <svg viewBox="-50 0 100 8" aria-hidden="true" preserveAspectRatio="none">
                <line x1="-50" x2="50" y1="4" y2="4" className="bar-track" />
                <line x1="0" x2={against(score, one) * 50} y1="4" y2="4" className="bar-value" />
                <line x1="0" x2="0" y1="0" y2="8" className="bar-usual" />
              </svg>
              <span className="quiet">{why.bands[score.pillars[one]?.band ?? "usual"]}</span>
            </li>
          ))}
        </ul>
        {score.missing.length > 0 && (
          <p className="quiet">{why.missing(score.missing.map((one) => names[one]).join(", "))}</p>
        )}
        <h3 className="quiet">{why.signs}</h3>
        {signs.length === 0 && <p>{why.nothing}</p>}
        <ul>
          {signs.map(({ sign, side, days, mostOf }) => (
            <li key={sign}>
              {[why.sign(sign, side), days > 1 && why.forDays(days), mostOf && why.most(mostOf)]
                .filter(Boolean)
                .join(", ")}
              .
            </li>
          ))}
        </ul>
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
        <p className="quiet">{why.certainty(Math.round(score.confidence * 100))}</p>
      </div>
    </Sheet>
  );
}
