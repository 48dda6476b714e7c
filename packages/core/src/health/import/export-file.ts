import type { ByteSource } from "../../ports.ts";
import { refusal } from "./refuse.ts";

/** One file of an export, whether it lies in a folder, in a zip or alone. */
export type ExportFile = {
  /** As the person knows it: a relative path, or `archive.zip/path/inside`. */
  readonly name: string;
  /** Bytes once unpacked. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
};

/** JSON is parsed whole, so one file of it has a limit. Sleep of ten years with stages is about 40 MB. */
const LARGEST_WHOLE_FILE = 256 * 1024 * 1024;
/** Pieces of text this small die young: with larger ones the heap of a 1 GB import grows by a third. */
const TEXT_PIECE = 16 * 1024;
export const HEAD_BYTES = 64 * 1024;

export function exportFile(source: ByteSource): ExportFile {
  return { name: source.name, size: source.size, open: () => source.stream() };
}

/** The last part of the path, in lower case: what formats are told apart by. */
export function baseName(file: ExportFile): string {
  return (file.name.split(/[\\/]/).at(-1) ?? file.name).toLowerCase();
}

/** The first bytes of a file, fewer where it is shorter. */
export async function readHead(file: ExportFile, bytes = HEAD_BYTES): Promise<Uint8Array> {
  const head = new Uint8Array(bytes);
  let filled = 0;
  for await (const chunk of file.open()) {
    head.set(chunk.subarray(0, bytes - filled), filled);
    filled = Math.min(bytes, filled + chunk.length);
    if (filled === bytes) break;
  }
  return head.subarray(0, filled);
}

/** The whole file as text, without its byte order mark. */
export async function readText(file: ExportFile): Promise<string> {
  if (file.size > LARGEST_WHOLE_FILE) {
    const limit = LARGEST_WHOLE_FILE / 1024 / 1024;
    throw refusal({ file: file.name, line: 1 }, `larger than ${limit} MB; split the export by year`);
  }
  const parts: string[] = [];
  for await (const text of textChunks(file)) parts.push(text);
  return parts.join("");
}

/** Decodes as it reads: a character cut by a chunk border stays whole, a byte order mark is dropped. */
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

/** Lines with their numbers, without their ends. Both `\n` and `\r\n`. */
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
