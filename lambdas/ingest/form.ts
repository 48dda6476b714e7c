import type { IngestPorts } from "@waldo/aws/compose/ingest";
import { CrsResult, FormQuery, keys, type LocalDate, type UserId } from "@waldo/contracts";
import { dayLived } from "@waldo/core/health/day-turn";
import { findHabits, findTimeZone } from "@waldo/core/health/ledger";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest } from "./api-event.ts";

/**
 * Answers with the score of the date that the caller names, or of the day that the person lives. It answers 404 while
 * there is no score. It reads derived rows only (R7).
 */
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
  const timeZone = await findTimeZone(store, userId);
  const turn = (await findHabits(store, userId))?.turn ?? 0;
  return timeZone === undefined ? undefined : dayLived(clock.now(), timeZone, turn);
}
