/** The pillars as small multiples: each day is a dot in one of five bands against the person's own usual. */
import type { Band, Pillar } from "@waldo/contracts";
import { words } from "../../words/words.ts";
import { type Days, datesBetween } from "./dates.ts";

const PILLARS: readonly Pillar[] = ["sleep", "cass", "rhrts", "rrs", "circadian", "motion"];
const HEIGHT: Readonly<Record<Band, number>> = { well_above: 5, above: 15, usual: 25, below: 35, well_below: 45 };
const WIDTH = 200;
const [NARROWEST, WIDEST] = [1.2, 12];

/** Says the fact that decides the band. A band does not tell a slight fact from a clear one. */
function offOf({ band, by }: NonNullable<Days[number]["pillars"][Pillar]>): string {
  return by === undefined ? words.why.usual : words.why.off(by, band.startsWith("well_") ? "far" : "clear");
}

export function Pillars({ days, from, to }: { days: Days; from: string; to: string }) {
  const dates = datesBetween(from, to);
  const places = new Map(dates.map((date, i) => [date, ((i + 0.5) / dates.length) * WIDTH]));
  const width = Math.min(WIDEST, Math.max(NARROWEST, (0.6 * WIDTH) / dates.length));
  return (
    <ul className="multiples">
      {PILLARS.map((pillar) => {
        const measured = days.flatMap(({ date, pillars }) => {
          const own = pillars[pillar];
          return own === undefined ? [] : [{ date, ...own }];
        });
        const last = measured.at(-1);
        return (
          <li key={pillar}>
            <p className="row">
              <span>{words.pillar[pillar]}</span>
              <span className="quiet">{last ? offOf(last) : words.body.unmeasured}</span>
            </p>
            <svg viewBox={`0 0 ${WIDTH} 50`} preserveAspectRatio="none" aria-hidden="true">
              <rect x="0" y="20" width={WIDTH} height="10" className="usual-band" />
              {measured.map(({ date, band }) => (
                <rect
                  key={date}
                  x={(places.get(date) ?? 0) - width / 2}
                  y={HEIGHT[band] - 3}
                  width={width}
                  height="6"
                  className="dot"
                />
              ))}
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
