/** Reads one file of an export as bytes, text or lines. A file that is too large to read whole is refused. */
import type { ByteSource } from "../../ports.ts";
import { refusal } from "./refuse.ts";

/** One file of an export, from a folder, from a zip or alone. */
export type ExportFile = {
  /** The name as the person knows it: a relative path, or `archive.zip/path/inside`. */
  readonly name: string;
  /** Size in bytes when unpacked. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
};

/** The largest JSON file, because JSON is parsed as a whole. Ten years of sleep with stages are about 40 MB. */
const LARGEST_WHOLE_FILE = 128 * 1024 * 1024;
/**
 * Size of one piece of text. Pieces this small are freed early. Larger ones grow the heap of a 1 GB import by a third.
 */
const TEXT_PIECE = 16 * 1024;
export const HEAD_BYTES = 64 * 1024;

export function exportFile(source: ByteSource): ExportFile {
  return { name: source.name, size: source.size, open: () => source.stream() };
}

/** Returns the last part of the path in lower case. Formats are recognised by it. */
export function baseName(file: ExportFile): string {
  return (file.name.split(/[\\/]/).at(-1) ?? file.name).toLowerCase();
}

/** Returns the first bytes of a file, or all of them when it is shorter. */
export async function readHead(file: ExportFile, bytes = HEAD_BYTES): Promise<Uint8Array> {
  const most = Math.min(bytes, file.size);
  const head = new Uint8Array(most);
  let filled = 0;
  if (most === 0) return head;
  for await (const chunk of file.open()) {
    head.set(chunk.subarray(0, most - filled), filled);
    filled = Math.min(most, filled + chunk.length);
    if (filled === most) break;
  }
  return head.subarray(0, filled);
}

/** Returns the whole file as text, without its byte order mark. */
export async function readText(file: ExportFile): Promise<string> {
  if (file.size > LARGEST_WHOLE_FILE) {
    const limit = LARGEST_WHOLE_FILE / 1024 / 1024;
    throw refusal({ file: file.name, line: 1 }, `larger than ${limit} MB; split the export by year`);
  }
  const parts: string[] = [];
  for await (const text of textChunks(file)) parts.push(text);
  return parts.join("");
}

/**
 * Decodes the file while reading it. A character split between two chunks stays whole, and a byte order mark is
 * dropped.
 */
export async function* textChunks(file: ExportFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of file.open()) {
    for (let at = 0; at < chunk.length; at += TEXT_PIECE) {
      const text = decoder.decode(chunk.subarray(at, at + TEXT_PIECE), { stream: true });
      if (text !== "") yield text;
    }
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** Yields lines with their numbers and without their line ends, `\n` or `\r\n`. */
export async function* textLines(file: ExportFile): AsyncGenerator<{ line: number; text: string }> {
  let pending = "";
  let line = 0;
  for await (const chunk of textChunks(file)) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop() ?? "";
    for (const text of lines) yield { line: ++line, text: text.replace(/\r$/, "") };
  }
  if (pending !== "") yield { line: line + 1, text: pending.replace(/\r$/, "") };
}
