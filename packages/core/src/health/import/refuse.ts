/** Builds the error that ends an import. All importers use it. */
import { WaldoError } from "@waldo/contracts";

/** A place in an export: the file by the name that the person knows, and the line in it (from 1). */
export type Place = { readonly file: string; readonly line: number };

const LONGEST_MESSAGE = 500;

/**
 * Returns the one error that ends an import: `<file>:<line>: what is wrong; what to do`, in one line. After this error
 * nothing was imported.
 */
export function refusal(place: Place, message: string, cause?: unknown): WaldoError {
  const line = oneLine(`${place.file}:${place.line}: ${message}`);
  return new WaldoError("ImportRefused", line, cause === undefined ? undefined : { cause });
}

/** Returns a piece of the file for a message: one line, printable, short. */
export function shown(text: string, longest = 40): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\uFFFD]+/gu, "·");
  return `"${printable.length > longest ? `${printable.slice(0, longest)}…` : printable}"`;
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length > LONGEST_MESSAGE ? `${flat.slice(0, LONGEST_MESSAGE - 1)}…` : flat;
}
