/** Text that people, devices and models send. It is made plain where it enters, so that all later code can rely on it. */
import * as z from "zod";

/** Control characters without a place in a text. Tab and line feed stay; a carriage return is a line end. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/**
 * Returns the text without control characters such as NUL, with `\n` as its line end, and with the replacement character
 * for half a surrogate pair. Stores, channels and providers each change or refuse such characters in their own way.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replace(CONTROL, "").replace(/\r\n?/g, "\n");
}

/** A text that is made plain when it is parsed. Length limits that follow count what is left. */
export const PlainText = z.string().overwrite(plainText);
