/** The buttons of a message, a proposal or an entry of the log. A tap gets words as an answer, and maybe more buttons. */
import type { ActionView, Button as Tap, TapReply } from "@waldo/contracts";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { useSend } from "../api/api.tsx";
import { Button, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

/** Some labels are symbols for a chat. Here each one is shown as an icon with a name. */
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

/** Shows what a tap would do: each action with its arguments, and whether words from outside led to it. */
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
  /** The list is empty when the matter is over. An earlier answer stays, with its buttons. */
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
  // Buttons that differ from the tapped ones ask a new question.
  const reply = of === undefined || answered?.of === of ? answered?.reply : undefined;
  // A notice has no buttons. Its subject may still wait for a tap.
  const offered = reply && reply.buttons.length > 0 ? reply.buttons : buttons;
  if (!reply && !tap.error && offered.length === 0) return null;
  // The person can tap the buttons of an answer at once, also while the page still reads what the earlier tap has
  // changed.
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
