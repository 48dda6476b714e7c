/** The states of a run as a chain, as the Step Functions console draws an execution. */
import type { InsideState } from "@waldo/contracts";
import { Check, CircleAlert, LoaderCircle, X } from "lucide-react";
import { Plain } from "../../design/copy.tsx";
import { words } from "../../words/words.ts";
import { lasting } from "./parts.tsx";

const ICONS = { succeeded: Check, caught: CircleAlert, failed: X, working: LoaderCircle };

/** Says in one line what a state committed. */
function did({ state, step, tokens, model, calls = [], said, rows = [], failure }: InsideState): string {
  const { inside } = words;
  if (step === 0) return inside.journalled;
  if (model?.outcome === "unavailable") return inside.unavailable(model.errors.join(", "));
  if (model)
    return [
      [model.name, model.rung].filter(Boolean).join(" "),
      model.usage && inside.usage(model.usage.input, model.usage.output),
      model.asks.length > 0 ? inside.asked(model.asks.map(({ tool }) => tool).join(", ")) : inside.answered,
    ]
      .filter(Boolean)
      .join(" · ");
  if (said) return said.by === "template" ? inside.template(said.reason) : inside.by(said.by, undefined);
  if (failure !== undefined) return failure;
  if (tokens !== undefined) return inside.promptOf(tokens);
  if (state === "TOOLS_DONE") {
    const bad = calls.filter(({ outcome }) => outcome === "refused" || outcome === "failed").length;
    return inside.results(calls.length, bad);
  }
  return rows.map((row) => `${row.channel} ${row.state}`).join(", ");
}

/** Shows the other details of a state, each with its name. */
function more({ model, said }: InsideState): (readonly [string, string])[] {
  const { inside } = words;
  const lines: (readonly [string, string | undefined])[] = [
    [inside.said, model?.text ?? said?.text],
    ["repairs", model?.repairs === undefined ? undefined : inside.repairs(model.repairs)],
    ["route", model?.tier === undefined ? undefined : inside.route(model.tier, model.route ?? "")],
    ["usage", model?.usage && inside.cache(model.usage.cacheRead, model.usage.cacheWrite)],
    ["stop", model?.stop],
    ["mended", said?.mended && inside.mended[said.mended]],
  ];
  return lines.flatMap(([name, line]) => (line === undefined ? [] : [[name, line] as const]));
}

export function States({ states, began }: { states: readonly InsideState[]; began: number }) {
  const { inside } = words;
  return (
    <ol className="states">
      {states.map((one) => {
        const Icon = ICONS[one.outcome];
        const lines = more(one);
        return (
          <li key={one.step} id={`state-${one.step}`} data-outcome={one.outcome}>
            <span className="mark">
              <Icon size={14} strokeWidth={2} aria-hidden="true" />
            </span>
            <p className="row">
              <code>{one.state}</code>
              <span className="outcome">{inside.outcomes[one.outcome]}</span>
              <span className="quiet">
                {inside.sinceStart(lasting(one.at - began))}
                {one.step > 0 && ` · ${inside.stepTook(lasting(one.tookMs))}`}
              </span>
            </p>
            {did(one) !== "" && <p className="quiet">{did(one)}</p>}
            {lines.length > 0 && (
              <details>
                <summary>{inside.showMore}</summary>
                <dl className="facts">
                  {lines.map(([name, line]) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{name === inside.said ? <Plain label={name}>{line}</Plain> : line}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            )}
          </li>
        );
      })}
    </ol>
  );
}
