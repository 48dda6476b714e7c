/** What the person's days would have cost on AWS, by part. */
import type { CostView } from "@waldo/contracts";
import { Link, useSearchParams } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Empty, Field, Loaded } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { dollars } from "./parts.tsx";
import "./inside.css";

const SPANS = [7, 30, 62] as const;

function Days({ cost: { days, prices, unpriced, asIf } }: { cost: CostView }) {
  const { inside } = words;
  const { columns } = inside;
  const parts = Object.keys(days[0]?.bill ?? {}) as (keyof CostView["days"][number]["bill"])[];
  if (days.length === 0) return <Empty>{inside.noCost}</Empty>;
  const mean = days.reduce((sum, { total }) => sum + total, 0) / days.length;
  return (
    <>
      <p>{inside.perDay(dollars(mean))}</p>
      <div className="scrolls">
        <table>
          <thead>
            <tr>
              {[columns.day, columns.total, ...parts, columns.runs, columns.wakes].map((name) => (
                <th key={name} scope="col" className={name === columns.day ? undefined : "number"}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, bill, total, runs, wakes }) => (
              <tr key={date}>
                <th scope="row">
                  <Link href={`/inside?date=${date}`}>{date}</Link>
                </th>
                <td className="number">{dollars(total)}</td>
                {parts.map((part) => (
                  <td key={part} className="number">
                    {dollars(bill[part] ?? 0)}
                  </td>
                ))}
                <td className="number">{runs}</td>
                <td className="number">{wakes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">
        {inside.prices(prices.date, prices.region)}{" "}
        {unpriced.length > 0 && inside.unpriced(unpriced.join(", "), asIf.primary)}
      </p>
    </>
  );
}

export function Cost() {
  const { inside } = words;
  const [search, setSearch] = useSearchParams();
  const days = SPANS.find((span) => String(span) === search.get("days")) ?? SPANS[0];
  const cost = useRoute("insideCost", { query: { days } });
  return (
    <div className="stack inside">
      <Link href="/inside">{inside.title}</Link>
      <h1>{inside.cost}</h1>
      <p className="quiet">{inside.costAbout}</p>
      <Field label={inside.costDays}>
        <select value={days} onChange={({ target }) => setSearch({ days: target.value }, { replace: true })}>
          {SPANS.map((span) => (
            <option key={span} value={span}>
              {inside.lastDays(span)}
            </option>
          ))}
        </select>
      </Field>
      <Loaded of={cost}>{(found) => <Days cost={found} />}</Loaded>
    </div>
  );
}
