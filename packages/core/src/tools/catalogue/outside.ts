// Tools that reach the outside: MCP servers, web pages, connectors, web search, and the person's sheets.
import { CellValue, isOwn, keys, type Origin, SheetCell, type UserId } from "@waldo/contracts";
import * as z from "zod";
import { eventsBetween } from "../../calendar/rows.ts";
import type { Store } from "../../ports.ts";
import { getNamed, putNamed, sheetKey } from "../../store/row-names.ts";
import { DAY_MS, localDate } from "../../time.ts";
import { Page, text, timeZoneOf } from "../args.ts";
import { bestMatches } from "../matching.ts";
import { external, externalJson, externalUrl, fromOutside } from "../outgoing.ts";
import { originOf, type Sourced, sourceOf } from "../provenance.ts";
import { clip, pageOf, partOf } from "../result-size.ts";
import { changeRow, listDrafts, listTasks, loadDocument } from "../rows.ts";
import { defineRead, defineWrite, type ToolContext, ToolFailure } from "../tool.ts";

const MAX_ARGS_CHARS = 2000;
const ANSWER_CHARS = 600;
const Name = z.string().regex(/^[a-zA-Z0-9_.-]{1,64}$/, "a name is 1-64 letters, digits, _, . or -");

/**
 * Calls a tool of a configured MCP server. Waldo can neither undo nor inspect the effect there. So the call needs a tap
 * at every level and is sent at most once.
 */
export const callMcpTool = defineWrite({
  name: "call_mcp_tool",
  description: "Call a tool of a connected MCP server. The person is asked first, and it is done at most once.",
  args: z.strictObject({
    server: Name,
    tool: Name,
    args: z
      .record(z.string().max(100), z.json())
      .refine((args) => JSON.stringify(args).length <= MAX_ARGS_CHARS, "the arguments are too long"),
  }),
  title: ({ server, tool }) => `Call ${tool} on ${server}`,
  egress: ({ server }) => server,
  leaves: ["args"],
  async plan(_args, { mcp }) {
    if (!mcp) throw new ToolFailure("unavailable", "no MCP server is connected here");
    return { value: {}, writes: [] };
  },
  async perform({ server, tool, args }, { mcp }) {
    if (!mcp) throw new ToolFailure("unavailable", "no MCP server is connected here");
    const answer = await mcp.call(server, tool, externalJson(args));
    return { answer: clip(typeof answer === "string" ? answer : JSON.stringify(answer), ANSWER_CHARS) };
  },
});

type Part = Sourced & {
  readonly title: string;
  readonly text: string;
  readonly part: number;
  readonly parts: number;
};
type Whole = { readonly title: string; readonly text: string; readonly from: Sourced };

const OUTSIDE = { from: "outside" } as const;

const MAX_CHARS = 200_000;

/** Reads a web page by its address, or a document of the person by its name, one part at a time. */
export const readDocument = defineRead({
  name: "read_document",
  description: "Read a web page by url, or one of the person's documents by name, a part at a time.",
  args: z
    .strictObject({ url: WebUrl().optional(), name: text(80).optional(), part: Page.optional() })
    .refine(({ url, name }) => (url === undefined) !== (name === undefined), "give either a url or a name"),
  origin: { of: (part: Part) => sourceOf([part]) },
  asking: { phrases: () => ["read", "open", "summarise", "summarize", "look at", "check"], implied: ["part"] },
  egress: ({ url }) => (url === undefined ? undefined : hostOf(url)),
  async run({ url, name, part = 1 }, context) {
    const found = url === undefined ? await document(name ?? "", context) : await page(url, context);
    const shown = partOf(found.text.slice(0, MAX_CHARS), part);
    if (!shown) throw new ToolFailure("not_found", part === 1 ? "there is nothing in it" : `there is no part ${part}`);
    return { title: clip(found.title, 80), text: shown.text, part, parts: shown.parts, ...found.from };
  },
});

