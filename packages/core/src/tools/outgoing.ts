// The only exit for text. The outside ports accept only `ExternalText` and `ExternalJson`, and only this file creates
// them. So a tool cannot send a text that was not sanitised as `external`.
import type { ExternalJson, ExternalText, Json } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { type Tool, ToolFailure } from "./tool.ts";

/**
 * Calls an outside port. If the port is absent or fails, the tool is `unavailable`. The other side's words about the
 * failure are left out of the message, because no taint gate checks messages.
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

/** Returns a text that may be sent outside: without readings, scores, personal data and instruction marks. */
export function external(text: string): ExternalText {
  return sanitise({ text, origin: "agent" }, "external").text as ExternalText;
}

/** Returns a value that may be sent outside. Numbers are checked too, because a card number may be a number. */
export function externalJson(value: Json): ExternalJson {
  return clean(value) as ExternalJson;
}

/**
 * Returns an address that may be sent outside. It refuses an address that holds personal data or cannot be decoded,
 * because a changed address would be another page.
 */
export function externalUrl(url: string): ExternalText {
  const read = decoded(url);
  if (read === undefined || external(read) !== read)
    throw new ToolFailure("failed", "that address holds personal data or a reading, so it is not opened");
  return url as ExternalText;
}

/** How many layers of encoding an address may have. */
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
 * Returns the arguments of a call in which outgoing texts are sanitised. It runs before the gates, so the person sees
 * exactly what is sent.
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
