import { ToolFailure } from "./tool.ts";

/**
 * Calls a port that leaves the system. When the port is absent or fails, the tool is `unavailable`. What the other side
 * said about the failure stays out of the message, because no taint gate checks messages.
 */
export async function fromOutside<Port, Answer>(
  what: string,
  port: Port | undefined,
  ask: (port: Port) => Promise<Answer>,
): Promise<Answer> {
  if (!port) throw new ToolFailure("unavailable", `${what} is not connected here`);
  try {
    return await ask(port);
  } catch (cause) {
    throw new ToolFailure("unavailable", `${what} did not answer`, { cause });
  }
}
