/**
 * The API for wearables: a person goes to a vendor and comes back, sees the state of each connection, and ends a
 * connection. Only this function, the fetcher and the function that erases a person reach tokens.
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
