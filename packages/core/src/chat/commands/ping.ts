/** The phone tells that it is in use. It is not talk: nothing is said, shown or remembered. */
import { keys, PING_DAYS } from "@waldo/contracts";
import { DAY_MS, MINUTE_MS } from "../../time.ts";
import type { Obey } from "./ports.ts";

/** A phone may tell several times a minute. That is one row. */
export const ping: Obey = async (_ports, { profile: { userId }, now }) => {
  const at = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const expiresAt = at + PING_DAYS * DAY_MS;
  return { writes: [{ op: "put", key: keys.ping(userId, at), body: { at }, expiresAt } as const] };
};
