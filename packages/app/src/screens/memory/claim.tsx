/** One claim: its words, where it comes from, how it changed, and what the person decides of it. */
import type { ClaimDecided, ClaimDetail, ClaimView, SourceView } from "@waldo/contracts";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useRoute, useSend } from "../../api/api.tsx";
import { OF_MEMORY } from "../../api/changes.ts";
import { Button, Field, Loaded, Notice, Panel, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { saidOf, standing } from "./claim-line.tsx";
import "./memory.css";

function useDecision() {
  return useSend("decideClaim", OF_MEMORY);
}
type Decision = ReturnType<typeof useDecision>;

/** Says what a decision has changed. */
function outcome({ closed, live, diary = 0 }: ClaimDecided): string {
  const { done } = words.memory;
  const said = [
    ...(live ? [done.holds(saidOf(live))] : []),
    ...(closed ? [done.closed(saidOf(closed))] : []),
    ...(diary > 0 ? [done.diary(diary)] : []),
  ];
  return said.length === 0 ? done.nothing : said.join(" ");
}

function Correct({ claim, decide }: { claim: ClaimView; decide: Decision }) {
  const { memory } = words;
  const [text, setText] = useState(claim.claim);
  const [conditions, setConditions] = useState(claim.conditions);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { patternId, revision } = claim;
    decide.mutate({ params: { patternId }, body: { action: "correct", revision, claim: text, conditions } });
  };
  return (
    <details>
      <summary>{memory.correct}</summary>
      <form className="stack close" onSubmit={submit}>
        <Field label={memory.rightWords}>
          <textarea required rows={2} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Field label={memory.conditions}>
          <input maxLength={500} value={conditions} onChange={({ target }) => setConditions(target.value)} />
        </Field>
        <div className="row">
          <Button type="submit" main busy={decide.isPending}>
            {memory.saveCorrection}
          </Button>
        </div>
      </form>
    </details>
  );
}

function Decisions({ claim, canUndo }: { claim: ClaimView; canUndo: boolean }) {
  const { memory } = words;
  const decide = useDecision();
  const { patternId, revision, state } = claim;
  const put = (action: "forget" | "restore") => decide.mutate({ params: { patternId }, body: { action, revision } });
  return (
    <Panel title={memory.decide}>
      {decide.data && <Notice>{outcome(decide.data)}</Notice>}
      {decide.error && <Trouble error={decide.error} />}
      <div className="row">
        {state === "holds" && (
          <Button busy={decide.isPending} onClick={() => put("forget")}>
            {memory.forget}
          </Button>
        )}
        {(state !== "holds" || canUndo) && (
          <Button busy={decide.isPending} onClick={() => put("restore")}>
            {state === "holds" ? memory.undo : memory.putBack}
          </Button>
        )}
      </div>
      {state === "holds" && <Correct key={revision} claim={claim} decide={decide} />}
      <p className="quiet">{memory.nothingLost}</p>
    </Panel>
  );
}

function Source({ source, runId, at, trigger }: SourceView) {
  const { sources } = words.memory;
  const what = trigger === undefined ? (source === "owner" ? sources.owner : sources.other) : sources.trigger(trigger);
  return (
    <li>
      <span className="grows">{what}</span>
      {at !== undefined && (
        <time className="quiet" dateTime={new Date(at).toISOString()}>
          {shown(at, "both")}
        </time>
      )}
      <code className="quiet">
        {runId === undefined ? source : <Link href={`/inside/runs/${runId}`}>{source}</Link>}
      </code>
    </li>
  );
}

function History({ of, history, earlier }: Pick<ClaimDetail, "history" | "earlier"> & { of: string }) {
  const { memory } = words;
  return (
    <ol className="items">
      {earlier > 0 && <li className="quiet">{memory.earlier(earlier)}</li>}
      {history.map(({ claim, change, by }) => (
        <li key={`${claim.patternId} ${claim.revision}`}>
          <time className="quiet" dateTime={new Date(claim.recordedAt).toISOString()}>
            {shown(claim.recordedAt, "date")}
          </time>
          <span className="grows">
            {memory.changes[change]} {memory.by[by]}:{" "}
            {claim.patternId === of ? saidOf(claim) : <Link href={`/memory/${claim.patternId}`}>{saidOf(claim)}</Link>}
            <span className="quiet about-claim">{standing(claim)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function changesOf({ patternId }: ClaimView, history: ClaimDetail["history"]): number {
  return history.filter(({ claim }) => claim.patternId === patternId).length;
}

export function Claim({ patternId }: { patternId: string }) {
  const { memory } = words;
  const found = useRoute("claim", { params: { patternId } }, { retry: false });
  return (
    <div className="stack">
      <Link href="/memory">{memory.title}</Link>
      <h1>{found.data ? saidOf(found.data.claim) : memory.one}</h1>
      <Loaded of={found}>
        {({ claim, sources, history, earlier }) => (
          <>
            <p className="quiet">
              {memory.halls[claim.hall]} · {standing(claim)}
            </p>
            {claim.origin === "untrusted" && <Notice>{memory.heardElsewhere}</Notice>}
            <Decisions claim={claim} canUndo={claim.supersedes !== undefined || changesOf(claim, history) > 1} />
            <Panel title={memory.from}>
              <ul className="items">
                {sources.map((source) => (
                  <Source key={source.source} {...source} />
                ))}
              </ul>
            </Panel>
            <Panel title={memory.history}>
              <History of={claim.patternId} history={history} earlier={earlier} />
            </Panel>
            <Link href={`/wiki/${claim.hall}`}>{memory.wiki.hall(memory.halls[claim.hall])}</Link>
          </>
        )}
      </Loaded>
    </div>
  );
}
