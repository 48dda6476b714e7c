import type { Gets } from "@waldo/contracts";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { isRefusal, useRoute } from "../../api/api.tsx";
import { HelpLines } from "../../design/help-lines.tsx";
import { Empty, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { Sources } from "../sources.tsx";
import { Actions, TapButtons } from "../tap-buttons.tsx";
import { FeelingFirst } from "./feeling.tsx";
import { Scored } from "./scored.tsx";
import { dayStart, Timeline, useSaidOn } from "./timeline.tsx";
import "./today.css";

const MINUTE_MS = 60_000;

/** Returns the time and updates it each minute, so that the page of yesterday does not stay on the screen. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Bring() {
  return (
    <Link href="/bring" className="button main">
      {words.today.bring}
    </Link>
  );
}

function Form() {
  const form = useRoute("form", {}, { retry: false });
  if (form.error && !form.data && !isRefusal(form.error, "NotFound") && !isRefusal(form.error, "NoProfile"))
    return <Trouble error={form.error} retry={() => void form.refetch()} />;
  return (
    <div className="form-of-day">
      <Scored score={form.data} />
      {form.data?.form === undefined && form.data && <Bring />}
      {form.error && !form.data && <Empty action={<Bring />}>{words.today.noData}</Empty>}
    </div>
  );
}

function Brief({ from }: { from: number }) {
  const messages = useSaidOn(from);
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

type Proposal = Gets<"proposals">["items"][number];

function Proposals() {
  const proposals = useRoute("proposals");
  const [tapped, setTapped] = useState<readonly Proposal[]>([]);
  const open = proposals.data?.items ?? [];
  const isOpen = ({ proposalId }: Proposal) => open.some((one) => one.proposalId === proposalId);
  // A tapped item stays on the page for its answer, also when it is over and the server no longer lists it.
  const over = tapped.filter((one) => !isOpen(one)).map((one) => ({ ...one, buttons: [] }));
  const items = [...open, ...over].sort((a, b) => a.expiresAt - b.expiresAt);
  if (items.length === 0 && !proposals.error) return null;
  return (
    <Panel title={words.today.proposals}>
      <Loaded of={proposals}>
        {() => (
          <ul className="stack close">
            {items.map((proposal) => (
              <li key={proposal.proposalId} className="card">
                <Actions of={proposal.actions} label={words.tasks.plan} />
                {proposal.isHeld && (
                  <p>
                    {words.today.held} <Link href="/chat">{words.today.openChat}</Link>
                  </p>
                )}
                <TapButtons
                  buttons={proposal.buttons}
                  onAnswer={() =>
                    setTapped((before) => [
                      ...before.filter(({ proposalId }) => proposalId !== proposal.proposalId),
                      proposal,
                    ])
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

/** On a depleted day this folds what the person does not need at once. */
function Folded({ children }: { children: ReactNode }) {
  const isDepleted = useRoute("form", {}, { retry: false }).data?.bodyZone === "depleted";
  if (!isDepleted) return children;
  return (
    <details>
      <summary>{words.today.rest}</summary>
      {children}
    </details>
  );
}

/** Shows the answer to words about danger from this day or the day before, in place of the dial and the Brief. */
function Care({ now }: { now: number }) {
  const today = useSaidOn(dayStart(now));
  const before = useSaidOn(dayStart(dayStart(now) - 1));
  const said = [...(today.data?.items ?? []), ...(before.data?.items ?? [])];
  const latest = said.find(({ from, kind }) => from === "waldo" && kind === "emergency");
  const lines = said.flatMap(({ card }) => (card?.type === "emergency" ? [card.lines] : []))[0] ?? [];
  return (
    <section aria-label={words.today.care}>
      <p className="brief">{latest?.text ?? words.today.care}</p>
      <HelpLines lines={lines} />
      <Link href="/chat" className="button main">
        {words.today.openChat}
      </Link>
    </section>
  );
}

export function Today() {
  const now = useNow();
  const me = useRoute("me", {}, { retry: false });
  // The dial is hidden until the page knows whether there were such words, unless the server does not answer.
  if (me.isLoading && me.failureCount === 0) return <h1>{shown(now, "day")}</h1>;
  if ((me.data?.careUntil ?? 0) > now)
    return (
      <div className="stack">
        <h1>{shown(now, "day")}</h1>
        <Care now={now} />
        <Proposals />
      </div>
    );
  return (
    <div className="stack">
      <h1>{shown(now, "day")}</h1>
      <FeelingFirst>
        <Form />
        <Brief from={dayStart(now)} />
      </FeelingFirst>
      <Proposals />
      <Folded>
        <Timeline now={now} />
      </Folded>
    </div>
  );
}
