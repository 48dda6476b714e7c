/** Shows what is to do: tasks, goals, handed-over tasks, and what Waldo watches for. */
import type { TaskView } from "@waldo/contracts";
import type { FormEvent } from "react";
import { useRoute, useSend } from "../../api/api.tsx";
import { Button, Empty, Field, Loaded, Panel, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { noonOf, shown, words } from "../../words/words.ts";
import { Handoffs } from "./handoffs.tsx";
import { Watches } from "./watches.tsx";
import "./tasks.css";

const isOpen = ({ status }: TaskView) => status === "open";
const isGoal = ({ goal }: TaskView) => goal === true;

/** Sends the fields, and empties them when the server has them. */
function useAdding(isOfGoal: boolean) {
  const add = useSend("addTask", ["tasks"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = typedIn(form);
    const [due, goalId] = [text("due"), text("goalId")];
    add.mutate(
      {
        body: {
          title: text("title"),
          ...(due === "" ? {} : { due }),
          ...(isOfGoal ? { goal: true as const } : goalId === "" ? {} : { goalId }),
        },
      },
      { onSuccess: () => form.reset() },
    );
  };
  return { add, submit };
}

function NewTask({ goals }: { goals: readonly TaskView[] }) {
  const { add, submit } = useAdding(false);
  return (
    <form className="stack close" onSubmit={submit}>
      <Field label={words.tasks.what}>
        <input name="title" required maxLength={200} />
      </Field>
      <div className="row at-end">
        <Field label={words.tasks.due}>
          <input type="date" name="due" />
        </Field>
        {goals.length > 0 && (
          <Field label={words.tasks.belongsTo}>
            <select name="goalId">
              <option value="">{words.tasks.noGoal}</option>
              {goals.map(({ taskId, title }) => (
                <option key={taskId} value={taskId}>
                  {title}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Button type="submit" busy={add.isPending}>
          {words.tasks.add}
        </Button>
      </div>
      {add.error && <Trouble error={add.error} />}
    </form>
  );
}

function NewGoal() {
  const { add, submit } = useAdding(true);
  return (
    <form className="stack close" onSubmit={submit}>
      <div className="row at-end">
        <Field label={words.tasks.whatGoal}>
          <input name="title" required maxLength={200} />
        </Field>
        <Field label={words.tasks.by}>
          <input type="date" name="due" />
        </Field>
        <Button type="submit" busy={add.isPending}>
          {words.tasks.addGoal}
        </Button>
      </div>
      {add.error && <Trouble error={add.error} />}
    </form>
  );
}

type ItemProps = { readonly task: TaskView; readonly about?: string | undefined; readonly ends: Ends };
/** The verbs that end a task or a goal. */
type Ends = { readonly done: string; readonly dropped: string };

function TaskWords({ task: { title, due, fromOutside }, about }: Omit<ItemProps, "ends">) {
  return (
    <span className="grows">
      {title} {fromOutside && <span className="quiet">({words.today.fromOutside})</span>}
      {due && <span className="quiet"> {shown(noonOf(due), "shortDay")}</span>}
      {about && <span className="quiet"> {words.tasks.of(about)}</span>}
    </span>
  );
}

function EndButtons({ task: { taskId, title }, ends }: Omit<ItemProps, "about">) {
  const change = useSend("changeTask", ["tasks"]);
  return (
    <>
      {(["done", "dropped"] as const).map((status) => (
        <Button
          key={status}
          busy={change.isPending}
          aria-label={`${ends[status]}: ${title}`}
          onClick={() => change.mutate({ params: { taskId }, body: { status } })}
        >
          {ends[status]}
        </Button>
      ))}
      {change.error && <Trouble error={change.error} />}
    </>
  );
}

const { tasks: said } = words;

function TaskList({ tasks, goals }: { tasks: readonly TaskView[]; goals: readonly TaskView[] }) {
  if (tasks.length === 0) return <Empty>{said.none}</Empty>;
  return (
    <ul className="items">
      {tasks.map((task) => (
        <li key={task.taskId}>
          <TaskWords task={task} about={goals.find(({ taskId }) => taskId === task.goalId)?.title} />
          <EndButtons task={task} ends={{ done: said.done, dropped: said.drop }} />
        </li>
      ))}
    </ul>
  );
}

function GoalList({ goals, tasks }: { goals: readonly TaskView[]; tasks: readonly TaskView[] }) {
  if (goals.length === 0) return <Empty>{said.noGoals}</Empty>;
  return (
    <ul className="items">
      {goals.map((goal) => {
        const own = tasks.filter(({ goalId }) => goalId === goal.taskId);
        const open = own.filter(isOpen);
        return (
          <li key={goal.taskId}>
            <div className="grows">
              <TaskWords task={goal} />
              {own.length > 0 && (
                <p className="quiet">{said.ofGoal(own.length - open.length, own.length, open[0]?.title)}</p>
              )}
            </div>
            <EndButtons task={goal} ends={{ done: said.reached, dropped: said.letGo }} />
          </li>
        );
      })}
    </ul>
  );
}

export function Tasks() {
  const tasks = useRoute("tasks", { query: { limit: 500 } });
  const items = tasks.data?.items ?? [];
  const goals = items.filter(isGoal).filter(isOpen);
  const own = items.filter((task) => !isGoal(task));
  return (
    <div className="stack">
      <h1>{said.title}</h1>
      <Panel title={said.open}>
        <Loaded of={tasks}>{() => <TaskList tasks={own.filter(isOpen)} goals={goals} />}</Loaded>
        <NewTask goals={goals} />
      </Panel>
      <Panel title={said.goals}>
        <Loaded of={tasks}>{() => <GoalList goals={goals} tasks={own} />}</Loaded>
        <NewGoal />
      </Panel>
      <Panel title={said.handedOver}>
        <Handoffs />
      </Panel>
      <Watches />
    </div>
  );
}
