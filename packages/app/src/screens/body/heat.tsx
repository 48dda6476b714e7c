/** Each day of the range as a square of its zone: columns are weeks, as on a wall calendar turned on its side. */
import { noonOf } from "../../words/words.ts";
import { type Days, datesBetween } from "./dates.ts";

const [SIZE, GAP] = [12, 3];
/** So few weeks are drawn twice as large. */
const FEW_WEEKS = 26;

export function Heat({ days, from, to }: { days: Days; from: string; to: string }) {
  const zones = new Map(days.map(({ date, bodyZone }) => [date, bodyZone]));
  const dates = datesBetween(from, to);
  const first = noonOf(from).getDay();
  const weeks = Math.ceil((dates.length + first) / 7);
  const counts = Object.entries(Object.groupBy(days, ({ bodyZone }) => bodyZone ?? "none"));
  const label = counts.map(([zone, all]) => `${zone}: ${all?.length ?? 0}`).join(", ");
  return (
    <div className="scrolls">
      <svg
        role="img"
        aria-label={label}
        className="heat-map"
        style={{ maxInlineSize: weeks * (SIZE + GAP) * (weeks <= FEW_WEEKS ? 2 : 1) }}
        viewBox={`0 0 ${weeks * (SIZE + GAP)} ${7 * (SIZE + GAP)}`}
      >
        {dates.map((date, i) => {
          const zone = zones.get(date);
          return (
            <rect
              key={date}
              x={Math.floor((i + first) / 7) * (SIZE + GAP)}
              y={((i + first) % 7) * (SIZE + GAP)}
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
