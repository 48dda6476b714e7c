import { CellValue, keys, SheetCell, type UserId } from "@waldo/contracts";
import * as z from "zod";
import type { Store } from "../../ports.ts";
import { getNamed, putNamed, sheetKey } from "../../store/row-names.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { originOf } from "../provenance.ts";

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
