/** Waits on loopback for the browser that a vendor sends back. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type VendorName, VendorReturn } from "@waldo/contracts";
import { stopOf } from "../stop-server.ts";

type Waiting = {
  /** Resolves with the parameters of the vendor, or undefined when nothing came in time. */
  readonly back: Promise<VendorReturn | undefined>;
  stop(): Promise<void>;
};

/** Starts to listen. Returns undefined when the port is taken, mostly by `waldo serve`, whose page does the same. */
export async function waitForBrowser(vendor: VendorName, port: number, forMs: number): Promise<Waiting | undefined> {
  const found = Promise.withResolvers<VendorReturn | undefined>();
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", `http://127.0.0.1:${port}`);
    const back = url.pathname === `/connected/${vendor}` ? returnIn(url) : undefined;
    outgoing.writeHead(back ? 200 : 404, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    outgoing.end(back ? "You can close this page and go back to your terminal.\n" : "There is nothing here.\n");
    if (back) found.resolve(back);
  });
  const stop = stopOf(server);
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return undefined;
  }
  const late = setTimeout(() => found.resolve(undefined), forMs);
  return {
    back: found.promise,
    stop() {
      clearTimeout(late);
      return stop();
    },
  };
}

/** Returns the code and the state in an address, or undefined when it has none. */
export function returnIn({ searchParams }: URL): VendorReturn | undefined {
  return VendorReturn.safeParse({ code: searchParams.get("code"), state: searchParams.get("state") }).data;
}
