import { ToolFailure } from "./tool.ts";

/**
 * Asks a port that leaves the system. Without one, or when it fails, the tool is unavailable; what the other side said
 * about its failure stays out of the message, which no taint gate sees.
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
