/** When the person slept: each night is a bar from falling asleep to waking, by the clock, the evening above the morning. */
import { noonOf, shown, words } from "../../words/words.ts";
import { type Days, datesBetween } from "./dates.ts";

const [WIDTH, HEIGHT] = [200, 100];
/** In half hours: a line each four hours, and an hour of air above the earliest night and below the latest. */
const [LINE_EACH, AIR] = [8, 2];
const HALF_HOUR_MS = 1_800_000;

/** Returns the clock time that is this many half hours after noon of the day before. */
export function clockOf(halfHours: number): string {
  return shown(noonOf("2000-01-01").getTime() + halfHours * HALF_HOUR_MS, "time");
}

function middle(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function Rhythm({ days, from, to }: { days: Days; from: string; to: string }) {
  const nights = days.flatMap(({ date, sleepTimes }) => (sleepTimes ? [{ date, ...sleepTimes }] : []));
  if (nights.length === 0) return <p className="quiet">{words.body.rhythmNone}</p>;
  const asleep = nights.map((night) => night.asleep).sort((a, b) => a - b);
  const awake = nights.map((night) => night.awake).sort((a, b) => a - b);
  const [first, last] = [(asleep[0] ?? 0) - AIR, (awake.at(-1) ?? 0) + AIR];
  const y = (halfHours: number) => ((halfHours - first) / (last - first)) * HEIGHT;
  const lines: number[] = [];
  for (let at = Math.ceil(first / LINE_EACH) * LINE_EACH; at <= last; at += LINE_EACH) lines.push(at);
  const dates = datesBetween(from, to);
  const step = WIDTH / dates.length;
  const places = new Map(dates.map((date, i) => [date, i * step]));
  return (
    <div className="rhythm">
      <ol aria-hidden="true">
        {lines.map((at) => (
          <li key={at} style={{ insetBlockStart: `${y(at)}%` }}>
            {clockOf(at)}
          </li>
        ))}
      </ol>
      <svg
        role="img"
        aria-label={words.body.rhythmLabel(clockOf(middle(asleep)), clockOf(middle(awake)))}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {lines.map((at) => (
          <line key={at} x1="0" x2={WIDTH} y1={y(at)} y2={y(at)} className="hour" />
        ))}
        {nights.map((night) => (
          <rect
            key={night.date}
            x={(places.get(night.date) ?? 0) + step * 0.2}
            width={step * 0.6}
            y={y(night.asleep)}
            height={y(night.awake) - y(night.asleep)}
            className="night"
          />
        ))}
      </svg>
    </div>
  );
}
