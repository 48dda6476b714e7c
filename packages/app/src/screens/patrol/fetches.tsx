/** Shows all stress alerts, and how often they were a false alarm. */
import type { FetchShare } from "@waldo/contracts";
import { useRoute } from "../../api/api.tsx";
import { Empty, Loaded } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { FetchNote } from "./fetch-note.tsx";

function Share({ share: { fetches, labelled, falseAlarms, enough, most } }: { share: FetchShare }) {
  const { log } = words;
  return (
    <p className="quiet">
      {log.judged(labelled, fetches)}{" "}
      {falseAlarms === null ? log.tooFew(enough) : log.falseAlarms(Math.round(100 * falseAlarms), 100 * most)}
    </p>
  );
}

export function Fetches() {
  const { log } = words;
  const fetches = useRoute("fetches");
  return (
    <>
      <p className="quiet">{log.shadow}</p>
      <Loaded of={fetches}>
        {({ items, share }) =>
          items.length === 0 ? (
            <Empty>{log.noFetches}</Empty>
          ) : (
            <>
              <Share share={share} />
              <ol className="items">
                {items.map((fetch) => (
                  <li key={fetch.at}>
                    <div className="grows">
                      <time className="quiet" dateTime={new Date(fetch.at).toISOString()}>
                        {shown(fetch.at, "both")}
                      </time>{" "}
                      <span className="quiet">{log.stressFor(Math.round(fetch.minutes))}</span>
                      <FetchNote fetch={fetch} />
                    </div>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Loaded>
    </>
  );
}
