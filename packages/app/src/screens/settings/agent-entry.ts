/** The entries that agents take in their settings. Most of them read the member `mcpServers`. */

const entry = (waldo: object) => JSON.stringify({ mcpServers: { waldo } }, undefined, 2);

/** For an agent that starts the program. A part of the command with a blank in it stands in quotation marks. */
export function programEntry(line: string): string {
  const [command, ...args] = (line.match(/"[^"]*"|\S+/g) ?? []).map((part) => part.replaceAll('"', ""));
  return entry({ command, args });
}

/** For an agent that speaks HTTP. */
export function addressEntry(url: string, key: string): string {
  return entry({ type: "http", url, headers: { Authorization: `Bearer ${key}` } });
}
