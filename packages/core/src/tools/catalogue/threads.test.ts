import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { createThread } from "./threads.ts";

describe("a thread", () => {
  it("with a title or a topic of others is outside text", async () => {
    const { context } = await toolWorld(openSqliteStore(":memory:"));
    const outside = { ...context, heard: { owner: ["open House"], outside: true, recalled: [] } };
    const writesOf = async (args: { title: string; topics?: string[] }) =>
      (await createThread.plan(args, outside)).writes;
    expect(await writesOf({ title: "House" })).toMatchObject([{ body: { origin: "agent" } }]);
    expect(await writesOf({ title: "Garden" })).toMatchObject([{ body: { origin: "untrusted" } }]);
    expect(await writesOf({ title: "House", topics: ["roof"] })).toMatchObject([{ body: { origin: "untrusted" } }]);
  });
});
