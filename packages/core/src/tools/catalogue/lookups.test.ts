/** Tests what is looked up: what is connected, documents and pages, memories and the diary. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { madeUpClaim } from "@waldo/testkit/made-up-rows";
import { meetingOf, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { calendarKey } from "../../calendar/rows.ts";
import type { Json, Write } from "../../ports.ts";
import { DAY_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { readDocument } from "./outside.ts";

type Name = "search_connector" | "read_document" | "read_memory" | "search_episodes";

async function told(name: Name, args: Json, writes: readonly Write[] = [], more: Partial<ToolContext> = {}) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"), more);
  for (const write of writes) await store.transact([write]);
  const result = await dispatchTool({ id: "1", name, args }, context);
  return result.ok ? { ...Object(result.value), origin: result.origin } : { error: result.error };
}
const draft = (name: string, text: string, more: object = {}): Write => ({
  op: "put",
  key: keys.draft("me", "document", "0123456789abcdef"),
  body: {
    kind: "document",
    draftId: "0123456789abcdef",
    name,
    text,
    status: "draft",
    createdAt: 1,
    updatedAt: NOW,
    ...more,
  },
});

describe("what is connected", () => {
  it("is found by its words, with its day and whether it came from outside", async () => {
    const event = { connector: "calendar", date: "2026-10-30", text: "Budget MINE · Room MINE", from: "outside" };
    expect(await told("search_connector", { query: "budget room" })).toMatchObject({
      found: [event, {}],
      origin: "untrusted",
    });
    expect(await told("search_connector", { query: "dentist" })).toEqual({
      found: [{ connector: "tasks", date: "1970-01-01", text: "Call the dentist MINE (open)", from: "outside" }],
      origin: "untrusted",
    });
    const own = draft("Trip", "Pack the boots", { origin: "owner" });
    expect(await told("search_connector", { query: "boots" }, [own])).toEqual({
      found: [{ connector: "drafts", date: "2026-10-30", text: "Trip · Pack the boots" }],
      origin: "system",
    });
    const mail = draft("", "Pack the boots", {
      kind: "email",
      to: ["a@example.com"],
      subject: "Shoes",
      name: undefined,
    });
    expect(await told("search_connector", { query: "boots" }, [JSON.parse(JSON.stringify(mail))])).toMatchObject({
      found: [{ connector: "drafts", text: "Shoes · Pack the boots" }],
    });
  });

  it("is searched from thirty days ago to sixty days ahead, whatever is written of it", async () => {
    const found = async (days: number) => {
      const meeting = meetingOf("Dinner", NOW + days * DAY_MS, { eventId: "1".repeat(24), description: "Bring wine" });
      const row: Write = { op: "put", key: calendarKey("me", meeting), body: JSON.parse(JSON.stringify(meeting)) };
      const result = await told("search_connector", { query: "wine" }, [row]);
      return result.found.map(({ text }: { text: string }) => text);
    };
    expect([await found(-29), await found(59)]).toEqual([["Dinner · Bring wine"], ["Dinner · Bring wine"]]);
    expect([await found(-31), await found(61)]).toEqual([[], []]);
  });

  it("is searched in one place where one is named, and six things are found at most", async () => {
    expect(await told("search_connector", { query: "budget", connector: "calendar" })).toMatchObject({
      found: [{ connector: "calendar" }],
    });
    expect(await told("search_connector", { query: "budget", connector: "tasks" })).toMatchObject({ found: [] });
    expect(await told("search_connector", { query: "budget", connector: "toString" })).toEqual({
      error: "unavailable",
    });
    const tasks = Array.from(
      { length: 9 },
      (_, i): Write => ({
        op: "put",
        key: keys.task("me", `n${i}`),
        body: { taskId: `n${i}`, title: `Paint wall ${i}`, status: "open", createdAt: 1, updatedAt: 1 },
      }),
    );
    const { found } = await told("search_connector", { query: "paint wall" }, tasks);
    expect(found).toHaveLength(6);
  });
});

describe("a document", () => {
  it("is read by its name, in parts, and says when it came from outside", async () => {
    expect(await told("read_document", { name: " plan " }, [])).toMatchObject({
      title: "Plan",
      text: "First the budget. MINE",
      part: 1,
      parts: 1,
    });
    const row = { text: "lunch ".repeat(500).trim() };
    const key = await toolWorld(openSqliteStore(":memory:")).then(
      async ({ store }) => (await store.query(keys.draft.all("me"))).rows[0],
    );
    if (!key) throw new Error("no document");
    const long = (more: object): Write => ({ op: "put", key: key.key, body: { ...key.body, ...row, ...more } });
    const second = await told("read_document", { name: "Plan", part: 2 }, [long({ origin: "owner" })]);
    expect(second).toMatchObject({ part: 2, parts: 2, origin: "system" });
    expect(second).not.toHaveProperty("from");
    expect(await told("read_document", { name: "Plan" }, [long({ origin: "untrusted" })])).toMatchObject({
      from: "outside",
      origin: "untrusted",
    });
    expect(await told("read_document", { name: "Plan", part: 3 }, [long({})])).toEqual({ error: "not_found" });
    expect(await told("read_document", { name: "Plan" }, [long({ status: "discarded" })])).toEqual({
      error: "not_found",
    });
    expect(await told("read_document", { name: "Other" })).toEqual({ error: "not_found" });
  });

  it("of the web is read by its address, and its title is that of the page or the host", async () => {
    const page = { url: "https://rail.example/times" };
    expect(await told("read_document", page)).toMatchObject({ title: "Times", from: "outside", origin: "untrusted" });
    const untitled = (text: string) => ({
      web: { host: "search.example", search: async () => [], read: async () => ({ text }) },
    });
    expect(await told("read_document", page, [], untitled("x"))).toMatchObject({ title: "rail.example" });
    const [most, more] = [40_000, 50_000].map((words) =>
      told("read_document", page, [], untitled("word ".repeat(words))),
    );
    expect(await more).toEqual(await most);
    expect(await told("read_document", { url: "https://elsewhere.example/" })).toEqual({ error: "unavailable" });
  });

  it.each<[object, boolean]>([
    [{ url: "https://a.example/x" }, true],
    [{ url: "http://a.example" }, true],
    [{ url: "ftp://a.example" }, false],
    [{ url: "https://me@a.example" }, false],
    [{ url: "https://:pw@a.example" }, false],
    [{ url: "no address" }, false],
    [{ url: "file:///etc/passwd" }, false],
    [{ name: "Plan" }, true],
    [{ name: "Plan", url: "https://a.example" }, false],
    [{}, false],
  ])("%j is named: %s", (args, isNamed) => {
    expect(readDocument.args.safeParse(args).success).toBe(isNamed);
  });

  it.each(["read", "open", "summarise", "summarize", "look at", "check"])(
    "is read after text from outside when the person says “%s” and its name or address, whichever part it is",
    async (verb) => {
      const asked = (words: string, args: Json) =>
        told("read_document", args, [], { heard: { owner: [words], outside: true, recalled: [] } });
      const url = "https://rail.example/times";
      expect(await asked(`${verb} ${url}`, { url, part: 2 })).toMatchObject({ title: "Times", part: 2 });
      expect(await asked(`I saw ${url}`, { url })).toEqual({ error: "needs_approval" });
      expect(await asked(`${verb} https://rail.example/prices`, { url })).toEqual({ error: "needs_approval" });
    },
  );

  it("leaves the system only for its host", async () => {
    const { context } = await toolWorld(openSqliteStore(":memory:"));
    expect(readDocument.egress?.({ url: "https://a.example/x" }, context)).toBe("a.example");
    expect(readDocument.egress?.({ name: "Plan" }, context)).toBeUndefined();
  });
});

describe("the diary", () => {
  const entry = (n: number, summary: string, origin = "agent"): Write => ({
    op: "put",
    key: keys.episode("me", NOW - n * DAY_MS, `run-e${n}`),
    body: { runId: `run-e${n}`, at: NOW - n * DAY_MS, trigger: "user_message", summary, origin },
  });

  it("gives up to five entries that fit, with their day and whose words they are", async () => {
    expect(await told("search_episodes", { query: "budget" })).toEqual({
      episodes: [
        { date: "2026-10-29", on: "brief", summary: "A rough night before the budget meeting. MINE", from: "agent" },
      ],
      origin: "system",
    });
    const many = Array.from({ length: 8 }, (_, i) => entry(i + 2, `Painted the wall ${i}`));
    const { episodes } = await told("search_episodes", { query: "painted wall" }, many);
    expect(episodes).toHaveLength(5);
    const prizes = [entry(2, "Win a prize", "untrusted"), entry(3, "Gave a prize to Ana")];
    const mixed = await told("search_episodes", { query: "prize" }, prizes);
    expect([mixed.episodes.length, mixed.origin]).toEqual([2, "untrusted"]);
  });
});

describe("memory", () => {
  it("gives what is settled with its id and what was noted today as provisional, by hall and by words", async () => {
    const settled = { id: "0123456789ab", hall: "preferences", claim: "Likes tea MINE", from: "owner" };
    const noted = {
      provisional: true,
      hall: "preferences",
      claim: "Moves house MINE",
      on: "1970-01-01",
      from: "agent",
    };
    const all = await told("read_memory", {});
    expect(all).toMatchObject({ claims: [settled, noted], origin: "system" });
    expect(await told("read_memory", { query: "tea" })).toMatchObject({ claims: [settled] });
    expect(await told("read_memory", { hall: "facts" })).toMatchObject({ claims: [] });
    expect(await told("read_memory", { hall: "preferences" })).toEqual(all);
    expect(await told("read_memory", { hall: "advice" }, [], { trigger: "brief" })).toEqual({ error: "failed" });
    expect(await told("read_memory", { query: "house" })).toMatchObject({ claims: [noted] });
  });

  const claim = (words: string, more: object = {}): Write[] => {
    const block = madeUpClaim(words, NOW - DAY_MS, more);
    return [keys.block, keys.memoryDelta].map((key) => ({ op: "put", key: key("me", block.patternId), body: block }));
  };

  it("says under which condition a claim holds, when it was said, and that one of others makes all outside text", async () => {
    const boots = claim("Wears boots", { conditions: "in the snow", origin: "owner" });
    expect(await told("read_memory", { query: "boots" }, boots)).toMatchObject({
      claims: [{ claim: "Wears boots", when: "in the snow", on: "2026-10-29", from: "owner" }],
      origin: "system",
    });
    const prize = claim("Won a prize", { origin: "untrusted" });
    const { claims, origin } = await told("read_memory", { query: "prize" }, prize);
    expect([claims, origin]).toMatchObject([[{ from: "untrusted" }], "untrusted"]);
    expect(claims[0]).not.toHaveProperty("when");
    expect(await told("read_memory", {}, prize)).toMatchObject({ origin: "untrusted" });
  });
});
