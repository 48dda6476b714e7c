/** What devices send of the body, and what the body says. An answer holds derived values only (R7). */
import { findScore, livedDate } from "../health/ledger.ts";
import { takeSync, takeZone } from "../health/take-sync.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

export const bodyHandlers: Handlers<"sync" | "zone" | "form"> = {
  async sync({ ports, userId, body, device: { zone, bytes } }) {
    const requestId = String(ports.clock.now());
    const taken = await takeSync(ports, { userId, requestId, zone, bytes, body });
    if ("dates" in taken) return taken;
    throw new DoorRefusal(
      "TooMany",
      "this device has sent more today than a day holds: send the rest tomorrow",
      taken.full,
    );
  },

  async zone({ ports, userId, body }) {
    return { timeZone: await takeZone(ports, userId, body.timeZone) };
  },

  async form(call) {
    const { ports, userId, query } = call;
    const date = query.date ?? (await livedDate(ports.store, await profileOf(call), ports.clock.now()));
    const score = await findScore(ports.store, userId, date);
    if (!score) throw new DoorRefusal("NotFound", "there is no score of that day");
    return score;
  },
};
