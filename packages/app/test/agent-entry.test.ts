/** Tests what a person puts into the settings of an agent of another maker. */
import { expect, it } from "vitest";
import { addressEntry, programEntry } from "../src/screens/settings/agent-entry.ts";

it.each([
  { line: "waldo mcp", command: "waldo", args: ["mcp"] },
  {
    line: 'waldo mcp --home "/srv/my waldo" --user ana',
    command: "waldo",
    args: ["mcp", "--home", "/srv/my waldo", "--user", "ana"],
  },
])("the line `$line` is a program with its arguments", ({ line, command, args }) => {
  expect(JSON.parse(programEntry(line))).toEqual({ mcpServers: { waldo: { command, args } } });
});

it("an address comes with the key as a bearer token", () => {
  const url = "http://127.0.0.1:8230/mcp";
  const headers = { Authorization: "Bearer my-editor.secret" };
  expect(JSON.parse(addressEntry(url, "my-editor.secret"))).toEqual({
    mcpServers: { waldo: { type: "http", url, headers } },
  });
});
