import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { programLine, WALDO } from "./program-line.ts";

const CLONE = fileURLToPath(new URL("../../../..", import.meta.url));

it.each([
  { root: `${CLONE}.waldo`, userId: "me", line: `${CLONE}waldo mcp`, why: "nothing but what is usual" },
  { root: "/srv/waldo", userId: "me", line: `${CLONE}waldo mcp --home /srv/waldo`, why: "another home" },
  { root: "/srv/my waldo", userId: "me", line: `${CLONE}waldo mcp --home "/srv/my waldo"`, why: "a home with a blank" },
  { root: `${CLONE}.waldo`, userId: "ana", line: `${CLONE}waldo mcp --user ana`, why: "another person" },
])("an agent starts Waldo with `$line`: $why", ({ root, userId, line }) => {
  expect(programLine({ root, userId })).toBe(line);
  expect(accessSync(WALDO, constants.X_OK)).toBeUndefined();
});
