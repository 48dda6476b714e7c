/** Streams a CSV file row by row for the importers. A broken row is refused with file and line. */
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { parse as parseLine } from "csv-parse/sync";
import { type Delimiter, readNumber } from "./bounds.ts";
import { type ExportFile, readHead } from "./export-file.ts";
import { type Place, refusal, shown } from "./refuse.ts";

export type CsvRow = {
  readonly place: Place;
  /** Returns the trimmed cell under this header, or "" when the file has no such column. */
  text(column: string): string;
  /** Returns the number under this header, or undefined when it is missing. It refuses a cell that is not a number. */
  number(column: string): number | undefined;
};

export type CsvFile = {
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  /** Yields the rows that are not blank, in file order. It refuses a row with fewer or more fields than the header. */
  rows(): AsyncGenerator<CsvRow>;
};

const LONGEST_RECORD = 1024 * 1024;

/**
 * Returns header and delimiter from the first line after the titles, or undefined when that line is missing or has
 * fewer than two fields.
 */
export function csvHeader(head: Uint8Array, titleLines = 0): { header: string[]; delimiter: Delimiter } | undefined {
  const text = new TextDecoder("utf-8").decode(head);
  const line = text.split(/\r\n|\n|\r/).filter((candidate) => candidate.trim() !== "")[titleLines];
  if (line === undefined) return undefined;
  const outsideQuotes = line.replace(/"[^"]*"/g, "");
  const counted = ([",", ";", "\t"] as const).map((mark) => ({ mark, count: outsideQuotes.split(mark).length - 1 }));
  const delimiter = counted.reduce((best, next) => (next.count > best.count ? next : best));
  if (delimiter.count === 0) return undefined;
  try {
    const [header] = parseLine(line, { delimiter: delimiter.mark, trim: true });
    return header === undefined ? undefined : { header, delimiter: delimiter.mark };
  } catch {
    // A quote in the middle of a field means that the file is JSON, or text with commas.
    return undefined;
  }
}

/**
 * Opens a CSV with a header as a stream. It accepts a byte order mark, CRLF, quoted fields and blank lines.
 * `titleLines` is the number of lines above the header.
 */
export async function openCsv(file: ExportFile, titleLines = 0): Promise<CsvFile> {
  const first = csvHeader(await readHead(file), titleLines);
  if (first === undefined) throw refusal({ file: file.name, line: 1 }, "no header with two columns or more");
  const { header, delimiter } = first;
  const repeated = header.find((name, index) => name !== "" && header.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw refusal(
      { file: file.name, line: 1 + titleLines },
      `the column ${shown(repeated)} is there twice; export the file again`,
    );
  }
  const columns = new Map(header.map((name, index) => [name, index]));

  async function* rows(): AsyncGenerator<CsvRow> {
    let line = 1;
    const parser = parse({
      bom: true,
      delimiter,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
    });
    const input = Readable.from(boundedLines(file));
    input.on("error", (error) => parser.destroy(error));
    input.pipe(parser);
    try {
      let above = titleLines + 1;
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
        line = info.lines;
        if (above > 0) {
          above--;
          continue;
        }
        if (record.every((cell) => cell === "")) continue;
        const surplus = record.slice(header.length).some((cell) => cell !== "");
        if (record.length < header.length || surplus) {
          const found = `${record.length} fields where the header has ${header.length}`;
          throw refusal({ file: file.name, line }, `${found}: the file is cut short or damaged; export it again`);
        }
        yield csvRow({ file: file.name, line }, record, columns, delimiter);
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const at = Number("lines" in error ? error.lines : line) || line;
      const what = error.code === "CSV_QUOTE_NOT_CLOSED" ? "a quoted field never ends" : "not readable as CSV";
      throw refusal({ file: file.name, line: at }, `${what}: the file is cut short or damaged; export it again`, error);
    } finally {
      input.destroy();
      parser.destroy();
    }
  }

  return { header, delimiter, rows };
}

const [LF, CR] = [10, 13];

/** A line with more separators than this is not a row of any export. The parser would store each cell. */
const MOST_CELLS = 20_000;

/** Passes the bytes on. It refuses a row of thousands of cells before the parser creates the cells. */
async function* boundedLines(file: ExportFile): AsyncGenerator<Uint8Array> {
  let [line, cells] = [1, 0];
  for await (const chunk of file.open()) {
    for (const byte of chunk)
      if (byte === LF || byte === CR) {
        if (byte === LF) line++;
        cells = 0;
      } else if ((byte === 44 || byte === 59 || byte === 9) && ++cells > MOST_CELLS)
        throw refusal(
          { file: file.name, line },
          `a row of more than ${MOST_CELLS} cells: the file is damaged; export it again`,
        );
    yield chunk;
  }
}

function csvRow(
  place: Place,
  record: readonly string[],
  columns: ReadonlyMap<string, number>,
  delimiter: Delimiter,
): CsvRow {
  const text = (column: string) => record[columns.get(column) ?? -1] ?? "";
  return {
    place,
    text,
    number(column) {
      const cell = readNumber(text(column), delimiter);
      if (cell.is === "unreadable") throw refusal(place, `${shown(column)} ${cell.why}`);
      return cell.is === "missing" ? undefined : cell.value;
    },
  };
}
