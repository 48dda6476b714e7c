import type { UserId } from "@waldo/contracts";
import type { CalendarPorts } from "@waldo/core/door/calendars";
import type { Fetcher, Log } from "@waldo/core/ports";
import { once } from "../once.ts";
import { clock } from "./environment.ts";
import { people } from "./people.ts";

const internet = once(async () => (await import("@waldo/outside/fetcher")).publicFetcher());
const fetcher: Fetcher = { fetch: async (...asked) => (await internet()).fetch(...asked) };

/** Returns the ports of the calendar function: the rows of one person, and the public internet. */
export function calendarPorts(userId: UserId, log: Log): CalendarPorts {
  const { store } = people()(userId, log);
  return { store, clock, fetcher };
}
