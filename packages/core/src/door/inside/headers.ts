/** The runs of a person that are in the store. A run leaves it a week after its end (memory/retention/rules.ts). */
import {
  type Gets,
  keys,
  type LocalDate,
  RunHeader,
  type RunId,
  type RunLine,
  type Trigger,
  type UserId,
} from "@waldo/contracts";
import { AS_IF_ON_AWS, billOf, total } from "../../meter/bill.ts";
import type { Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";

/** Returns every run, the newest first. A header that cannot be read is left out. */
export async function allRuns(store: Store, userId: UserId): Promise<RunHeader[]> {
  const headers: RunHeader[] = [];
  for await (const { body } of queryAll(store, keys.run.all(userId))) {
    const header = RunHeader.safeParse(body).data;
    if (header) headers.push(header);
  }
  return headers.sort(newestFirst);
}

type Placed = Pick<RunHeader, "createdAt" | "runId">;

/** Two runs of one instant stand in the order of their ids, so that a page ends where the next one begins. */
function newestFirst(a: Placed, b: Placed): number {
  return b.createdAt - a.createdAt || (a.runId < b.runId ? -1 : a.runId > b.runId ? 1 : 0);
}

export async function findHeader(store: Store, userId: UserId, runId: RunId): Promise<RunHeader | undefined> {
  return RunHeader.safeParse((await store.get(keys.run(userId, runId)))?.body).data;
}

export function lineOf({ userId: _, nonce: __, fence: ___, spent, ...line }: RunHeader): RunLine {
  return { ...line, ...(spent ? { dollars: total(billOf(spent, AS_IF_ON_AWS)) } : {}) };
}

export type Wanted = {
  readonly trigger?: Trigger | undefined;
  readonly date?: LocalDate | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
};

/** Returns one page of the runs. Undefined: the cursor is none of this list. */
export async function runsPage(store: Store, userId: UserId, wanted: Wanted): Promise<Gets<"insideRuns"> | undefined> {
  const { trigger, date, limit, cursor } = wanted;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  if (cursor !== undefined && after === undefined) return undefined;
  const left = (await allRuns(store, userId)).filter(
    (header) =>
      (trigger === undefined || header.trigger === trigger) &&
      (date === undefined || header.date === date) &&
      (after === undefined || newestFirst(after, header) < 0),
  );
  const last = left.length > limit ? left[limit - 1] : undefined;
  return {
    items: left.slice(0, limit).map(lineOf),
    ...(last === undefined ? {} : { next: `${last.createdAt}.${last.runId}` }),
  };
}

function placeOf(cursor: string): Placed | undefined {
  const [, at = "", runId = ""] = /^(\d{1,16})\.(run-[a-z0-9-]+)$/.exec(cursor) ?? [];
  return runId === "" ? undefined : { createdAt: Number(at), runId };
}
