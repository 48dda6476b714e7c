/** Makes the keys that a browser needs before it can receive pushes, and tells which push services are allowed. */
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
      // Very rarely (one in four billion) a number is not a key of the curve. Then the next round takes another.
    }
  }
}
