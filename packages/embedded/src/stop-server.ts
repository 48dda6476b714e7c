/** Ends a server of this machine soon, even if browsers still hold connections open. */
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long a running request may take when the server stops. */
const STOP_MS = 2_000;
const IDLE_MS = 20;

/**
 * Returns a function that stops the server. Call `stopOf` before the server starts. The promise resolves when the
 * running requests are answered, at the latest after two seconds.
 */
export function stopOf(server: Server): () => Promise<void> {
  // A browser opens connections that it may never use, and Node would wait for them.
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return () =>
    new Promise((resolve) => {
      for (const socket of unused) socket.destroy();
      // A running answer gets this much time.
      const late = setTimeout(() => server.closeAllConnections(), STOP_MS);
      // Node closes connections that are idle at the call, but not those that become idle later.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(late);
        resolve();
      });
    });
}
