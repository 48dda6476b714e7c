/** Buttons that a message, a proposal or an entry of the log carries. A tap answers with words, and maybe with more buttons. */
import type { Button as Tap, TapReply } from "@waldo/contracts";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { useSend } from "../api/api.tsx";
import { Button, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

/** Some labels are signs that a chat shows. Here each is an icon with a name. */
const SIGNS = {
  "👍": { Icon: ThumbsUp, name: words.tap.helpful },
  "👎": { Icon: ThumbsDown, name: words.tap.unhelpful },
} as const;
const signOf = (label: string) => Object.entries(SIGNS).find(([sign]) => sign === label)?.[1];

const named = (label: string) => {
  const sign = signOf(label);
  return sign ? { "aria-label": sign.name, title: sign.name } : {};
};

function Label({ label }: { label: string }) {
  const sign = signOf(label);
  return sign ? <sign.Icon size={18} strokeWidth={1.5} aria-hidden="true" /> : label;
}

/** What an action would do, argument by argument. */
export function Details({ of }: { of: readonly string[] }) {
  return (
    <ul className="quiet">
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

export function TapButtons({ buttons }: { buttons: readonly Tap[] }) {
  const [reply, setReply] = useState<TapReply>();
  const tap = useSend("tap", ["proposals", "messages", "log", "tasks", "reminders", "handoffs"]);
  const press = (data: string) => tap.mutate({ body: { data } }, { onSuccess: setReply });
  return (
    <div className="stack close">
      {reply && <p role="status">{reply.text}</p>}
      {tap.error && <Trouble error={tap.error} />}
      <div className="row">
        {(reply?.buttons ?? buttons).map(({ label, data }) => (
          <Button key={data} busy={tap.isPending} onClick={() => press(data)} {...named(label)}>
            <Label label={label} />
          </Button>
        ))}
      </div>
    </div>
  );
}
