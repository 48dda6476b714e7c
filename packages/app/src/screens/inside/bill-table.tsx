/** What one run cost, by part, and the tokens of each model. */
import type { InsideRun } from "@waldo/contracts";
import { words } from "../../words/words.ts";
import { dollars } from "./parts.tsx";

type Cost = NonNullable<(InsideRun & { readonly kept: true })["cost"]>;

export function BillTable({ bill, total, models }: Cost) {
  const { inside } = words;
  const { columns, modelColumns } = inside;
  return (
    <>
      <p>{inside.costNow(dollars(total))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse a wide table is scrolled with the arrow keys. */}
      <div className="scrolls" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.part}</th>
              <th scope="col" className="number">
                {columns.dollars}
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(bill).map(([part, value]) => (
              <tr key={part}>
                <th scope="row">{part}</th>
                <td className="number">{dollars(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {models.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse a wide table is scrolled with the arrow keys.
        <div className="scrolls" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {Object.entries(modelColumns).map(([key, name]) => (
                  <th key={key} scope="col" className={key === "model" ? undefined : "number"}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {models.map(({ tier, model, calls, input, output }) => (
                <tr key={`${tier} ${model}`}>
                  <th scope="row">
                    <code>{model}</code>
                  </th>
                  <td className="number">{calls}</td>
                  <td className="number">{input}</td>
                  <td className="number">{output}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
