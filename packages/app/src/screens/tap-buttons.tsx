/**
 * Buttons that a message, a proposal or an entry of the log carries. A tap answers with words, and maybe with more
 * buttons.
 */
import type { ActionView, Button as Tap, TapReply } from "@waldo/contracts";
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

/** Shows what a tap would do: each action, argument by argument, and whether words from outside led to it. */
export function Actions({ of, label }: { of: readonly ActionView[]; label: string }) {
  return (
    <ol className="plan" aria-label={label}>
      {of.map(({ title, details, fromOutside }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes, and may hold the same title twice
        <li key={i}>
          {title} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
          <ul className="quiet">
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type TapButtonsProps = {
  /** None: what they were for is over. An answer that came before stays, with the buttons that it brought. */
  readonly buttons: readonly Tap[];
  /** Gets each answer before the page reads again what the tap has changed. */
  readonly onAnswer?: () => void;
};

export function TapButtons({ buttons, onAnswer }: TapButtonsProps) {
  const of = buttons[0]?.data;
  const [answered, setAnswered] = useState<{ readonly of: string | undefined; readonly reply: TapReply }>();
  const tap = useSend("tap", "all", {
    onAnswer(reply) {
      setAnswered({ of, reply });
      onAnswer?.();
    },
  });
  const press = (data: string) => tap.mutate({ body: { data } });
  // Other buttons than those that were tapped ask something new.
  const reply = of === undefined || answered?.of === of ? answered?.reply : undefined;
  // A notice brings no buttons. What it was about may still wait for a tap.
  const offered = reply && reply.buttons.length > 0 ? reply.buttons : buttons;
  if (!reply && !tap.error && offered.length === 0) return null;
  // Buttons that an answer brought take a tap at once, also while the page still reads what the tap before has changed.
  const busy = tap.isPending && offered.some(({ data }) => data === tap.variables.body?.data);
  return (
    <div className="stack close">
      {reply && (
        <p role="status" className="reply">
          {reply.text}
        </p>
      )}
      {tap.error && <Trouble error={tap.error} />}
      <div className="row">
        {offered.map(({ label, data }) => (
          <Button key={data} busy={busy} onClick={() => press(data)} {...named(label)}>
            <Label label={label} />
          </Button>
        ))}
      </div>
    </div>
  );
}
