/** The patrol as a person reads it: each look, why it stayed quiet, and what was done, with its undo. */
import type { Gets } from "@waldo/contracts";
import { useState } from "react";
import { useRoute } from "../api/api.tsx";
import { Check, Empty, Loaded } from "../design/parts.tsx";
import { shown, words } from "../words/words.ts";
import { TapButtons } from "./tap-buttons.tsx";

const WEEK_MS = 7 * 86_400_000;

type Entry = Gets<"log">["items"][number];

/** Entries in their order. Looks that ended in nothing, one after the other, are one group. */
function grouped(items: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const entry of items) {
    const last = groups.at(-1);
    if (entry.act === "nothing" && last?.[0].act === "nothing") last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function Time({ at }: { at: number }) {
  return (
    <time className="quiet" dateTime={new Date(at).toISOString()}>
      {shown(at, "both")}
    </time>
  );
}

function Quiet({ looks }: { looks: readonly [Entry, ...Entry[]] }) {
  const [latest] = looks;
  return (
    <details className="grows">
      <summary className="quiet">
        <Time at={latest.at} /> {words.today.quiet(looks.length)}
      </summary>
      <ol>
        {looks.map(({ at, what }) => (
          <li key={at} className="quiet">
            {shown(at, "time")} {what}
          </li>
        ))}
      </ol>
    </details>
  );
}

export function Log() {
  const [to] = useState(() => Date.now());
  const [onlyActs, setOnlyActs] = useState(false);
  const log = useRoute("log", { query: { from: to - WEEK_MS, to, include: onlyActs ? "acts" : "ticks" } });
  return (
    <div className="stack">
      <h1>{words.log.title}</h1>
      <p className="quiet">{words.log.last}</p>
      <Check label={words.log.onlyActs} checked={onlyActs} onChange={({ target }) => setOnlyActs(target.checked)} />
      <Loaded of={log}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{onlyActs ? words.log.noActs : words.log.empty}</Empty>
          ) : (
            <ol className="items">
              {grouped(items).map((group) => {
                const [{ at, act, what, undo }] = group;
                return (
                  <li key={`${at} ${what}`}>
                    {act === "nothing" ? (
                      <Quiet looks={group} />
                    ) : (
                      <>
                        <Time at={at} />
                        <span className="grows">
                          {words.log.acts[act]}: {what}
                        </span>
                        {undo.length > 0 && <TapButtons buttons={undo} />}
                      </>
                    )}
                  </li>
                );
              })}
            </ol>
          )
        }
      </Loaded>
    </div>
  );
}
