/** The stress alerts, and what the person says about each. */
import { fetchLog, fetchView, labelFetch, shareOf } from "../wake/fetches.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** How many are shown. The share counts more of them. */
const SHOWN = 50;

export const fetchHandlers: Handlers<"fetches" | "labelFetch"> = {
  async fetches({ ports, userId }) {
    const log = await fetchLog(ports.store, userId);
    return {
      items: await Promise.all(log.slice(0, SHOWN).map((entry) => fetchView(ports, userId, entry))),
      share: shareOf(log),
    };
  },

  async labelFetch({ ports, userId, params: { at }, body: { label } }) {
    const entry = await labelFetch(ports, userId, at, label);
    if (!entry) throw new DoorRefusal("NotFound", "there was no stress alert then");
    return fetchView(ports, userId, entry);
  },
};
