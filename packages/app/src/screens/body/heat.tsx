/** Each day of the range as a square of its zone: columns are weeks, as on a wall calendar turned on its side. */
import { noonOf, shown } from "../../words/words.ts";
import { type Days, datesBetween } from "./dates.ts";

const [SIZE, GAP] = [12, 3];
/** Up to this number of weeks, the squares are twice as large. */
const FEW_WEEKS = 26;
/** The height of the names of months. A range that is longer than a quarter has these names below it. */
const MONTH = 14;
const MONTHS_FROM_WEEKS = 14;

type Props = { days: Days; from: string; to: string; onDay: (date: string) => void };

/** The table has the same days as links, so only the pointer uses the squares. */
export function Heat({ days, from, to, onDay }: Props) {
  const zones = new Map(days.map(({ date, bodyZone }) => [date, bodyZone]));
  const dates = datesBetween(from, to);
  const first = noonOf(from).getDay();
  const weeks = Math.ceil((dates.length + first) / 7);
  const hasMonths = weeks >= MONTHS_FROM_WEEKS;
  const counts = Object.entries(Object.groupBy(days, ({ bodyZone }) => bodyZone ?? "none"));
  const place = (i: number) => ({ week: Math.floor((i + first) / 7), weekday: (i + first) % 7 });
  const months = dates.flatMap((date, i) => (date.endsWith("-01") ? [{ date, week: place(i).week }] : []));
  const label = counts.map(([zone, all]) => `${zone}: ${all?.length ?? 0}`).join(", ");
  return (
    <div className="scrolls">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below has each day as a link */}
      <svg
        role="img"
        aria-label={label}
        className="heat-map"
        style={{ maxInlineSize: weeks * (SIZE + GAP) * (weeks <= FEW_WEEKS ? 2 : 1) }}
        viewBox={`0 0 ${weeks * (SIZE + GAP)} ${7 * (SIZE + GAP) + (hasMonths ? MONTH : 0)}`}
        onClick={({ target }) => {
          const date = (target as SVGElement).dataset["date"];
          if (date !== undefined && zones.has(date)) onDay(date);
        }}
      >
        {hasMonths &&
          months.map(({ date, week }) => (
            <text key={date} x={week * (SIZE + GAP)} y={7 * (SIZE + GAP) + MONTH - 2} className="month">
              {shown(noonOf(date), "month")}
            </text>
          ))}
        {dates.map((date, i) => {
          const zone = zones.get(date);
          return (
            <rect
              key={date}
              data-date={date}
              x={place(i).week * (SIZE + GAP)}
              y={place(i).weekday * (SIZE + GAP)}
              width={SIZE}
              height={SIZE}
              rx="2"
              className={zone ? `heat zone-${zone}` : "heat"}
            />
          );
        })}
      </svg>
    </div>
  );
}
