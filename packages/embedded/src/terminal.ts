/** What the commands know of the terminal: its width, whether to use colour, and whether to show progress. */
import { createInterface } from "node:readline";
import type { ImportProgress } from "@waldo/core/health/import/import-export";
import pc from "picocolors";
import { machineZone } from "./machine-zone.ts";

/** The part of a process's stdout and stderr that is used here. */
export type Stream = Pick<NodeJS.WritableStream, "write" | "on"> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

export type Terminal = {
  readonly print: (line: string) => void;
  /** Prints a line on stderr, so that `--json` on stdout stays one document. */
  readonly note: (line: string) => void;
  readonly c: ReturnType<typeof pc.createColors>;
  readonly width: number;
  /** This machine's own time zone. */
  readonly timeZone: string;
  /** Set only on a terminal, because a moving line makes no sense in a log file. */
  readonly progress?: (progress: ImportProgress) => void;
  readonly clearProgress: () => void;
  /** Asks the person a question. Absent when nobody can answer. */
  readonly ask?: (question: string) => Promise<string>;
  /** Stops reading answers, so that a waiting process can end. */
  readonly close: () => void;
};

const MAX_WIDTH = 100;
const MIN_WIDTH = 48;
const PROGRESS_EVERY_MS = 100;

/** The input on which a person types. */
export type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export function openTerminal(out: Stream, err: Stream, input?: Input): Terminal {
  // When the reader of the output closes it (`waldo day | head`), this is not an error.
  out.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  let shownAt = 0;
  let shown = false;
  const progress = ({ bytesRead, totalBytes, records }: ImportProgress) => {
    const now = performance.now();
    if (now - shownAt < PROGRESS_EVERY_MS) return;
    shownAt = now;
    shown = true;
    const percent = totalBytes === 0 ? 100 : Math.floor((100 * bytesRead) / totalBytes);
    err.write(`\r\u001b[K reading the export … ${percent}% · ${records.toLocaleString("en")} records`);
  };
  let asked: ReturnType<typeof asking> | undefined;
  const questions = (from: Input) => {
    asked ??= asking(from, err);
    return asked;
  };
  const colours = (stream: Stream) => pc.createColors(stream.isTTY === true && pc.isColorSupported);
  const aside = colours(err);
  return {
    print: (line) => void out.write(`${line}\n`),
    note: (line) => void err.write(`${aside.dim(line)}\n`),
    c: colours(out),
    // A terminal that does not know its width reports 0.
    width: Math.max(MIN_WIDTH, Math.min(out.columns || MAX_WIDTH, MAX_WIDTH)),
    timeZone: machineZone(),
    ...(err.isTTY ? { progress } : {}),
    clearProgress: () => {
      if (shown) err.write("\r\u001b[K");
    },
    ...(input?.isTTY && err.isTTY ? { ask: (question: string) => questions(input).ask(question) } : {}),
    close: () => asked?.close(),
  };
}

/**
 * The question is printed on stderr, so that the output stays one document. The end of the input counts as an empty
 * answer.
 */
function asking(input: Input, err: Stream) {
  const lines = createInterface({ input, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  return {
    close: () => lines.close(),
    async ask(question: string): Promise<string> {
      err.write(question);
      const { value, done } = await answers.next();
      return done ? "" : value;
    },
  };
}
