/** The condition that limits a request for rows to the partitions that it may name. */

/**
 * Allows a request only for partitions with these names, and only if it names a partition. `StringEquals` compares
 * whole names, so a `*` in the value of a session tag matches nothing else.
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
