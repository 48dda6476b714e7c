import { ConnectionKeys, RemoteConnections } from "@waldo/contracts";
import { publicFetcher } from "@waldo/outside/fetcher";
import * as z from "zod";
import type { Outside } from "../reach.ts";
import { asJson, environment, text } from "./environment.ts";
import { secrets } from "./secrets.ts";

const Reach = z.object({ CONNECTIONS: asJson(RemoteConnections), CONNECTION_KEYS_ARN: text });

/** Returns the connections that the function may reach, with the keys that the operator has stored. */
export async function outside(): Promise<Outside> {
  const { CONNECTIONS: connections, CONNECTION_KEYS_ARN } = environment(Reach);
  const keys = ConnectionKeys.parse(JSON.parse(await secrets()(CONNECTION_KEYS_ARN)));
  return { connections, keys, pages: publicFetcher({ hosts: connections.pages }), fetch };
}
