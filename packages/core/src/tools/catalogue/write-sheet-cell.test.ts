import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { casesOf } from "@waldo/testkit/data";
import { NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { sheetKey } from "../../store/row-names.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { writeSheetCell } from "./outside.ts";

const world = async () => {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  const asked = (args: Json, more: Partial<ToolContext> = {}) =>
    dispatchTool({ id: "1", name: "write_sheet_cell", args }, { ...context, ...more });
  return { store, context, asked };
};
const args = { sheet: "Budget", cell: "B2", value: "20 euros" };

it.each<[string, object, boolean]>([
  ...casesOf<[string, object, boolean]>("write-sheet-cell", "…: taken or refused"),
  ["a name of 60 letters", { sheet: "x".repeat(60) }, true],
  ["a name of 61 letters", { sheet: "x".repeat(61) }, false],
])("%s: taken or refused", (_, more, taken) => {
  expect(writeSheetCell.args.safeParse({ ...args, ...more }).success).toBe(taken);
});

describe("a cell", () => {
  it("that holds a value is shown before it is replaced, also when the person says so", async () => {
    const { asked } = await world();
    const owner = ["set B2 of Budget to 20 euros"];
    expect(await asked(args, { heard: { owner, outside: false, recalled: [] } })).toMatchObject({
      error: "needs_approval",
      proposed: [{ title: "Set B2 of “Budget” to “20 euros”", concerns: "B2 of Budget: 12 MINE", args }],
    });
    const empty = await asked({ ...args, cell: "C9" });
    expect(empty).toMatchObject({ error: "needs_approval", proposed: [{ args: { cell: "C9" } }] });
    expect(empty.ok ? empty : empty.proposed?.[0]).not.toHaveProperty("concerns");
  });

  it("that was emptied has nothing to show", async () => {
    const { store, context } = await world();
    const key = sheetKey("me", "Budget", "B2");
    await store.transact([{ op: "put", key, body: { sheet: "Budget", cell: "B2", value: null, updatedAt: 1 } }]);
    expect(await writeSheetCell.target?.(args, context)).toBeUndefined();
  });

  it("keeps whose words it holds, and what it held comes back", async () => {
    const { store, context } = await world();
    for (const [cell, held] of [
      ["B2", "12 MINE"],
      ["C9", null],
    ] as const) {
      const key = sheetKey("me", "Budget", cell);
      const { value, writes, undo } = await writeSheetCell.plan({ ...args, cell }, context);
      expect(value).toEqual({ sheet: "Budget", cell });
      await store.transact(writes);
      expect((await store.get(key))?.body).toMatchObject({ cell, value: "20 euros", origin: "agent", updatedAt: NOW });
      await store.transact(undo ?? []);
      expect((await store.get(key))?.body).toMatchObject({ cell, value: held });
    }
    const outside = { ...context, heard: { owner: [], outside: true, recalled: [] } };
    await store.transact((await writeSheetCell.plan(args, outside)).writes);
    expect((await store.get(sheetKey("me", "Budget", "B2")))?.body).toMatchObject({ origin: "untrusted" });
  });

  it("is sent without personal data", async () => {
    const { asked } = await world();
    const result = await asked({ ...args, value: "write to jo@example.com" });
    expect(JSON.stringify(result)).not.toContain("jo@");
  });
});
