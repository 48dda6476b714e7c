/** The tool search_connector. An unknown connector is `unavailable`. */

import { isOwn, type Origin, type UserId } from "@waldo/contracts";
import * as z from "zod";
import { eventsBetween } from "../../calendar/rows.ts";
import type { Store } from "../../ports.ts";
import { DAY_MS, localDate } from "../../time.ts";
import { defineRead } from "../define.ts";
import { listDrafts } from "../drafts.ts";
import { bestMatches } from "../matching.ts";
import { type Sourced, sourceOf } from "../provenance.ts";
import { clip } from "../result-size.ts";
import { listTasks } from "../tasks.ts";
import { text } from "../text-args.ts";
import { timeZoneOf } from "../time-zone.ts";
import { ToolFailure } from "../tool.ts";

/** How many days of calendar are searched before and after now. */
const [BEFORE, AFTER] = [30, 60];
const TASKS = 500;
const BEST = 6;

type Found = {
  readonly connector: string;
  readonly text: string;
  readonly at: number;
  readonly origin?: Origin | undefined;
};

/** The readers of what each connector has brought into the store. A new connector adds one line here. */
const CONNECTORS: Record<string, (store: Store, userId: UserId, now: number) => Promise<Found[]>> = {
  async calendar(store, userId, now) {
    const events = await eventsBetween(store, userId, Math.max(0, now - BEFORE * DAY_MS), now + AFTER * DAY_MS);
    return events.map(({ title, location, description, start, origin }) => ({
      connector: "calendar",
      text: [title, location, description].filter(Boolean).join(" · "),
      at: start,
      origin,
    }));
  },
  async tasks(store, userId) {
    const tasks = await listTasks(store, userId, TASKS);
    return tasks.map(({ title, status, updatedAt, origin }) => ({
      connector: "tasks",
      text: `${title} (${status})`,
      at: updatedAt,
      origin,
    }));
  },
  async drafts(store, userId) {
    const drafts = await listDrafts(store, userId);
    return drafts.map((draft) => ({
      connector: "drafts",
      text: `${draft.kind === "document" ? draft.name : draft.subject} · ${draft.text}`,
      at: draft.updatedAt,
      origin: draft.origin,
    }));
  },
};

/** Searches what connectors brought in. One text of others makes the whole result outside text. */
export const searchConnector = defineRead({
  name: "search_connector",
  description: `Find words in what is connected (${Object.keys(CONNECTORS).join(", ")}); without a connector, in all of it.`,
  args: z.strictObject({ query: text(200), connector: text(40).optional() }),
  origin: { of: ({ found }: { readonly found: readonly Sourced[] }) => sourceOf(found) },
  async run({ query, connector }, { store, userId, now }) {
    const wanted = connector === undefined ? Object.keys(CONNECTORS) : [connector];
    const rows: Found[] = [];
    for (const name of wanted) {
      const read = Object.hasOwn(CONNECTORS, name) ? CONNECTORS[name] : undefined;
      if (!read)
        throw new ToolFailure("unavailable", `that is not connected here; ${Object.keys(CONNECTORS).join(", ")} are`);
      rows.push(...(await read(store, userId, now)));
    }
    const timeZone = await timeZoneOf(store, userId);
    const found = bestMatches(query, rows, (row) => row, BEST);
    return {
      found: found.map(({ connector: where, text: words, at, origin }) => ({
        connector: where,
        date: localDate(at, timeZone),
        text: clip(words, 100),
        ...(isOwn({ origin }) ? {} : { from: "outside" as const }),
      })),
    };
  },
});
