import type { Condition, JsonObject } from "../ports.ts";

/**
 * Returns whether a condition holds for a row as it is now. Types are strict: the text `1` does not equal the number 1.
 */
export function holds(condition: Condition, row: { version: number; body: JsonObject } | undefined): boolean {
  switch (condition.is) {
    case "absent":
      return row === undefined;
    case "present":
      return row !== undefined;
    case "version":
      return row?.version === condition.version;
    case "equals":
      return (
        row !== undefined &&
        Object.hasOwn(row.body, condition.attribute) &&
        row.body[condition.attribute] === condition.value
      );
  }
}
