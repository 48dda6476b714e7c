import { z } from "zod";

/** A text argument: something, not too long, and text that every store can hold. */
export function text(maxChars: number): z.ZodString {
  return z
    .string()
    .min(1)
    .max(maxChars)
    .refine((value) => value.isWellFormed(), "not well-formed text");
}

/** Which page of a long result, from 1. Without it, the first. */
export const Page = z.number().int().min(1).max(500);
