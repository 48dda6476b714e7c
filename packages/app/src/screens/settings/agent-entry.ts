/** The entries that agents take in their settings. Most of them read the member `mcpServers`. */

const entry = (waldo: object) => JSON.stringify({ mcpServers: { waldo } }, undefined, 2);

/** The entry for an agent that starts the program. A part of the command that contains a blank is in quotation marks. */
export function programEntry(line: string): string {
  const [command, ...args] = (line.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll('"', ""));
  return entry({ command, args });
}

/** The entry for an agent that speaks HTTP. */
export function addressEntry(url: string, key: string): string {
  return entry({ type: "http", url, headers: { Authorization: `Bearer ${key}` } });
}
