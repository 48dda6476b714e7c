import type { UserId } from "@waldo/contracts";
import { z } from "zod";
import { eventsBetween } from "../calendar/rows.ts";
import type { Store } from "../ports.ts";
import { DAY_MS, localDate } from "../time.ts";
import { defineRead } from "./define.ts";
import { listDrafts } from "./drafts.ts";
import { bestMatches } from "./matching.ts";
import { clip } from "./result-size.ts";
import { listTasks } from "./tasks.ts";
import { text } from "./text-args.ts";
import { ToolFailure } from "./tool.ts";
import { zoneOf } from "./zone.ts";

/** Days of calendar searched, before and after now. */
const [BEFORE, AFTER] = [30, 60];
const TASKS = 500;
const BEST = 6;

type Found = { readonly connector: string; readonly text: string; readonly at: number };

/** Reads what one connector has brought into the store. Adding one is adding a line here. */
const CONNECTORS: Record<string, (store: Store, userId: UserId, now: number) => Promise<Found[]>> = {
  async calendar(store, userId, now) {
    const events = await eventsBetween(store, userId, Math.max(0, now - BEFORE * DAY_MS), now + AFTER * DAY_MS);
    return events.map(({ title, location, description, start }) => ({
      connector: "calendar",
      text: [title, location, description].filter(Boolean).join(" · "),
      at: start,
    }));
  },
  async tasks(store, userId) {
    const tasks = await listTasks(store, userId, TASKS);
    return tasks.map(({ title, status, updatedAt }) => ({
      connector: "tasks",
      text: `${title} (${status})`,
      at: updatedAt,
    }));
  },
  async drafts(store, userId) {
    const drafts = await listDrafts(store, userId);
    return drafts.map((draft) => ({
      connector: "drafts",
      text: `${draft.kind === "document" ? draft.name : draft.subject} · ${draft.text}`,
      at: draft.updatedAt,
    }));
  },
};

/** Searches what connectors brought in. They carry other people's words. */
export const searchConnector = defineRead({
  name: "search_connector",
  description: `Find words in what is connected (${Object.keys(CONNECTORS).join(", ")}); without a connector, in all of it.`,
  args: z.strictObject({ query: text(200), connector: text(40).optional() }),
  origin: "untrusted",
  async run({ query, connector }, { store, userId, now }) {
    const wanted = connector === undefined ? Object.keys(CONNECTORS) : [connector];
    const rows: Found[] = [];
    for (const name of wanted) {
      const read = Object.hasOwn(CONNECTORS, name) ? CONNECTORS[name] : undefined;
      if (!read)
        throw new ToolFailure("unavailable", `that is not connected here; ${Object.keys(CONNECTORS).join(", ")} are`);
      rows.push(...(await read(store, userId, now)));
    }
    const zone = await zoneOf(store, userId);
    const found = bestMatches(query, rows, (row) => row, BEST);
    return {
      found: found.map(({ connector: from, text: words, at }) => ({
        connector: from,
        date: localDate(at, zone),
        text: clip(words, 100),
      })),
    };
  },
});
