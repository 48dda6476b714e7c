/** Text from people, devices and models. It is cleaned where it enters the system, so later code can rely on it. */
import * as z from "zod";

/** Control characters that are removed. Tab and line feed stay, and a carriage return becomes a line end. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/**
 * Returns the text without control characters such as NUL, with `\n` as its line end, and with the replacement character
 * for half a surrogate pair. Stores, channels and providers each change or refuse such characters in their own way.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replace(CONTROL, "").replace(/\r\n?/g, "\n");
}

/** A text that is cleaned when it is parsed. Length limits apply to the result. */
export const PlainText = z.string().overwrite(plainText);
