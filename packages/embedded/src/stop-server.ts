/** How a server of this machine ends soon, whatever browsers still hold open. */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long a request that is under way may take when the server stops. */
const STOP_MS = 2_000;
const IDLE_MS = 20;

/**
 * Returns a function that stops the server. Call `stopOf` before the server begins to listen. The promise resolves when
 * the requests under way are answered, at the latest after two seconds.
 */
export function stopOf(server: Server): () => Promise<void> {
  // A browser opens connections that it may never use, and Node waits for them.
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return () =>
    new Promise((resolve) => {
      for (const socket of unused) socket.destroy();
      // An answer under way has this long.
      const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
      // Node closes what is idle when it is asked, and not what becomes idle then.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(late);
        resolve();
      });
    });
}
