/**
 * Wearables of the API: a person goes to a vendor and comes back, sees how each connection stands, and takes one back.
 * Only this function, the fetcher and the function that erases a person reach tokens.
 */
import { apiDoor } from "@waldo/aws/api-door";
import { connectPorts } from "@waldo/aws/compose/wearables";
import { application } from "@waldo/core/door/application";
import { wearableHandlers } from "@waldo/core/door/body";

export const handler = apiDoor((who, log) =>
  application(wearableHandlers, {
    who,
    ports: () => {
      const wearables = connectPorts(log);
      return { store: wearables.store, clock: wearables.clock, wearables };
    },
    log,
  }),
);
