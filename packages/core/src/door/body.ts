/** What devices send of the body, and what the body says. An answer holds derived values only (R7). */

import { ScoredDay } from "@waldo/contracts";
import * as z from "zod";
import { findHabits, findScore, livedDate, loadScores } from "../health/ledger.ts";
import { takeSync, takeZone } from "../health/take-sync.ts";
import { addDays } from "../time.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/** The most days that one request may ask for: a leap year. */
const MOST_DAYS = 366;

export const bodyHandlers: Handlers<"sync" | "zone" | "form" | "formDays" | "usualTimes"> = {
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

  async usualTimes({ ports, userId }) {
    const usual = (await findHabits(ports.store, userId))?.usual;
    if (!usual) throw new DoorRefusal("NotFound", "no night has shown yet when you wake and go to bed");
    return usual;
  },

  async formDays({ ports, userId, query: { from, to } }) {
    if (to < from || to > addDays(from, MOST_DAYS - 1))
      throw new DoorRefusal("InvalidInput", `query.to: at most ${MOST_DAYS} days, and not before from`);
    const scores = await loadScores(ports.store, userId, from, to);
    return { items: scores.map((score) => z.object(ScoredDay.shape).parse(score)) };
  },
};
