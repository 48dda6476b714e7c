import { expect, test } from "vitest";
import { holds } from "./prepare-writes.ts";

const row = { version: 3, body: { state: "open", n: 1, on: false, none: null } };

test.each([
  [{ is: "absent" }, false, true],
  [{ is: "present" }, true, false],
  [{ is: "version", version: 3 }, true, false],
  [{ is: "version", version: 2 }, false, false],
  [{ is: "equals", attribute: "state", value: "open" }, true, false],
  [{ is: "equals", attribute: "state", value: "shut" }, false, false],
  [{ is: "equals", attribute: "n", value: 1 }, true, false],
  [{ is: "equals", attribute: "n", value: "1" }, false, false],
  [{ is: "equals", attribute: "n", value: true }, false, false],
  [{ is: "equals", attribute: "on", value: false }, true, false],
  [{ is: "equals", attribute: "missing", value: "x" }, false, false],
  [{ is: "equals", attribute: "toString", value: "x" }, false, false],
] as const)("%j holds of the row: %s, of no row: %s", (condition, ofRow, ofNone) => {
  expect(holds(condition, row)).toBe(ofRow);
  expect(holds(condition, undefined)).toBe(ofNone);
});
