/** The tools and claims behind a message. The person unfolds them. */
import type { RunSources, SaidSentence, SourceOfClaim } from "@waldo/contracts";
import { useState } from "react";
import { Link } from "wouter";
import { useRoute } from "../api/api.tsx";
import { Loaded } from "../design/parts.tsx";
import { words } from "../words/words.ts";
import "./sources.css";

/** The name of the composer on one machine that is not a language model. */
const OFFLINE = "offline-composer";

/** Shows the facts of a sentence. Two claims may have the same fact as their source. */
function Facts({ sources }: { sources: readonly SourceOfClaim[] }) {
  const { sources: say } = words;
  const facts = new Map(sources.map((source) => [say.restsOn(source), source]));
  if (facts.size === 0) return <p className="quiet">{say.plain}</p>;
  return (
    <ul>
      {[...facts].map(([text, { patternId, fromOutside }]) => (
        <li key={text}>
          {patternId === undefined ? text : <Link href={`/memory/${patternId}`}>{text}</Link>}
          {fromOutside && <span className="quiet"> ({say.fromOutside})</span>}
        </li>
      ))}
    </ul>
  );
}

function Sentence({ runId, sentence, at }: { runId: string; sentence: SaidSentence; at: number }) {
  const { sources: say } = words;
  return (
    <li>
      <p>
        {sentence.text}{" "}
        <Link href={`/inside/runs/${runId}#sentence-${at}`} className="quiet" aria-label={say.ofSentence(at)}>
          {say.trace}
        </Link>
      </p>
      <Facts sources={sentence.sources} />
    </li>
  );
}

function writtenBy({ by, model }: RunSources & { readonly kept: true }): string | undefined {
  if (by === undefined) return words.sources.nothing;
  return words.sources.by[by === "model" && model === OFFLINE ? "offline" : by];
}

function Found({ found }: { found: RunSources }) {
  const { sources: say } = words;
  if (!found.kept) return <p className="quiet">{found.announcer ? say.announcers[found.announcer] : say.gone}</p>;
  if (found.withheld) return <p className="quiet">{say.withheld}</p>;
  const looked = found.looked.map(({ area, found: is }) => (is ? say.area[area] : say.notFound(say.area[area])));
  return (
    <>
      <p className="quiet">{writtenBy(found)}</p>
      <ol>
        {found.sentences.map((sentence, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is named by its place
          <Sentence key={i} runId={found.runId} sentence={sentence} at={i + 1} />
        ))}
      </ol>
      {looked.length > 0 && <p className="quiet">{say.looked(looked.join(", "))}</p>}
      <Link href={`/inside/runs/${found.runId}`} className="quiet">
        {say.inside}
      </Link>
    </>
  );
}

/** Shows the sources of what a run said. The page asks the server only when the person opens this part. */
export function Sources({ runId }: { runId: string }) {
  const [isOpen, setOpen] = useState(false);
  const found = useRoute("runSources", { params: { runId } }, { enabled: isOpen });
  return (
    <details className="sources" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.sources.open}</summary>
      {isOpen && <div className="stack close">{<Loaded of={found}>{(one) => <Found found={one} />}</Loaded>}</div>}
    </details>
  );
}
