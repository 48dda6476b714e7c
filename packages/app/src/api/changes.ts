/** Reads again what has changed: when the server's stream reports it, or every fifteen seconds if there is no stream. */

import type { QueryClient } from "@tanstack/react-query";
import type { RouteName } from "@waldo/contracts";

/** The routes that show a change, by the name in the event. */
const SHOWN_BY = {
  messages: ["messages", "log"],
  // A wake scores the day before it starts a run.
  run: ["run", "log", "form", "formDays", "insideRuns", "insideRun", "fetches"],
  proposals: ["proposals"],
  threads: ["threads"],
  tasks: ["tasks"],
  reminders: ["reminders"],
  handoffs: ["handoffs"],
  review: ["review", "messages"],
  memory: ["memory", "searchMemory", "claim", "wiki", "wikiPage", "memoryNight", "memoryDesign"],
  me: ["me"],
  agents: ["agents"],
  contexts: ["contextProjects", "contexts", "context"],
} satisfies Record<string, readonly RouteName[]>;

/** The routes that show what Waldo remembers. */
export const OF_MEMORY: readonly RouteName[] = SHOWN_BY.memory;

const LATER_MS = 15_000;
/**
 * The routes that change most often by themselves. A screen reads again at once what it has changed itself, and a run
 * that it waited for.
 */
const POLLED: readonly RouteName[] = ["messages", "proposals", "log", "form", "formDays", "handoffs", "review"];

/**
 * Reads again what the screens show of these routes. An answer that is on its way may be older than the change, and
 * TanStack Query does not begin a query anew that has no answer yet. So it is read once more after that first answer.
 */
function readAgain(client: QueryClient, filters: { readonly queryKey?: readonly string[] } = {}): void {
  void client.invalidateQueries(filters);
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
    if (query.state.data !== undefined) continue;
    const { queryKey } = query;
    query.promise?.then(() => client.invalidateQueries({ queryKey, exact: true })).catch(() => {});
  }
}

/** Begins to follow the changes. The returned function stops this. */
export function followChanges(client: QueryClient, events: string | undefined): () => void {
  const changed = (routes: readonly RouteName[]) => {
    for (const route of routes) readAgain(client, { queryKey: [route] });
  };
  const stream = events === undefined ? undefined : new EventSource(events);
  stream?.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const { kind } = JSON.parse(data) as { readonly kind: string };
    if (kind === "all") readAgain(client);
    else changed(kind in SHOWN_BY ? SHOWN_BY[kind as keyof typeof SHOWN_BY] : []);
  });
  const isTold = () => stream?.readyState === EventSource.OPEN;
  // The score has no event of its own. It is computed with the wake that also says something, or soon after.
  const timer = setInterval(() => changed(isTold() ? ["form", "formDays"] : POLLED), LATER_MS);
  return () => {
    stream?.close();
    clearInterval(timer);
  };
}
