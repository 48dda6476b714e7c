// The seam through which text leaves the system. The ports of the outside take only `ExternalText` and `ExternalJson`,
// and only this file makes them. So a tool cannot hand an adapter a text that was not sanitised as `external`.
import type { ExternalJson, ExternalText, Json } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { type Tool, ToolFailure } from "./tool.ts";

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

/** Returns a text as it may leave: without readings, scores, personal data and instruction marks. */
export function external(text: string): ExternalText {
  return sanitise({ text, origin: "agent" }, "external").text as ExternalText;
}

/** Returns a value as it may leave. Numbers are looked at too: a card number may be written as one. */
export function externalJson(value: Json): ExternalJson {
  return clean(value) as ExternalJson;
}

/**
 * Returns an address as it may leave. An address that holds personal data, or that cannot be decoded, is refused, because
 * a changed address names another page.
 */
export function externalUrl(url: string): ExternalText {
  const read = decoded(url);
  if (read === undefined || external(read) !== read)
    throw new ToolFailure("failed", "that address holds personal data or a reading, so it is not opened");
  return url as ExternalText;
}

/** How often an address may be encoded. */
const MOST_LAYERS = 3;

/** Returns an address without its encoding, or undefined when it cannot be read. */
function decoded(url: string): string | undefined {
  let text = url;
  try {
    for (let layer = 0; layer < MOST_LAYERS; layer++) text = decodeURIComponent(text);
    return decodeURIComponent(text) === text ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the arguments of a call with the leaving ones sanitised. It runs before the gates, so what the person is shown
 * is what leaves.
 */
export function scrubbed(tool: Pick<Tool, "leaves">, args: Json): Json {
  if (!tool.leaves || args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const leaves = tool.leaves;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, leaves.includes(name) ? clean(value) : value]),
  );
}

function clean(value: Json): Json {
  if (typeof value === "string") return external(value);
  if (typeof value === "number") {
    const text = external(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [external(name) as string, clean(member)]));
}
