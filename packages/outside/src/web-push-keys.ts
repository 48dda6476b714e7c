/** Makes the keys that a browser must know before it can take pushes, and says which push services are reached. */
import { createECDH, hkdfSync } from "node:crypto";

/** The push services of Chrome and Edge, Firefox, Safari, and the older Edge. */
const SERVICES = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "web.push.apple.com",
  "notify.windows.com",
] as const;

/** True for an address of a known push service. */
export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return false;
  return SERVICES.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`));
}

/** The pair of keys that names the sender to push services (VAPID), in base64url. */
export type WebPushKeys = { readonly publicKey: string; readonly privateKey: string };

/** Derives the keys from a secret of at least 32 bytes. The same secret gives the same keys. */
export function webPushKeys(secret: Uint8Array): WebPushKeys {
  for (let round = 0; ; round++) {
    const bytes = Buffer.from(hkdfSync("sha256", secret, "waldo", `web push ${round}`, 32));
    try {
      const pair = createECDH("prime256v1");
      pair.setPrivateKey(bytes);
      return { publicKey: pair.getPublicKey("base64url"), privateKey: bytes.toString("base64url") };
    } catch {
      // One in four billion numbers is not a key of the curve. The next round takes another.
    }
  }
}
