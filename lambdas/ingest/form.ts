import type { IngestPorts } from "@waldo/aws/compose";
import { CrsResult, FormQuery, keys, type LocalDate, type UserId } from "@waldo/contracts";
import { localDate } from "@waldo/core/time";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest } from "./api-event.ts";

/** The score of the date asked for, or of today in the person's zone; 404 while there is none. Derived only (R7). */
export function form(event: ApiEvent, ports: IngestPorts): Promise<ApiAnswer> {
  const userId = event.requestContext.authorizer.jwt.claims.sub;
  return onRequest(
    () => parseRequest(FormQuery, event.queryStringParameters),
    async ({ date }) => {
      const day = date ?? (await today(ports, userId));
      const row = day === undefined ? undefined : await ports.store.get(keys.crs(userId, day));
      return row === undefined ? answer(404, { error: "NoScore" }) : answer(200, CrsResult.parse(row.body));
    },
  );
}

async function today({ store, clock }: IngestPorts, userId: UserId): Promise<LocalDate | undefined> {
  const zone = (await store.get(keys.zone(userId)))?.body["zone"];
  return typeof zone === "string" ? localDate(clock.now(), zone) : undefined;
}
