/** Helpers of the tests of wearables: they act for a person and look at the person's rows. */
import { Connection, CrsResult, keys, OutboxRow, type VendorName } from "@waldo/contracts";
import type { Delivery } from "@waldo/core/connect/vendor";
import { HOUR_MS } from "@waldo/core/time";
import { cloud, store } from "./stage.ts";

/** Sends a hook as API Gateway does. */
export function hookOf(vendor: VendorName, delivery: Delivery): Promise<unknown> {
  return cloud.invoke("hook", { pathParameters: { vendor }, ...delivery, requestContext: { requestId: "hook-1" } });
}

/** Makes a reading due by setting the last one hours back. Returns the time of the last one. */
export async function dueNow(person: string, vendor: VendorName): Promise<number> {
  const key = keys.connection(person, vendor);
  const connection = Connection.parse((await store.get(key))?.body);
  const past = Date.now() - 4 * HOUR_MS;
  await store.transact([
    { op: "put", key, body: { ...connection, readAt: past } },
    { op: "put", key: keys.pullDue(person, vendor), body: { at: past } },
  ]);
  return past;
}

/** Returns the rows of a person's Briefs: one row for each channel. */
async function briefRows(person: string): Promise<OutboxRow[]> {
  const { rows } = await store.query({ ...keys.outbox.all(person), limit: 1000 });
  return rows.map(({ body }) => OutboxRow.parse(body)).filter(({ kind }) => kind === "brief");
}

/** Returns the runs with a Brief that reached every channel. Throws when one of their rows is in another state. */
export async function briefsOf(person: string): Promise<string[]> {
  const briefs = await briefRows(person);
  const left = briefs.find(({ state }) => state !== "sent");
  if (left) throw new Error(`a Brief is ${left.state} on ${left.channel}`);
  return [...new Set(briefs.map(({ runId }) => runId))];
}

/**
 * The results of a night: the raw days, the scores, and the messages. The score of an open day holds for the moment, so
 * a look some seconds later may move Form by a hundredth. Recovery and the findings belong to the night and do not
 * move.
 */
export async function madeOf(person: string): Promise<object> {
  const ranges = [keys.sourceDay.all(person), keys.crs.all(person), keys.outbox.all(person)];
  const found = await Promise.all(ranges.map((range) => store.query({ ...range, limit: 1000 })));
  return found.map(({ rows }) => rows.map(({ key, body }) => [key.sk, ofTheNight(body)]));
}

function ofTheNight(body: Readonly<Record<string, unknown>>): object {
  const score = CrsResult.safeParse(body).data;
  if (!score) return body;
  const { date, status, sources, recovery, findings } = score;
  return { date, status, sources, recovery, findings };
}
