/** What the body says. Derived rows only (R7). */
import { findScore, livedDate } from "../health/ledger.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const bodyHandlers: Handlers<"form"> = {
  async form(call) {
    const { ports, userId, query } = call;
    const date = query.date ?? (await livedDate(ports.store, await profileOf(call), ports.clock.now()));
    const score = await findScore(ports.store, userId, date);
    if (!score) throw new DoorRefusal("NotFound", "there is no score of that day");
    return score;
  },
};
