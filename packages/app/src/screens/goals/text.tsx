/** Shows the file of goals as text: its faults by line, and both versions when two sides changed the same lines. */
import type { GoalsView } from "@waldo/contracts";
import { DoorFailure } from "@waldo/contracts/request";
import { useState } from "react";
import { useSend } from "../../api/api.tsx";
import { Button, Field, Notice, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

const { goalsFile: said } = words;
const MOST_CHARS = 20_000;

type Typed = { readonly text: string; readonly base: string };
/** What is typed stays until it is saved, also when the person looks at another screen. */
let typedBefore: Typed | undefined;

function Faults({ faults }: Pick<GoalsView, "faults">) {
  if (faults.length === 0) return null;
  return (
    <Notice>
      <p>{said.faulty}</p>
      <ul>
        {faults.map(({ line, reason }) => (
          <li key={`${line} ${reason}`}>{said.fault(line, reason)}</li>
        ))}
      </ul>
    </Notice>
  );
}

export function GoalsText({ view }: { view: GoalsView }) {
  const [typed, setTyped] = useState(typedBefore);
  const keep = (next: Typed | undefined) => {
    typedBefore = next;
    setTyped(next);
  };
  const save = useSend("saveGoals", ["goalsFile", "me"], {
    // A text with faults stays open, and the faulty lines are named above it.
    onAnswer: ({ text, faults }) => keep(faults.length === 0 ? undefined : { text, base: text }),
  });
  const conflict = save.error instanceof DoorFailure ? save.error.conflict : undefined;
  if (typed === undefined)
    return (
      <>
        <Faults faults={view.faults} />
        <div className="row">
          <Button onClick={() => keep({ text: view.text, base: view.text })}>{said.asText}</Button>
          {save.isSuccess && <Notice>{said.saved}</Notice>}
        </div>
      </>
    );
  return (
    <form
      className="stack close"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: typed });
      }}
    >
      <Faults faults={view.faults} />
      <Field label={said.text}>
        <textarea
          rows={18}
          maxLength={MOST_CHARS}
          spellCheck={false}
          value={typed.text}
          onChange={({ target }) => keep({ ...typed, text: target.value })}
        />
      </Field>
      {conflict === undefined && save.error && <Trouble error={save.error} />}
      {conflict && (
        <>
          <Notice>{said.conflict(conflict.sections.join(", "))}</Notice>
          <Field label={said.stored}>
            <textarea readOnly rows={12} value={conflict.text} />
          </Field>
          <div className="row">
            <Button
              busy={save.isPending}
              onClick={() => save.mutate({ body: { text: typed.text, base: conflict.text } })}
            >
              {said.keepMine}
            </Button>
            <Button
              onClick={() => {
                save.reset();
                keep({ text: conflict.text, base: conflict.text });
              }}
            >
              {said.takeStored}
            </Button>
          </div>
        </>
      )}
      <div className="row">
        <Button type="submit" main busy={save.isPending}>
          {said.saveText}
        </Button>
        <Button
          onClick={() => {
            save.reset();
            keep(undefined);
          }}
        >
          {said.closeText}
        </Button>
      </div>
    </form>
  );
}
