/** Shows the day as one line of moments: what was said and done, what comes next, and quiet looks as a number. */
import type { Gets } from "@waldo/contracts";
import { CalendarDays } from "lucide-react";
import { useRoute } from "../../api/api.tsx";
import { Loaded, Panel } from "../../design/parts.tsx";
import { dateOf, shown, words } from "../../words/words.ts";
import { TapButtons } from "../tap-buttons.tsx";

type Entry = Gets<"log">["items"][number];

type Moment = {
  readonly key: string;
  readonly at: number;
  readonly text: string;
  /** Shown in place of the time, for a moment that began before this day or has no time. */
  readonly when?: string;
  readonly isNext: boolean;
  readonly isQuiet?: boolean;
  /** True when the text is the title of an event. Somebody else may have written that title. */
  readonly isEvent?: boolean;
  readonly undo?: Entry["undo"];
};

/** Joins looks in a row that led to nothing into one line with their number. The order stays. */
function quietTogether(moments: readonly Moment[]): readonly Moment[] {
  const lines: { readonly first: Moment; count: number }[] = [];
  for (const moment of moments) {
    const last = lines.at(-1);
    if (moment.isQuiet && last?.first.isQuiet) last.count += 1;
    else lines.push({ first: moment, count: 1 });
  }
  return lines.map(({ first, count }) => (first.isQuiet ? { ...first, text: words.today.quiet(count) } : first));
}

/** Returns the midnight at which the day of `now` began, by the clock of this browser. */
export function dayStart(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}

/** The most messages that the route returns at once. */
const MOST_MESSAGES = 200;

/** Reads what was said on the day that began at an instant. Each day has its own thread. */
export function useSaidOn(from: number) {
  return useRoute("messages", { query: { thread: `day-${dateOf(from)}`, limit: MOST_MESSAGES } });
}

export function Timeline({ now }: { now: number }) {
  const from = dayStart(now);
  const to = new Date(from).setDate(new Date(from).getDate() + 1);
  const log = useRoute("log", { query: { from, to, include: "ticks" } });
  const messages = useSaidOn(from);
  const calendar = useRoute("calendar", { query: { from, to } });
  const tasks = useRoute("tasks", { query: {} });
  const reminders = useRoute("reminders");
  const today = dateOf(now);
  const due = (tasks.data?.items ?? []).filter((task) => task.due === today && task.status === "open");
  const ahead: Moment[] = [
    // The same event may be in two calendars.
    ...[...new Map((calendar.data?.items ?? []).map((event) => [event.eventId, event])).values()].map(
      ({ eventId, title, start, allDay }) => ({
        ...{ key: eventId, at: start, text: title, isEvent: true, isNext: start > now },
        ...(allDay
          ? { when: words.today.allDay }
          : start < from
            ? { when: words.today.since(shown(start, "shortDay")) }
            : {}),
      }),
    ),
    ...(reminders.data?.items ?? [])
      .filter(({ at }) => at !== undefined && at >= from && at < to)
      .map(({ watchId, text, at = 0 }) => ({ key: watchId, at, text, isNext: at > now })),
  ];
  return (
    <Panel title={words.today.timeline}>
      <Loaded of={log}>
        {({ items }) => {
          const done = items.map(({ id, at, act, what, undo }) => ({
            ...{ key: id, at, text: what, undo, isNext: false, isQuiet: act === "nothing" },
          }));
          const said = (messages.data?.items ?? [])
            .filter(({ card, at }) => card?.type === "brief" && at >= from)
            .map(({ messageId, at }) => ({ key: messageId, at, text: words.today.said, isNext: false }));
          const all: readonly Moment[] = [...done, ...said, ...ahead].sort((a, b) => a.at - b.at);
          const moments = quietTogether(all);
          if (moments.length === 0 && due.length === 0) return <p className="quiet">{words.today.empty}</p>;
          return (
            <ol className="timeline">
              {moments.map(({ key, at, when, text, undo = [], isNext, isQuiet, isEvent }) => (
                <li key={key} data-next={isNext || undefined} data-quiet={isQuiet || undefined}>
                  <time dateTime={new Date(at).toISOString()}>{when ?? shown(at, "time")}</time>
                  <span>
                    {isEvent && <CalendarDays size={14} strokeWidth={1.5} role="img" aria-label={words.today.event} />}{" "}
                    {text}
                  </span>
                  <TapButtons buttons={undo} />
                </li>
              ))}
              {due.map(({ taskId, title }) => (
                <li key={taskId} data-next>
                  <span>{words.today.due(title)}</span>
                </li>
              ))}
            </ol>
          );
        }}
      </Loaded>
    </Panel>
  );
}
