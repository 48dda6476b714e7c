/** One stress alert: what it said or would have said, and the person's word on whether it was right. */
import type { FetchView } from "@waldo/contracts";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

const THUMBS = [
  { label: "right", Icon: ThumbsUp },
  { label: "wrong", Icon: ThumbsDown },
] as const;

export function FetchNote({ fetch }: { fetch: FetchView }) {
  const { log } = words;
  // The list of all alerts knows the latest word. A line of the log may have been read before it was said.
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
        {THUMBS.map(({ label: one, Icon }) => (
          <Button
            key={one}
            aria-pressed={label === one}
            busy={send.isPending}
            onClick={() => send.mutate({ params: { at: fetch.at }, body: { label: label === one ? null : one } })}
          >
            <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
            {log.labels[one]}
          </Button>
        ))}
      </div>
      {send.error && <Trouble error={send.error} />}
    </div>
  );
}
