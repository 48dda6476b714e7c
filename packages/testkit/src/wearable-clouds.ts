/** The clouds of all vendors behind one address, for a runtime that is given one place for them. */
import type { VendorName } from "@waldo/contracts";
import { type GoogleCloud, startGoogleCloud } from "./google-cloud.ts";
import type { LocalServer } from "./local-server.ts";
import { serveRequests } from "./loopback.ts";
import { type OuraCloud, type OuraCloudOptions, startOuraCloud } from "./oura-cloud.ts";
import { startWhoopCloud, type WhoopCloud } from "./whoop-cloud.ts";

export type WearableClouds = LocalServer & {
  readonly whoop: WhoopCloud;
  readonly oura: OuraCloud;
  readonly google: GoogleCloud;
};

/** The paths of each vendor. No two vendors share one. */
const PATHS: readonly (readonly [VendorName, RegExp])[] = [
  ["whoop", /^\/(developer\/v2|oauth\/oauth2)\//],
  ["oura", /^\/(v2\/(usercollection|webhook)\/|oauth\/(authorize|token|revoke)$)/],
  ["google", /^\/(v4\/|o\/oauth2\/|token$|revoke$)/],
];

/** Starts the clouds. They have no user yet. */
export async function startWearableClouds(options: Omit<OuraCloudOptions, "pageSize">): Promise<WearableClouds> {
  const [whoop, oura, google] = await Promise.all([
    startWhoopCloud(options),
    startOuraCloud(options),
    startGoogleCloud(options),
  ]);
  const clouds = { whoop, oura, google };
  const server = await serveRequests(async (request) => {
    const { pathname } = new URL(request.url);
    const [vendor] = PATHS.find(([, path]) => path.test(pathname)) ?? [];
    return vendor === undefined
      ? new Response("no vendor has this path", { status: 404 })
      : clouds[vendor].reply(request);
  });
  const servers = [server, whoop, oura, google];
  return {
    ...{ ...clouds, endpoint: server.endpoint },
    stop: async () => void (await Promise.all(servers.map((one) => one.stop()))),
  };
}
