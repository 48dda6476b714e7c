/** Reads and changes the person's task list. */
import type { Asked, LocalDate } from "@waldo/contracts";
import { deedIn } from "../../../language/deed-words.ts";
import type { Quote } from "../../../safety/quote.ts";
import type { Speech } from "../../../speech.ts";
import { numberWord } from "../../../spoken.ts";
import { bestNamed } from "../../../tools/matching.ts";
import { sparesSome } from "../../../tools/understood.ts";
import { type OpenTask, openTasks } from "../reading.ts";
import type { Ask, Told } from "../writer.ts";
import {
  type ChatWriter,
  calling,
  meansAll,
  quotedOwn,
  resultOf,
  type Saying,
  type Scene,
  type Turn,
  unmade,
} from "./chat-writer.ts";
import { MEMORY_WRITERS } from "./memory.ts";

const LIST: Ask = { name: "get_tasks", args: { limit: 20 } };
const MOST_SHOWN = 6;

function shown(tasks: readonly OpenTask[], scene: Scene): string {
  const { told, speech } = scene;
  return speech.listed(
    tasks.slice(0, MOST_SHOWN).map(({ title, due, from }) => {
      const task = quotedOwn(scene, title, from) ?? speech.say("unquoted");
      return due === undefined || due <= told.date
        ? task
        : speech.say("taskDue", { task, day: speech.day(due, told.date) });
    }),
  );
}

const listTasks = calling(
  () => [LIST],
  (scene) => {
    const open = openTasks(scene.results);
    if (open === undefined) return { say: "failed" };
    if (open.length === 0) return { say: "nothing" };
    return { say: open.length > MOST_SHOWN ? "many" : "found", words: { tasks: shown(open, scene) } };
  },
);

const whatIsDue = calling(
  () => [LIST],
  (scene) => {
    const open = openTasks(scene.results);
    if (open === undefined) return { say: "failed" };
    const { told, slots } = scene;
    const date = slots[0].date ?? told.date;
    const day = scene.speech.day(date, told.date);
    const due = open.filter(
      (task) => task.due !== undefined && (date === told.date ? task.due <= date : task.due === date),
    );
    return due.length === 0
      ? { say: "nothing", words: { day } }
      : { say: "found", words: { day, tasks: shown(due, scene) } };
  },
);

const MOST_TITLE = 190;

const addTask: ChatWriter = (scene) => {
  const { told, slots, quote, speech } = scene;
  const [{ date }] = slots;
  const titles = slots.flatMap(({ text }) => (text === undefined ? [] : text.slice(0, MOST_TITLE)));
  if (titles.length === 0) return { say: "askText" };
  const due = date === undefined ? {} : { due: date };
  const adds = titles.map((title): Ask => ({ name: "write_task", args: { title, ...due } }));
  const ask = unmade(scene, adds);
  if (ask.length > 0) return { ask };
  const quotes = titles.flatMap((title) => quote(title) ?? []);
  const task = quotes.length === titles.length ? speech.listed(quotes) : speech.say(titles.length > 1 ? "them" : "it");
  const words = { task, ...(date === undefined ? {} : { day: speech.day(date, told.date) }) };
  const isDone = adds.every((add) => resultOf(scene, add)?.ok === true);
  const done = titles.length > 1 ? "doneMany" : "done";
  return { say: isDone ? (date === undefined ? done : "doneFor") : "failed", words };
};

/** Asks whether errands that Waldo cannot do, or things to buy, should stand on the list. */
export function offerOf(
  { wish, bought }: Asked & { is: "offered" },
  { date: today }: Told,
  quote: Quote,
  speech: Speech,
): Saying {
  const { slots } = wish;
  const [{ date, when }] = slots;
  const task = speech.listed(
    slots.flatMap(({ text }) => (text === undefined ? [] : (quote(text) ?? speech.say("it")))),
  );
  const words = {
    task,
    count: speech.language === "en" ? numberWord(slots.length) : speech.counted(slots.length),
    ...(date === undefined ? {} : { day: speech.day(date, today) }),
  };
  if (when?.on === "once") return { say: "offer", words: { task, time: when.time, day: speech.day(when.date, today) } };
  return { say: bought ? "offerThings" : date === undefined ? "offer" : "offerFor", words };
}

type Change = { readonly status: string } | { readonly due: LocalDate };

/** Changes the one task that the message names, or all of them if it speaks of the whole list, and says so. */
function changing(change: (scene: Scene) => Change | undefined): ChatWriter {
  return (scene) => {
    const first = unmade(scene, [LIST]);
    if (first.length > 0) return { ask: first };
    const { results, told, speech } = scene;
    const open = openTasks(results) ?? [];
    const args = change(scene);
    if (args === undefined) return { say: "askWhen" };
    const tasks = meant(open, scene, "status" in args);
    const deed = "status" in args && args.status === "done" ? deedIn(told.message ?? "") : undefined;
    if (tasks.length === 0 && deed !== undefined)
      return noted({ ...scene, message: told.message ?? scene.message }, open.length > 0);
    if (tasks.length === 0)
      return open.length === 0 ? { say: "nothing" } : { say: "which", words: { tasks: shown(open, scene) } };
    const updates = tasks.map(({ taskId }): Ask => ({ name: "update_task", args: { taskId, ...args } }));
    const ask = unmade(scene, updates);
    if (ask.length > 0) return { ask };
    const words = {
      task: speech.listed(tasks.map((task) => quotedOwn(scene, task.title, task.from) ?? speech.say("theTask"))),
      ...("due" in args ? { day: speech.day(args.due, told.date) } : {}),
    };
    const isDone = updates.every((update) => resultOf(scene, update)?.ok === true);
    return { say: !isDone ? "failed" : tasks.length > 1 ? "doneMany" : "done", words };
  };
}

/** Keeps what was told to be done, in the words of the person, where the list has no such task. */
function noted(scene: Scene, hasOthers: boolean): Turn {
  const turn = MEMORY_WRITERS.report(scene);
  if ("ask" in turn || turn.say === "failed") return turn;
  const say = turn.say === "done" ? "noted" : "plain";
  return { ...turn, say: hasOthers ? `${say}Other` : say };
}

/** More tasks than this are not changed by one message. */
const MOST_CHANGED = 10;

function meant(open: readonly OpenTask[], { message, slots }: Scene, isEnded: boolean): readonly OpenTask[] {
  if (isEnded && sparesSome(message)) return [];
  const named = bestNamed(open, ({ title }) => title, slots[0].about ?? message);
  if (named !== undefined) return [named];
  return isEnded && meansAll(message) && open.length <= MOST_CHANGED ? open : [];
}

export const TASK_WRITERS = {
  "list-tasks": listTasks,
  "what-is-due": whatIsDue,
  "add-task": addTask,
  "finish-task": changing(() => ({ status: "done" })),
  "drop-task": changing(() => ({ status: "dropped" })),
  "move-task": changing(({ slots }) => (slots[0].date === undefined ? undefined : { due: slots[0].date })),
} satisfies Record<string, ChatWriter>;
