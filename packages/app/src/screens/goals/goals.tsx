/** Shows the person's own file of goals: as lists, and as text. */
import type { GoalItem, GoalList, GoalsView } from "@waldo/contracts";
import { type FormEvent, useState } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Check, Empty, Field, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { words } from "../../words/words.ts";
import { GoalsText } from "./text.tsx";

const { goalsFile: said } = words;

/** The lists in the order of a day. The first three hold three open lines at most. */
const LISTS = ["today", "week", "quarter", "commitments", "people"] as const satisfies readonly GoalList[];
const FEW: readonly GoalList[] = ["today", "week", "quarter"];
const MOST = 3;
const MOST_CHARS = 300;

function useEdit() {
  return useSend("editGoals", ["goalsFile", "me"]);
}

function NewLine({ section }: { section: GoalList }) {
  const edit = useEdit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    edit.mutate({ body: { do: "add", section, text: typedIn(form)("text") } }, { onSuccess: () => form.reset() });
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <div className="row at-end">
        <Field label={said.addTo(said.sections[section])}>
          <input name="text" required maxLength={MOST_CHARS} />
        </Field>
        <Button type="submit" busy={edit.isPending}>
          {said.add}
        </Button>
      </div>
      {edit.error && <Trouble error={edit.error} />}
    </form>
  );
}

type LineProps = { readonly item: GoalItem; readonly section: GoalList };

function EditLine({ item, section, onEnd }: LineProps & { readonly onEnd: () => void }) {
  const edit = useEdit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const to = typedIn(event.currentTarget)("to");
    edit.mutate({ body: { do: "rename", section, text: item.text, to } }, { onSuccess: onEnd });
  };
  return (
    <form className="stack close grows" onSubmit={submit}>
      <div className="row at-end">
        <Field label={said.line}>
          <input name="to" required maxLength={MOST_CHARS} defaultValue={item.text} />
        </Field>
        <Button type="submit" busy={edit.isPending}>
          {said.save}
        </Button>
        <Button onClick={onEnd}>{said.cancel}</Button>
      </div>
      {edit.error && <Trouble error={edit.error} />}
    </form>
  );
}

function Line({ item, section }: LineProps) {
  const { text, done } = item;
  const [isEdited, setEdited] = useState(false);
  const edit = useEdit();
  if (isEdited)
    return (
      <li>
        <EditLine item={item} section={section} onEnd={() => setEdited(false)} />
      </li>
    );
  return (
    <li>
      <span className="grows">
        <Check
          label={text}
          checked={done}
          onChange={() => edit.mutate({ body: { do: "tick", section, text, done: !done } })}
        />
      </span>
      <Button aria-label={`${said.edit}: ${text}`} onClick={() => setEdited(true)}>
        {said.edit}
      </Button>
      <Button
        aria-label={`${said.remove}: ${text}`}
        busy={edit.isPending}
        onClick={() => edit.mutate({ body: { do: "remove", section, text } })}
      >
        {said.remove}
      </Button>
      {edit.error && <Trouble error={edit.error} />}
    </li>
  );
}

function List({ section, items }: { section: GoalList; items: readonly GoalItem[] }) {
  const isFull = FEW.includes(section) && items.filter(({ done }) => !done).length >= MOST;
  return (
    <Panel title={said.sections[section]}>
      {items.length === 0 ? (
        <Empty>{said.empty}</Empty>
      ) : (
        <ul className="items">
          {items.map((item) => (
            <Line key={`${item.done} ${item.text}`} item={item} section={section} />
          ))}
        </ul>
      )}
      {isFull ? <p className="quiet">{said.full}</p> : <NewLine section={section} />}
    </Panel>
  );
}

function NorthStar({ star }: { star: string | undefined }) {
  const edit = useEdit();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = typedIn(event.currentTarget)("star");
    edit.mutate({ body: { do: "northStar", text: text === "" ? null : text } });
  };
  return (
    <Panel title={said.sections.northStar}>
      <form className="stack close" onSubmit={submit}>
        <div className="row at-end">
          <Field label={said.star}>
            <input key={star} name="star" maxLength={MOST_CHARS} defaultValue={star} />
          </Field>
          <Button type="submit" busy={edit.isPending}>
            {said.setStar}
          </Button>
        </div>
        {edit.error && <Trouble error={edit.error} />}
      </form>
    </Panel>
  );
}

function Targets({ items }: { items: readonly GoalItem[] }) {
  return (
    <Panel title={said.sections.targets}>
      {items.length === 0 ? (
        <Empty>{said.noTargets}</Empty>
      ) : (
        <ul className="items">
          {items.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A section that came through git has no owner until the person says that it is theirs. */
function Brought({ sections }: { sections: readonly string[] }) {
  const edit = useEdit();
  return (
    <Panel title={said.fromGit}>
      <p>{said.brought(sections.join(", "))}</p>
      <Button busy={edit.isPending} onClick={() => edit.mutate({ body: { do: "own" } })}>
        {said.mine}
      </Button>
      {edit.error && <Trouble error={edit.error} />}
    </Panel>
  );
}

function Sections({ view }: { view: GoalsView }) {
  const of = (section: GoalItem["section"]) => view.items.filter((item) => item.section === section);
  return (
    <>
      {view.outside.length > 0 && <Brought sections={view.outside} />}
      <GoalsText view={view} />
      <NorthStar star={of("northStar")[0]?.text} />
      {LISTS.map((section) => (
        <List key={section} section={section} items={of(section)} />
      ))}
      <Targets items={of("targets")} />
    </>
  );
}

export function GoalsFile() {
  const file = useRoute("goalsFile");
  return (
    <div className="stack">
      <h1>{said.title}</h1>
      <p className="quiet">{said.about}</p>
      <Loaded of={file}>{(view) => <Sections view={view} />}</Loaded>
    </div>
  );
}
