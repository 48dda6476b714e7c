import type { CrsResult } from "@waldo/contracts";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { isRefusal, useRoute } from "../../api/api.tsx";
import { Dial } from "../../design/dial.tsx";
import { Empty, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { Sources } from "../sources.tsx";
import { TapButtons } from "../tap-buttons.tsx";
import { dayStart, Timeline } from "./timeline.tsx";
import { Why } from "./why.tsx";
import "./today.css";

const MINUTE_MS = 60_000;

/** Returns the time, again each minute, so that the page of yesterday does not stay. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What drags or lifts, how long the zone holds, and whether the score may still change. */
function Cause({ score }: { score: CrsResult }) {
  const { dial } = words;
  const lines = [
    score.reason,
    score.lift && dial.lift(words.pillar[score.lift]),
    !score.lift && score.drag && dial.drag(words.pillar[score.drag]),
    score.form !== undefined && (score.rescoredAt ? dial.revised : score.status === "provisional" && dial.provisional),
  ].filter((line) => typeof line === "string");
  return (
    <>
      {lines.map((line) => (
        <p key={line} className="quiet">
          {line}
        </p>
      ))}
    </>
  );
}

function Bring() {
  return (
    <Link href="/bring" className="button main">
      {words.today.bring}
    </Link>
  );
}

function Form() {
  const me = useRoute("me");
  const form = useRoute("form", {}, { retry: false });
  if (form.error && !form.data && !isRefusal(form.error, "NotFound") && !isRefusal(form.error, "NoProfile"))
    return <Trouble error={form.error} retry={() => void form.refetch()} />;
  return (
    <div className="form-of-day">
      <Dial score={form.data} showsForm={me.data?.showsForm === true} />
      {form.data ? (
        <>
          <Cause score={form.data} />
          <Why score={form.data} />
          {form.data.form === undefined && <Bring />}
        </>
      ) : (
        form.error && <Empty action={<Bring />}>{words.today.noData}</Empty>
      )}
    </div>
  );
}

function Brief({ from }: { from: number }) {
  const messages = useRoute("messages", { query: { limit: 50 } });
  return (
    <section aria-label={words.today.brief}>
      <Loaded of={messages}>
        {({ items }) => {
          const brief = items.find(({ card, at }) => card?.type === "brief" && at >= from);
          if (!brief) return <p className="quiet">{words.today.noBrief}</p>;
          return (
            <div className="stack close">
              <p className="brief">{brief.text}</p>
              {brief.runId && <Sources runId={brief.runId} />}
              {brief.buttons && <TapButtons buttons={brief.buttons} />}
            </div>
          );
        }}
      </Loaded>
    </section>
  );
}

function Proposals() {
  const proposals = useRoute("proposals");
  const items = proposals.data?.items ?? [];
  if (items.length === 0 && !proposals.error) return null;
  return (
    <Panel title={words.today.proposals}>
      <Loaded of={proposals}>
        {() => (
          <ul className="stack close">
            {items.map(({ proposalId, actions, buttons }) => (
              <li key={proposalId} className="card">
                {actions.map(({ title, fromOutside }) => (
                  <p key={title}>
                    {title} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
                  </p>
                ))}
                <TapButtons buttons={buttons} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

export function Today() {
  const now = useNow();
  return (
    <div className="stack">
      <h1>{shown(now, "day")}</h1>
      <Form />
      <Brief from={dayStart(now)} />
      <Proposals />
      <Timeline now={now} />
    </div>
  );
}
