import type { IngestPorts } from "@waldo/aws/compose/ingest";
import { SyncRequest, ZoneReport } from "@waldo/contracts";
import { takeSync, takeZone } from "@waldo/core/health/take-sync";
import { type ApiAnswer, type ApiEvent, answer, onRequest, parseRequest, readJson, refuse } from "./api-event.ts";

/** POST /v1/sync. Answers 429 above the limit for a day. */
export function sync(event: ApiEvent, ports: IngestPorts): Promise<ApiAnswer> {
  const { requestId, authorizer } = event.requestContext;
  const zone = event.headers["x-device-timezone"] ?? "";
  const sent = { userId: authorizer.jwt.claims.sub, requestId, zone, bytes: Buffer.byteLength(event.body) };
  return onRequest(
    () => parseRequest(SyncRequest, readJson(event)),
    async (body) => {
      const taken = await takeSync(ports, { ...sent, body });
      if ("dates" in taken) return answer(202, taken);
      const message = "this device has sent more today than a day holds; what it keeps can be sent tomorrow";
      return refuse({ error: "TooMany", message }, { "retry-after": String(taken.full) });
    },
  );
}

/** PUT /v1/zone. */
export function zone(event: ApiEvent, ports: IngestPorts): Promise<ApiAnswer> {
  const userId = event.requestContext.authorizer.jwt.claims.sub;
  return onRequest(
    () => parseRequest(ZoneReport, readJson(event)),
    async ({ timeZone }) => answer(200, { timeZone: await takeZone(ports, userId, timeZone) }),
  );
}
