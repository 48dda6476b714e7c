/** Lets this browser take pushes. The browser asks the person first. */
import type { Call } from "../api/api.tsx";

/** Throws when the browser or the server refuses. */
export async function ringHere(call: Call): Promise<void> {
  const { webKey } = await call("devices");
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription with an older key of this machine can never receive a push, so it is removed.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: webKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await call("addDevice", {
    body: { kind: "web", name: browserName(), subscription: { endpoint, keys: { p256dh, auth } } },
  });
}

function browserName(): string {
  const names = ["Firefox", "Edg", "Chrome", "Safari"];
  const name = names.find((one) => navigator.userAgent.includes(one)) ?? "A browser";
  return `${name === "Edg" ? "Edge" : name} on ${navigator.platform || "this machine"}`.slice(0, 60);
}
