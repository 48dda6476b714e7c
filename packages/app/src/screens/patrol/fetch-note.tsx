/** One stress alert: what it said or would have said, and whether the person found it right. */
import type { FetchView } from "@waldo/contracts";
import { useRoute, useSend } from "../../api/api.tsx";
import { Trouble } from "../../design/parts.tsx";
import { RightOrWrong } from "../../design/right-or-wrong.tsx";
import { words } from "../../words/words.ts";

export function FetchNote({ fetch }: { fetch: FetchView }) {
  const { log } = words;
  // The list of all alerts has the person's latest answer. A line of the log may be older than that answer.
  const all = useRoute("fetches");
  const send = useSend("labelFetch", ["fetches"]);
  const listed = all.data?.items.find(({ at }) => at === fetch.at);
  const label = listed ? listed.label : fetch.label;
  const isShadow = fetch.mode === "shadow";
  return (
    <div className="stack close fetch">
      <p>
        {fetch.says === undefined ? (
          <span className="quiet">{log.wordsGone}</span>
        ) : (
          <>
            <span className="quiet">{isShadow ? log.wouldHave : log.told}</span> “{fetch.says}”
          </>
        )}
      </p>
      <div className="row">
        <RightOrWrong
          label={label}
          names={log.labels}
          busy={send.isPending}
          say={(to) => send.mutate({ params: { at: fetch.at }, body: { label: to } })}
        />
      </div>
      {send.error && <Trouble error={send.error} />}
    </div>
  );
}
