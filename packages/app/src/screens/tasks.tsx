import { type FormEvent, useState } from "react";
import { useRoute, useSend } from "../api/api.tsx";
import { Button, Check, Empty, Field, Loaded, Panel, Trouble } from "../design/parts.tsx";
import { noonOf, shown, words } from "../words/words.ts";

function NewTask() {
  const add = useSend("addTask", ["tasks"]);
  const [title, setTitle] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = new FormData(form);
    const due = String(sent.get("due") ?? "");
    add.mutate(
      { body: { title, ...(due === "" ? {} : { due }), ...(sent.get("goal") ? { goal: true as const } : {}) } },
      {
        onSuccess: () => {
          setTitle("");
          form.reset();
        },
      },
    );
  };
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={words.tasks.what}>
        <input required maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />
      </Field>
      <div className="row">
        <Field label={words.tasks.due}>
          <input type="date" name="due" />
        </Field>
        <Check name="goal" label={words.tasks.asGoal} />
        <Button type="submit" busy={add.isPending}>
          {words.tasks.add}
        </Button>
      </div>
      {add.error && <Trouble error={add.error} />}
    </form>
  );
}

function TaskList({ goals }: { goals: boolean }) {
  const tasks = useRoute("tasks", { query: {} });
  const change = useSend("changeTask", ["tasks"]);
  return (
    <Loaded of={tasks}>
      {({ items }) => {
        const own = items.filter(({ goal, status }) => (goal === true) === goals && status === "open");
        if (own.length === 0) return goals ? null : <Empty>{words.tasks.none}</Empty>;
        return (
          <>
            {change.error && <Trouble error={change.error} />}
            <ul className="items">
              {own.map(({ taskId, title, due, fromOutside }) => (
                <li key={taskId}>
                  <span className="grows">
                    {title} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
                    {due && <span className="quiet"> {shown(noonOf(due), "shortDay")}</span>}
                  </span>
                  <Button onClick={() => change.mutate({ params: { taskId }, body: { status: "done" } })}>
                    {words.tasks.done}
                  </Button>
                  <Button onClick={() => change.mutate({ params: { taskId }, body: { status: "dropped" } })}>
                    {words.tasks.drop}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}

function Reminders() {
  const reminders = useRoute("reminders");
  const cancel = useSend("cancelReminder", ["reminders"]);
  return (
    <Loaded of={reminders}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>{words.tasks.noReminders}</Empty>
        ) : (
          <>
            {cancel.error && <Trouble error={cancel.error} />}
            <ul className="items">
              {items.map(({ watchId, text, fires, fromOutside }) => (
                <li key={watchId}>
                  <span className="grows">
                    {text} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
                    <span className="quiet"> {fires}</span>
                  </span>
                  <Button onClick={() => cancel.mutate({ params: { watchId } })}>{words.tasks.cancel}</Button>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

export function Tasks() {
  return (
    <div className="stack">
      <h1>{words.tasks.title}</h1>
      <Panel title={words.tasks.open}>
        <TaskList goals={false} />
        <NewTask />
      </Panel>
      <Panel title={words.tasks.goals}>
        <TaskList goals />
      </Panel>
      <Panel title={words.tasks.reminders}>
        <Reminders />
      </Panel>
    </div>
  );
}
