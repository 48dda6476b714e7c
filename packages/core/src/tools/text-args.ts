import { z } from "zod";

/** A text argument: something, and not too long. */
export function text(maxChars: number): z.ZodString {
  return z.string().min(1).max(maxChars);
}

/** Which page of a long result, from 1. Without it, the first. */
export const Page = z.number().int().min(1).max(500);
