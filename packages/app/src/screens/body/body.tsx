import { lazy, Suspense } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Empty, Loaded, Panel } from "../../design/parts.tsx";
import { ZoneMark } from "../../design/zone-mark.tsx";
import { dateOf, daysBefore, noonOf, shown, words } from "../../words/words.ts";
import type { Days } from "./dates.ts";
import { Heat } from "./heat.tsx";
import { Pillars } from "./pillars.tsx";
import { clockOf, Rhythm } from "./rhythm.tsx";
import "./body.css";

const Lines = lazy(() => import("./lines.tsx").then(({ Lines: component }) => ({ default: component })));

const RANGES = [7, 30, 90, 365] as const;

function Table({ days }: { days: Days }) {
  const { columns, states, table } = words.body;
  return (
    <details>
      <summary>{table}</summary>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.date}</th>
              <th scope="col">{columns.zone}</th>
              <th scope="col">{columns.state}</th>
              <th scope="col">{columns.asleep}</th>
              <th scope="col">{columns.awake}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, bodyZone, status, rescoredAt, sleepTimes }) => (
              <tr key={date}>
                <td>
                  <Link href={`/body/${date}`}>{shown(noonOf(date), "day")}</Link>
                </td>
                <td>{bodyZone ? words.zone[bodyZone] : words.dial.none}</td>
                <td>{rescoredAt ? states.revised : states[status]}</td>
                <td>{sleepTimes && clockOf(sleepTimes.asleep)}</td>
                <td>{sleepTimes && clockOf(sleepTimes.awake)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

export function Body() {
  const [query, setQuery] = useSearchParams();
  const [, go] = useLocation();
  const range = RANGES.find((days) => String(days) === query.get("days")) ?? 30;
  const to = dateOf(Date.now());
  const from = daysBefore(to, range - 1);
  const days = useRoute("formDays", { query: { from, to } });
  // The lines have the colour of the day's zone.
  const zone = useRoute("form", {}, { retry: false }).data?.bodyZone;
  return (
    <div className="stack">
      <h1>{words.body.title}</h1>
      <fieldset className="row ranges">
        <legend className="hidden">{words.body.range}</legend>
        {RANGES.map((one) => (
          <label key={one} className="button">
            <input
              type="radio"
              name="range"
              checked={one === range}
              onChange={() => setQuery({ days: String(one) }, { replace: true })}
            />
            {words.body.ranges[one]}
          </label>
        ))}
      </fieldset>
      <Loaded of={days}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              action={
                <Link href="/bring" className="button main">
                  {words.today.bring}
                </Link>
              }
            >
              {words.body.empty}
            </Empty>
          ) : (
            <>
              <Panel title={words.body.chart(range)} note={<Table days={items} />}>
                <Suspense fallback={<div className="skeleton lines" aria-busy="true" />}>
                  <Lines key={zone ?? "none"} days={items} from={from} to={to} onDay={(date) => go(`/body/${date}`)} />
                </Suspense>
              </Panel>
              <Panel title={words.body.heat}>
                <Heat days={items} from={from} to={to} onDay={(date) => go(`/body/${date}`)} />
                <p className="row quiet">
                  {(["depleted", "flagging", "steady", "energized"] as const).map((zone) => (
                    <span key={zone} className="row">
                      <ZoneMark zone={zone} /> {words.zone[zone]}
                    </span>
                  ))}
                </p>
              </Panel>
              <Panel title={words.body.rhythm}>
                <Rhythm days={items} from={from} to={to} />
              </Panel>
              <Panel title={words.body.pillars}>
                <Pillars days={items} from={from} to={to} />
              </Panel>
            </>
          )
        }
      </Loaded>
    </div>
  );
}