/** Returns the schema of an address on the web: only http and https, and no password in it. */
function WebUrl() {
  return text(500).refine((value) => hostOf(value) !== undefined, "not an http(s) address");
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  const web =
    url && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
  return web ? url.hostname : undefined;
}

async function document(name: string, { store, userId }: ToolContext): Promise<Whole> {
  const found = await loadDocument(store, userId, name);
  if (found?.document.status !== "draft") throw new ToolFailure("not_found", "there is no document of that name");
  return { title: found.document.name, text: found.document.text, from: isOwn(found.document) ? {} : OUTSIDE };
}

async function page(url: string, { web }: ToolContext): Promise<Whole> {
  const address = externalUrl(url);
  const { title, text: words } = await fromOutside("the web", web, (port) => port.read(address));
  return { title: title ?? hostOf(url) ?? "", text: words, from: OUTSIDE };
}

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

/** For each connector a function that reads its data from the store. A new connector adds one line. */
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

/** Searches the data of connectors. One text by another person turns the whole result into outside text. */
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

const RESULTS = 5;
const MAX_URL_CHARS = 200;

/** Searches the web through the configured provider. Other people wrote every word of the result. */
export const webSearch = defineRead({
  name: "web_search",
  description: "Search the web: titles, addresses and a line of each result.",
  args: z.strictObject({ query: text(200) }),
  origin: "untrusted",
  egress: (_args, { web }) => web?.host,
  leaves: ["query"],
  asking: {
    phrases: () => ["search", "search for", "search the web", "look up", "look for", "find", "google", "check"],
  },
  async run({ query }, { web }) {
    const results = await fromOutside("the web", web, (port) => port.search(external(query), RESULTS));
    const shown = results
      // A shortened address does not work, so its result is left out.
      .filter(({ url }) => clip(url, MAX_URL_CHARS) === url)
      .slice(0, RESULTS)
      .map(({ title, url, snippet }) => ({ title: clip(title, 80), url, snippet: clip(snippet, 120) }));
    return { results: pageOf(shown).items };
  },
});

/** Writes one cell of one of the person's sheets. */
export const writeSheetCell = defineWrite({
  name: "write_sheet_cell",
  description: "Write one value into one cell of a sheet. Formulas are stored as text.",
  args: z.strictObject({
    sheet: z.string().regex(/^[a-zA-Z0-9_ -]{1,60}$/, "a sheet is named with 1-60 letters, digits, spaces, _ or -"),
    cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,4}$/, "a cell looks like B7"),
    value: CellValue,
  }),
  title: ({ sheet, cell, value }) => `Set ${cell} of “${sheet}” to “${value}”`,
  leaves: ["value"],
  async target(args, { store, userId }) {
    const row = await cellOf(store, userId, args);
    const held = row && SheetCell.parse(row.body);
    if (held === undefined || held.value === null) return undefined;
    const shown = `${args.cell} of ${args.sheet}: ${held.value}`;
    return { args, shown, origin: held.origin, words: args.sheet, rivals: [], replaces: true };
  },
  async plan({ sheet, cell, value }, context) {
    const { store, userId, now } = context;
    const key = sheetKey(userId, sheet, cell);
    const row = await cellOf(store, userId, { sheet, cell });
    const before: SheetCell = row ? SheetCell.parse(row.body) : { sheet, cell, value: null, updatedAt: now };
    const after: SheetCell = { ...before, value, origin: originOf(context, [value]), updatedAt: now };
    const isOlder = row !== undefined && row.key.sk !== key.sk;
    const { writes, undo } = changeRow(key, isOlder ? undefined : row?.version, after, before);
    return { value: { sheet, cell }, writes: isOlder ? putNamed(row, key, after) : writes, undo };
  },
});

function cellOf(store: Store, userId: UserId, { sheet, cell }: { readonly sheet: string; readonly cell: string }) {
  return getNamed(store, sheetKey(userId, sheet, cell), keys.sheetCell(userId, sheet, cell));
}
