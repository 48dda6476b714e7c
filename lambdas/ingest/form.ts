import type { IngestPorts } from "@waldo/aws/compose";
import { CrsResult, FormQuery, keys } from "@waldo/contracts";
import { localDate } from "@waldo/core/time";
import { type ApiAnswer, type ApiEvent, answer, parseRequest } from "./api-event.ts";

/** The score of the date asked for, or of today in the person's zone; 404 while there is none. Derived only (R7). */
export async function formOf(event: ApiEvent, { store, clock }: IngestPorts): Promise<ApiAnswer> {
  const userId = event.requestContext.authorizer.jwt.claims.sub;
  const { date = await today() } = parseRequest(FormQuery, event.queryStringParameters);
  const row = date === undefined ? undefined : await store.get(keys.crs(userId, date));
  return row === undefined ? answer(404, { error: "NoScore" }) : answer(200, CrsResult.parse(row.body));

  async function today(): Promise<string | undefined> {
    const zone = (await store.get(keys.zone(userId)))?.body["zone"];
    return typeof zone === "string" ? localDate(clock.now(), zone) : undefined;
  }
}
