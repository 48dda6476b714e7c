import { EpochMs, keys } from "@waldo/contracts";
import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";

const Value = z.union([z.string().max(500), z.number(), z.boolean()]);

/** One cell. `value: null` is an empty one; a text that looks like a formula is a text. */
const Cell = z.strictObject({
  sheet: z.string(),
  cell: z.string(),
  value: Value.nullable(),
  updatedAt: EpochMs,
});
type Cell = z.infer<typeof Cell>;

/** Writes one cell of one of the person's sheets. */
export const writeSheetCell = defineWrite({
  name: "write_sheet_cell",
  description: "Write one value into one cell of a sheet. Formulas are stored as text.",
  args: z.strictObject({
    sheet: z.string().regex(/^[a-zA-Z0-9_ -]{1,60}$/, "a sheet is named with 1-60 letters, digits, spaces, _ or -"),
    cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,4}$/, "a cell looks like B7"),
    value: Value,
  }),
  title: ({ sheet, cell, value }) => `Set ${cell} of “${sheet}” to “${value}”`,
  async plan({ sheet, cell, value }, { store, userId, now }) {
    const key = keys.sheetCell(userId, sheet, cell);
    const row = await store.get(key);
    const before: Cell = row ? Cell.parse(row.body) : { sheet, cell, value: null, updatedAt: now };
    const after: Cell = { ...before, value, updatedAt: now };
    return { value: { sheet, cell }, ...changeRow(key, row?.version, after, before) };
  },
});
