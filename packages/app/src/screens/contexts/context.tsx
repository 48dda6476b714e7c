/** One context: its text as an agent wrote it, why it is there, and the way to forget it. */
import type { ContextCause, ContextDetail } from "@waldo/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Loaded, Notice, Panel, Sheet, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { placeOf, savedBy } from "./contexts.tsx";
import "./contexts.css";

const { contexts: said } = words;

function Text({ of: { context, content, source, tags, metadata, accessCount } }: { of: ContextDetail }) {
  const known = [savedBy(context), said.tiers[context.tier], said.read(accessCount)];
  return (
    <Panel title={said.text}>
      <p className="quiet">{known.join(" · ")}</p>
      <p className="quiet">{said.outside}</p>
      <blockquote className="notice" dir="auto">
        {content}
      </blockquote>
      <dl className="quiet about-context">
        {source !== "" && (
          <div>
            <dt>{said.source}</dt>
            <dd>{source}</dd>
          </div>
        )}
        {tags.length > 0 && (
          <div>
            <dt>{said.tags}</dt>
            <dd>{tags.join(", ")}</dd>
          </div>
        )}
        {metadata !== undefined && (
          <div>
            <dt>{said.metadata}</dt>
            <dd>{metadata}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

function Why({ of: { action, rationale, chain, begins, causes } }: { of: ContextDetail }) {
  return (
    <Panel title={said.why}>
      <p>{action === undefined ? said.noAction : said.actions[action]}</p>
      {rationale === undefined ? (
        <p className="quiet">{said.noReason}</p>
      ) : (
        <blockquote className="notice" dir="auto">
          {rationale}
        </blockquote>
      )}
      {(chain.length > 0 || begins !== "here") && (
        <>
          <h3>{said.chain}</h3>
          <ol className="items outside-words">
            {begins !== "here" && <li className="quiet">{said.begins[begins]}</li>}
            {chain.map((one) => (
              <li key={one.id}>
                <Link href={`/contexts/${one.id}`} className="grows">
                  {one.summary}
                </Link>
                <span className="quiet">{savedBy(one)}</span>
              </li>
            ))}
            <li>{said.thisOne}</li>
          </ol>
        </>
      )}
      {causes.length > 0 && (
        <>
          <h3>{said.causes}</h3>
          <ul className="items outside-words">
            {causes.map((cause) => (
              <Cause key={cause.id} cause={cause} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Cause({ cause: { by, refused, context } }: { cause: ContextCause }) {
  return (
    <li>
      {context ? (
        <Link href={`/contexts/${context.id}`} className="grows">
          {context.summary}
        </Link>
      ) : (
        <span className="grows">{said.forgotten}</span>
      )}
      <span className="quiet">{refused ? said.refused : said.by[by]}</span>
    </li>
  );
}

function Forget({ id, onDone }: { id: string; onDone: () => void }) {
  const forget = useSend("forgetContext", ["contextProjects", "contexts"], { onAnswer: onDone });
  return (
    <Sheet title={said.forget} opener={said.forget}>
      <p>{said.forgetAsk}</p>
      {forget.error && <Trouble error={forget.error} />}
      <Button main busy={forget.isPending} onClick={() => forget.mutate({ params: { contextId: id } })}>
        {said.forgetNow}
      </Button>
    </Sheet>
  );
}

export function Context({ contextId }: { contextId: string }) {
  // The page no longer asks for a context that was forgotten.
  const [was, setForgotten] = useState<{ readonly project: string }>();
  const found = useRoute("context", { params: { contextId } }, { retry: false, enabled: was === undefined });
  const project = was?.project ?? found.data?.context.project;
  return (
    <div className="stack">
      <Link href={project === undefined ? "/contexts" : placeOf(project)}>{project ?? said.title}</Link>
      <h1>{said.one}</h1>
      {was ? (
        <Notice>{said.isForgotten}</Notice>
      ) : (
        <Loaded of={found}>
          {(detail) => (
            <>
              <Text of={detail} />
              <Why of={detail} />
              <div>
                <Forget id={contextId} onDone={() => setForgotten(detail.context)} />
              </div>
            </>
          )}
        </Loaded>
      )}
    </div>
  );
}
