/** Argument types that several tools share. */

import * as z from "zod";

/** A text argument that is not empty and not too long. */
export function text(maxChars: number): z.ZodString {
  return z.string().min(1).max(maxChars);
}

/** Which page of a long result is wanted; the first is 1, which is also the default. */
export const Page = z.number().int().min(1).max(500);
