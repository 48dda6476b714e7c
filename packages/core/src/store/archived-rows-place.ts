/** Decides where a row goes in the archive, and which rows move with it. archived-rows.ts calls it. */
import { dateOfDream, type EpochMs, isAnnouncement, keys, kindOf, WaldoError } from "@waldo/contracts";
import type { Row } from "../ports.ts";
import type { ArchiveKind } from "./row-kinds.ts";

export type Placed = {
  readonly row: Row;
  /** Rows of one unit move together. */
  readonly unit: string;
  /** A month `YYYY/MM`, or a pattern id. */
  readonly folder: string;
  /** The instant of the row. The parts of a folder are ordered by it. */
  readonly at: EpochMs;
};

/** Returns the UTC month of an instant as a folder, `YYYY/MM`. */
export function monthOf(at: EpochMs): string {
  const date = new Date(at);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}/${String(date.getUTCMonth() + 1).padStart(2, "0")}`;
}

/** Returns the rows in the order in which they must move: unit by unit as given, each with its head last. */
export function placeRows(kind: ArchiveKind, rows: readonly Row[]): Placed[] {
  switch (kind) {
    case "episodes":
    case "patrol":
      return rows.map((row) => alone(row, Number(part(row, 1))));
    case "thoughts":
      // THOUGHT#at#topic, INTENTION#id.
      return rows.map((row) => {
        const [at] = keys.thought.parse(row.key.sk) ?? [];
        return alone(row, at ?? Number(row.body["createdAt"]));
      });
    case "dreams":
      return rows.map((row) => alone(row, Date.parse(dateOfDream(part(row, 1)))));
    case "runs":
      // RUN#run, STEP#run#n, OUTBOX#run#n.
      return together(rows, (row) => part(row, 1), keys.run.kind).flatMap(({ unit, rows: all, head }) => {
        if (!head && all.every(standsAlone)) return all.map((row) => alone(row, Number(row.body["createdAt"])));
        if (!head) throw new WaldoError("InvalidInput", "a run moves with its header or not at all");
        const at = Number(head.body["createdAt"]);
        if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a run without a beginning has no month");
        return all.map((row) => ({ row, unit, folder: monthOf(at), at }));
      });
    case "memory-history":
      // BLOCK#pattern, BLOCKVERSION#pattern#n.
      return together(rows, (row) => part(row, 1), keys.block.kind).flatMap(({ unit, rows: all }) =>
        all.map((row) => ({ row, unit, folder: unit, at: recordedAt(row) })),
      );
  }
}

/**
 * Returns whether the row has no run header to move with: an announcement (a message without a run), or an ended
 * standing intent.
 */
function standsAlone({ key }: Row): boolean {
  const [runId] = keys.outbox.parse(key.sk) ?? [];
  return keys.watch.parse(key.sk) !== undefined || (runId !== undefined && isAnnouncement(runId));
}

function recordedAt(row: Row): EpochMs {
  const block = keys.block.parse(row.key.sk) ? row.body : row.body["block"];
  const at = typeof block === "object" && block !== null && !Array.isArray(block) ? block["recordedAt"] : 0;
  return typeof at === "number" ? at : 0;
}

function alone(row: Row, at: EpochMs): Placed {
  if (!Number.isSafeInteger(at)) throw new WaldoError("InvalidInput", "a row whose key holds no time has no month");
  return { row, unit: row.key.sk, folder: monthOf(at), at };
}

function together(rows: readonly Row[], unitOf: (row: Row) => string, head: string) {
  const isHead = (row: Row) => kindOf(row.key) === head;
  return [...Map.groupBy(rows, unitOf)].map(([unit, all]) => ({
    unit,
    rows: [...all.filter((row) => !isHead(row)), ...all.filter(isHead)],
    head: all.find(isHead),
  }));
}

function part(row: Row, index: number): string {
  return row.key.sk.split("#")[index] ?? "";
}
