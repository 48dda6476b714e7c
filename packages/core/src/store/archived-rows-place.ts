/** Where a row goes in the archive, and what goes with it. */
import { type EpochMs, WaldoError } from "@waldo/contracts";
import type { Row } from "../ports.ts";
import type { ArchiveKind } from "./audited-kinds.ts";

export type Placed = {
  readonly row: Row;
  /** Rows of one unit move together. */
  readonly unit: string;
  /** A month, or a pattern id. */
  readonly folder: string;
  /** When it was. Orders the parts of a folder. */
  readonly at: EpochMs;
};

/** The UTC month of an instant as a folder, `YYYY/MM`. */
export function monthOf(at: EpochMs): string {
  const date = new Date(at);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}/${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
}

/** The rows in the order they are to move: unit by unit as given, each with its head last. */
export function placeRows(kind: ArchiveKind, rows: readonly Row[]): Placed[] {
  switch (kind) {
    case "episodes":
    case "patrol":
      return rows.map((row) => alone(row, Number(part(row, 1))));
    case "dreams":
      return rows.map((row) => alone(row, Date.parse(part(row, 1).slice("dream-".length))));
    case "runs":
      // RUN#run, STEP#run#n, OUTBOX#run#n.
      return together(rows, (row) => part(row, 1), "RUN#").flatMap(({ unit, rows: all, head }) => {
        if (!head && all.every(standsAlone)) return all.map((row) => alone(row, Number(row.body["createdAt"])));
        if (!head) throw new WaldoError("InvalidInput", "a run moves with its header or not at all");
        const at = Number(head.body["createdAt"]);
        if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a run without a beginning has no month");
        return all.map((row) => ({ row, unit, folder: monthOf(at), at }));
      });
    case "memory-history":
      // BLOCK#pattern, BLOCKVERSION#pattern#n.
      return together(rows, (row) => part(row, 1), "BLOCK#").flatMap(({ unit, rows: all }) =>
        all.map((row) => ({ row, unit, folder: unit, at: recordedAt(row) })),
      );
  }
}

/** What was said without a run, and a standing intent that is over: neither has a header to move with. */
function standsAlone({ key }: Row): boolean {
  return key.sk.startsWith("WATCH#") || ANNOUNCED.some((prefix) => key.sk.startsWith(prefix));
}

/** Outbox rows of channels/announce.ts: of standing intents, of nights and of the patrol. */
export const ANNOUNCED = ["OUTBOX#run-watch-", "OUTBOX#run-dream-", "OUTBOX#run-note-"] as const;

function recordedAt(row: Row): EpochMs {
  const block = row.key.sk.startsWith("BLOCK#") ? row.body : row.body["block"];
  const at = typeof block === "object" && block !== null && !Array.isArray(block) ? block["recordedAt"] : 0;
  return typeof at === "number" ? at : 0;
}

function alone(row: Row, at: EpochMs): Placed {
  if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a row whose key holds no time has no month");
  return { row, unit: row.key.sk, folder: monthOf(at), at };
}

function together(rows: readonly Row[], unitOf: (row: Row) => string, head: string) {
  const isHead = (row: Row) => row.key.sk.startsWith(head);
  return [...Map.groupBy(rows, unitOf)].map(([unit, all]) => ({
    unit,
    rows: [...all.filter((row) => !isHead(row)), ...all.filter(isHead)],
    head: all.find(isHead),
  }));
}

function part(row: Row, index: number): string {
  return row.key.sk.split("#")[index] ?? "";
}
