/** Push on one machine: to browsers, through the push services of their makers. */

import type { UserId } from "@waldo/contracts";
import { pushChannel } from "@waldo/core/channels/devices";
import type { PushDoor } from "@waldo/core/door/handlers";
import type { Channel } from "@waldo/core/ports";
import { webPush } from "@waldo/outside/web-push";
import { isPushService, webPushKeys } from "@waldo/outside/web-push-keys";
import type { Home } from "./home.ts";
import { pushSecret } from "./secret-file.ts";

/** A person's own machine has no operator address. Push services accept this one. */
const CONTACT = "mailto:owner@example.com";

export function localPush({ paths, store }: Pick<Home, "paths" | "store">, userId: UserId) {
  const keys = webPushKeys(pushSecret(paths.root));
  const channel: Channel = pushChannel(store, userId, { web: webPush({ keys, contact: CONTACT }) });
  const door: PushDoor = { web: { key: async () => keys.publicKey, mayReach: isPushService } };
  return { channel, door };
}
