import { RemoteConnections } from "@waldo/contracts";
import * as z from "zod";
import { boundedRequests, REACH_TIMEOUTS } from "../bounded-requests.ts";
import { once } from "../once.ts";
import { remoteConnections } from "../remote-connections.ts";
import { asJson, clientConfig, environment, text } from "./environment.ts";

/** The stack sets both variables or neither. */
const Connected = z.union([
  z.object({ CONNECTIONS: asJson(RemoteConnections), REACH_FUNCTION: text }),
  z.object({ CONNECTIONS: z.undefined().optional() }).transform(() => undefined),
]);

/** The web and MCP servers of the deployment as ports. Empty if the deployment has no connection. */
export const connections = once(() => {
  const connected = environment(Connected);
  if (connected === undefined) return {};
  const invoke = once(async () => {
    const requestHandler = boundedRequests(REACH_TIMEOUTS);
    return (await import("../invoke-reach.ts")).invokeReach(
      { ...clientConfig(), requestHandler },
      connected.REACH_FUNCTION,
    );
  });
  return remoteConnections(connected.CONNECTIONS, async (asked) => (await invoke())(asked));
});
