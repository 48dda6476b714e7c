/** One run from the inside. Each sentence, claim, call and state of it has an anchor. */
import type { InsideRun, OutboxView, SaidSentence } from "@waldo/contracts";
import { Link as LinkIcon } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Loaded, Notice, Panel } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { BillTable } from "./bill-table.tsx";
import { Calls } from "./calls.tsx";
import { Id, lasting, outcomeOf } from "./parts.tsx";
import { PromptLayers } from "./prompt.tsx";
import { States } from "./states.tsx";
import "./inside.css";

const LOOK_MS = 2_000;
type Kept = InsideRun & { readonly kept: true };

/** Brings the place that the address names into view, now and when the address changes. */
function useAnchor(): void {
  useEffect(() => {
    const go = () => {
      for (const one of document.querySelectorAll("[data-here]")) one.removeAttribute("data-here");
      const place = [...document.querySelectorAll("[id]")].find(({ id }) => `#${id}` === location.hash);
      place?.setAttribute("data-here", "");
      place?.scrollIntoView({ block: "center" });
    };
    go();
    addEventListener("hashchange", go);
    return () => removeEventListener("hashchange", go);
  }, []);
}

function Anchor({ to, name }: { to: string; name: string }) {
  return (
    <a href={`#${to}`} className="anchor" aria-label={words.inside.link(name)}>
      <LinkIcon size={14} strokeWidth={1.5} aria-hidden="true" />
    </a>
  );
}

function Said({ sentences }: { sentences: readonly SaidSentence[] }) {
  const { inside, sources: say } = words;
  return (
    <ol className="stack close">
      {sentences.map(({ text, sources }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is named by its place
        <li key={i} id={`sentence-${i + 1}`} className="traced">
          <p>
            {text} <Anchor to={`sentence-${i + 1}`} name={inside.sentence(i + 1)} />
          </p>
          {sources.length === 0 && <p className="quiet">{say.plain}</p>}
          <ul>
            {sources.map((source) => (
              <li key={source.claim} id={`claim-${source.claim}`}>
                <span className="quiet">{inside.claim(source.claim)}</span>{" "}
                {source.words !== text && <q>{source.words}</q>} <span>← {say.restsOn(source)}</span>{" "}
                {source.tool === undefined ? (
                  <code>{[source.callId, source.path].filter(Boolean).join(" ")}</code>
                ) : (
                  <a href={`#call-${source.callId}`}>
                    <code>{[source.tool, source.path].filter(Boolean).join(" ")}</code>
                  </a>
                )}{" "}
                <code className="quiet">{source.kind}</code>{" "}
                {source.patternId && <Link href={`/memory/${source.patternId}`}>{words.memory.one}</Link>}{" "}
                <Anchor to={`claim-${source.claim}`} name={inside.claim(source.claim)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Outbox({ rows }: { rows: readonly OutboxView[] }) {
  const { inside } = words;
  const { outboxColumns: names } = inside;
  if (rows.length === 0) return <p className="quiet">{inside.noOutbox}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse a wide table is scrolled with the keys of the arrows.
    <div className="scrolls" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {Object.values(names).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ ordinal, channel, kind, state, attempt, key, why }) => (
            <tr key={ordinal}>
              <td>{ordinal}</td>
              <td>{channel}</td>
              <td>{kind}</td>
              <td>{state}</td>
              <td>{attempt}</td>
              <td>{why ?? "–"}</td>
              <td>
                <Id value={key} text={`${key.slice(0, 12)}…`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Facts({ run, turns }: { run: Kept["run"]; turns: number }) {
  const { facts, stillRuns, outcomes } = words.inside;
  const { date, createdAt, endedAt, attempts, fence, rung } = run;
  const rows = [
    [facts.date, date],
    [facts.began, shown(createdAt, "both")],
    [facts.took, endedAt === undefined ? stillRuns : lasting(endedAt - createdAt)],
    [facts.rung, rung ?? "–"],
    [facts.turns, turns],
    [facts.attempts, attempts],
    [facts.fence, fence],
  ];
  return (
    <>
      <p className="row">
        <Id value={run.runId} />
        <span className="outcome" data-state={run.state}>
          {outcomes[outcomeOf(run)]}
        </span>
      </p>
      <dl className="facts beside-each-other">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Whole({ found }: { found: Kept }) {
  const { inside } = words;
  const { run, states, prompt, outbox, cost, sentences, by, model, reason, withheld } = found;
  const calls = states.flatMap((state) => state.calls ?? []);
  useAnchor();
  return (
    <>
      <Facts run={run} turns={run.iterations} />
      {withheld && <Notice>{inside.withheld}</Notice>}
      <Panel title={inside.said}>
        {by && (
          <p className="quiet">
            {[inside.by(by, model), reason === undefined ? "" : inside.reason(reason)].filter(Boolean).join(" · ")}
          </p>
        )}
        {!by && <p className="quiet">{inside.noWords}</p>}
        <Said sentences={sentences} />
      </Panel>
      <Panel title={inside.states}>
        <States states={states} began={run.createdAt} />
      </Panel>
      <Panel title={inside.calls}>
        <Calls calls={calls} />
      </Panel>
      <Panel title={inside.prompt}>
        {prompt ? (
          <PromptLayers prompt={prompt} isReduced={run.rung === "L2"} />
        ) : (
          <p className="quiet">{inside.noPrompt}</p>
        )}
      </Panel>
      <Panel title={inside.outbox}>
        <Outbox rows={outbox} />
      </Panel>
      {cost && (
        <Panel title={inside.cost}>
          <BillTable {...cost} />
        </Panel>
      )}
    </>
  );
}

export function Run({ runId }: { runId: string }) {
  const { inside, sources } = words;
  const found = useRoute(
    "insideRun",
    { params: { runId } },
    { refetchInterval: ({ state: { data } }) => (data?.kept && data.run.endedAt === undefined ? LOOK_MS : false) },
  );
  const { data } = found;
  return (
    <div className="stack inside">
      <Link href="/inside">{inside.title}</Link>
      <h1>{data?.kept ? inside.run(data.run.trigger, data.run.variant) : runId}</h1>
      <Loaded of={found}>
        {(one) =>
          one.kept ? (
            <Whole found={one} />
          ) : (
            <>
              <Notice>{one.announcer ? sources.announcers[one.announcer] : `${inside.gone} ${inside.goneKept}`}</Notice>
              {one.outbox.length > 0 && (
                <Panel title={inside.outbox}>
                  <Outbox rows={one.outbox} />
                </Panel>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}
