/** The condition that keeps a request for rows inside the partitions it may name. */

/**
 * Allows a request only for partitions of these names, and only when it names one. `StringEquals`: the names are whole, and
 * a `*` in the value of a session tag matches nothing else.
 */
export function leading(
  partitions: readonly string[],
  compared: "StringLike" | "StringEquals" = "StringLike",
): Record<string, Record<string, unknown>> {
  return {
    [`ForAllValues:${compared}`]: { "dynamodb:LeadingKeys": [...partitions] },
    // ForAllValues is also true when there is no value at all.
    Null: { "dynamodb:LeadingKeys": "false" },
  };
}
