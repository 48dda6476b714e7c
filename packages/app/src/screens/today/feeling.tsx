/** Asks how the person feels before they see the score and the Brief, if they chose that in their settings. */
import type { Feeling, LocalDate } from "@waldo/contracts";
import { type ReactNode, useState } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

const FEELINGS: readonly Feeling[] = ["awful", "low", "okay", "good", "great"];
/** The date on which the person skipped the question or answered it, in this browser. */
const ASKED = "waldo.feelingAsked";

function Ask({ date, done }: { date: LocalDate; done: () => void }) {
  const { feel } = words;
  const tap = useSend("tap", ["form"], { onAnswer: done });
  return (
    <fieldset className="stack close">
      <legend>{feel.ask}</legend>
      <div className="row">
        {FEELINGS.map((feeling) => (
          <Button
            key={feeling}
            busy={tap.isPending}
            onClick={() => tap.mutate({ body: { data: `felt:${date}:${feeling}` } })}
          >
            {feel.words[feeling]}
          </Button>
        ))}
      </div>
      {tap.error && <Trouble error={tap.error} />}
      <Button onClick={done}>{feel.skip}</Button>
    </fieldset>
  );
}

/** Shows its children at once where nothing is to be asked: no score, no such wish, or a feeling that is known. */
export function FeelingFirst({ children }: { children: ReactNode }) {
  const me = useRoute("me", {}, { retry: false });
  const form = useRoute("form", {}, { retry: false });
  const [asked, setAsked] = useState(() => sessionStorage.getItem(ASKED));
  if (!me.data?.feelingsFirst) return children;
  if (form.isPending) return null;
  const { date, form: points, story } = form.data ?? {};
  if (date === undefined || points === undefined || story?.felt || asked === date) return children;
  const done = () => {
    sessionStorage.setItem(ASKED, date);
    setAsked(date);
  };
  return <Ask date={date} done={done} />;
}
