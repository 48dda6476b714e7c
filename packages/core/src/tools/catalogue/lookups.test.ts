/** What is looked up: what is connected, documents and pages, memories and the diary. */

import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { casesOf } from "@waldo/testkit/data";
import { toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json, Write } from "../../ports.ts";
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

describe("a document", () => {
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

  it.each(casesOf<[object, boolean]>("lookups", "a document: … is named: …"))("%j is named: %s", (args, isNamed) => {
    expect(readDocument.args.safeParse(args).success).toBe(isNamed);
  });

  it("leaves the system only for its host", async () => {
    const { context } = await toolWorld(openSqliteStore(":memory:"));
    expect(readDocument.egress?.({ url: "https://a.example/x" }, context)).toBe("a.example");
    expect(readDocument.egress?.({ name: "Plan" }, context)).toBeUndefined();
  });
});
