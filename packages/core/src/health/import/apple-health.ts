// The importer of Apple Health. import-export.ts calls it. An unreadable record is counted with its line and left out,
// because another export holds the same record. A file that ends too early, or has mostly broken records, is refused.

import { isError, type Source } from "@waldo/contracts";
import { SaxesParser } from "saxes";
import { hash52 } from "../../digest.ts";
import { createAppleDays } from "./apple-days.ts";
import { type AppleTime, type AppleType, appleSource, appleTime, appleType, unitFactor } from "./apple-record.ts";
import { APPLE_SLEEP, appleStage, createSleepSegments } from "./apple-sleep.ts";
import { outOfBounds } from "./bounds.ts";
import { type ExportFile, textChunks } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { dateAt, type ZoneClock, zoneClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/**
 * Remembers millions of strings by a 52-bit hash each, in about 16 bytes a string. The chance that two different
 * strings count as the same is n²/2⁵³. For an export of six million records the chance is one in two hundred. The loss
 * is then one record.
 */
type SeenHashes = {
  /** Adds the text. Returns true when it was not there before. */
  add(text: string): boolean;
};

export function createSeenHashes(): SeenHashes {
  let slots = new Float64Array(1 << 12);
  let used = 0;

  function insert(table: Float64Array, hash: number): boolean {
    const mask = table.length - 1;
    let at = (hash % table.length) & mask;
    while (table[at] !== 0) {
      if (table[at] === hash) return false;
      at = (at + 1) & mask;
    }
    table[at] = hash;
    return true;
  }

  return {
    add(text) {
      if (used * 4 > slots.length * 3) {
        const larger = new Float64Array(slots.length * 2);
        for (const hash of slots) if (hash !== 0) insert(larger, hash);
        slots = larger;
      }
      const added = insert(slots, hash52(text));
      if (added) used++;
      return added;
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

/**
 * Reads Apple Health's `export.xml`, one record at a time. Health writes every time with the offset that the phone has
 * at the export. A record from another time zone names that zone in `HKTimeZone`, and its date is read in that zone.
 */
export async function importAppleHealth(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  for (const file of files) {
    const reader = createRecordReader(file.name, context);
    await parseRecords(file, context, reader.record);
    reader.finish();
  }
}

/** Streams the file. It passes on each top-level record when the metadata of the record is known. */
async function parseRecords(
  file: ExportFile,
  context: ImportContext,
  onRecord: (attributes: Attributes, timeZone: string | undefined, line: number) => void,
): Promise<void> {
  const parser = new SaxesParser();
  const head = await skipDoctype(file);
  const lineNow = () => parser.line + head.lines;
  let record: Attributes | undefined;
  let recordLine = 0;
  let timeZone: string | undefined;
  let correlations = 0;
  /** True when the present record has an error. It is undefined between two records. */
  let isBroken: boolean | undefined;
  let startLine = 0;
  const counts = { read: 0, broken: 0, firstBroken: 0 };

  function leaveOut(): void {
    isBroken = undefined;
    record = undefined;
    if (correlations > 0) return;
    counts.broken++;
    counts.firstBroken ||= startLine;
    context.notes.add("rejected", { file: file.name, line: startLine }, "a record that cannot be read; left out");
  }

  parser.on("opentagstart", ({ name }) => {
    if (name !== "Record") return;
    // Records are never nested, so the end of the record before was not found.
    if (isBroken) leaveOut();
    isBroken = false;
    startLine = lineNow();
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "Record" && correlations === 0) {
      record = attributes;
      recordLine = lineNow();
      timeZone = undefined;
    } else if (name === "MetadataEntry" && attributes.key === "HKTimeZone") {
      timeZone = attributes.value;
    } else if (name === "Correlation") {
      // The records of a correlation are also in the file at the top level, so they are skipped here.
      correlations++;
    }
  });
  parser.on("closetag", ({ name }) => {
    if (name === "Correlation") correlations--;
    if (name !== "Record") return;
    if (isBroken) leaveOut();
    else if (record !== undefined) {
      counts.read++;
      onRecord(record, timeZone, recordLine);
    }
    record = undefined;
    isBroken = undefined;
  });
  parser.on("error", (error) => {
    const place = { file: file.name, line: lineNow() };
    // Device names are written unchanged, with control characters.
    if (/ disallowed character\.$/.test(error.message)) {
      context.notes.once("ignored", place, "a control character that XML does not allow; read over");
      return;
    }
    if (/unclosed|unexpected end|must contain a root/i.test(error.message))
      throw refusal(place, "the export ends in the middle: it was cut short; export it again, and copy the zip whole");
    if (isBroken === undefined)
      context.notes.once("ignored", place, "a part without records is not well-formed; read over");
    else isBroken = true;
  });
  for await (const text of bareAmpersands(head.rest)) parser.write(text);
  parser.close();
  if (counts.broken > counts.read)
    throw refusal(
      { file: file.name, line: counts.firstBroken },
      "not well-formed XML in most of its records; export it again, and copy the zip whole",
    );
}

/** Matches an ampersand that begins no reference. The longest reference has nine characters. */
const BARE = /&(?!#\d{1,7};|#x[\da-f]{1,6};|[a-z]{2,7};)/gi;
const LONGEST_REFERENCE = 9;

/**
 * Turns each bare ampersand into a reference that causes an error. Otherwise the parser would read a name up to the
 * next semicolon, which may be several records later.
 */
async function* bareAmpersands(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const last = text.lastIndexOf("&");
    const cut = last >= 0 && text.length - last < LONGEST_REFERENCE ? last : text.length;
    rest = text.slice(cut);
    yield text.slice(0, cut).replace(BARE, "&#0;");
  }
  yield rest.replace(BARE, "&#0;");
}

const LONGEST_DOCTYPE = 1024 * 1024;

/**
 * Skips the document type at the start of the file without reading it, because Health has written it with unbalanced
 * brackets since iOS 16. Up to `<HealthData` it only counts the lines.
 */
async function skipDoctype(file: ExportFile): Promise<{ lines: number; rest: AsyncIterable<string> }> {
  const chunks = textChunks(file);
  let head = "";
  while (head.length < LONGEST_DOCTYPE) {
    const next = await chunks.next();
    if (next.done === true) break;
    head += next.value;
    const root = head.search(/<HealthData[\s>/]/);
    if (root < 0) continue;
    const start = head.slice(root);
    return {
      lines: head.slice(0, root).split("\n").length - 1,
      rest: (async function* () {
        yield start;
        yield* chunks;
      })(),
    };
  }
  await chunks.return(undefined);
  throw refusal(
    { file: file.name, line: 1 },
    "there is no HealthData in it: it is cut short or not export.xml; export it again",
  );
}

function createRecordReader(file: string, context: ImportContext) {
  const days = createAppleDays(context.days);
  const segments = createSleepSegments();
  const seen = createSeenHashes();
  const zones = new Map<string, ZoneClock | undefined>();
  const names = new Map<string, string>();

  /**
   * Returns one string per app or device. The parser returns slices that keep their whole chunk of the file in memory.
   * A hundred thousand kept slices would keep the whole file in memory.
   */
  function nameOf(attributes: Attributes): string {
    const sliced = attributes.sourceName ?? "";
    const known = names.get(sliced);
    if (known !== undefined) return known;
    names.set(sliced, sliced);
    return sliced;
  }

  /** Returns the time as the person's own clock showed it. */
  function local(time: AppleTime, timeZone: string | undefined): AppleTime {
    if (timeZone === undefined) return time;
    if (!zones.has(timeZone)) zones.set(timeZone, clockOrNothing(timeZone));
    const clock = zones.get(timeZone);
    return clock === undefined ? time : { instant: time.instant, offset: clock.offsetAt(time.instant) };
  }

  function sourceOf(attributes: Attributes, place: Place): Source {
    const name = nameOf(attributes);
    const source = appleSource(name, attributes.device ?? "");
    if (source === undefined)
      context.notes.once("assumed", place, `${shown(name)} is no device known here; filed as phone`);
    return source ?? "phone";
  }

  function isRepeated(attributes: Attributes, place: Place): boolean {
    const { type, sourceName, startDate, endDate, value } = attributes;
    if (seen.add(`${type}|${sourceName}|${startDate}|${endDate}|${value}`)) return false;
    context.notes.add("duplicate", place, "the same record is there twice; counted once");
    return true;
  }

  function sleep(attributes: Attributes, timeZone: string | undefined, place: Place): void {
    const stage = appleStage(attributes.value ?? "");
    const start = appleTime(attributes.startDate, place);
    const end = local(appleTime(attributes.endDate, place), timeZone);
    if (stage === undefined) {
      context.notes.once(
        "unknown",
        place,
        `${shown(attributes.value ?? "")} is no stage of sleep known here; left out`,
      );
    } else if (end.instant <= start.instant) {
      context.notes.add("rejected", place, "a stage of sleep that ends before it starts; left out");
    } else {
      const sourceName = nameOf(attributes);
      const times = { start: start.instant, end: end.instant, offset: end.offset };
      segments.add({ source: sourceOf(attributes, place), sourceName, stage, ...times, line: place.line });
    }
  }

  function record(attributes: Attributes, timeZone: string | undefined, line: number): void {
    context.counted();
    const place = { file, line };
    const type = appleType(attributes.type);
    try {
      if (attributes.type === APPLE_SLEEP) sleep(attributes, timeZone, place);
      else if (type !== undefined && !isRepeated(attributes, place)) quantity(type, attributes, timeZone, place);
    } catch (error) {
      if (!isError(error, "ImportRefused")) throw error;
      context.notes.add("rejected", place, "a record whose time cannot be read; left out");
    }
  }

  function quantity(type: AppleType, attributes: Attributes, timeZone: string | undefined, place: Place): void {
    const source = sourceOf(attributes, place);
    const start = local(appleTime(attributes.startDate, place), timeZone);
    const date = dateAt(start.instant, start.offset);
    const factor = unitFactor(type.metric, attributes.unit);
    const value = Number(attributes.value) * (factor ?? Number.NaN);
    const wrong =
      factor === undefined ? `the unit ${shown(attributes.unit ?? "")} is not known` : outOfBounds(type.metric, value);
    if (wrong !== undefined) {
      const rejected = { metric: type.metric, value: attributes.value ?? "", reason: wrong };
      context.days.reject({ date, source }, rejected, place);
    } else if (type.take === "sum") days.sum(`${type.metric} ${source} ${date}`, nameOf(attributes), value, place);
    else if (type.take === "last") days.last(`${type.metric} ${source} ${date}`, start.instant, value, place);
    else days.sample(type.metric, source, { ...start, value, line: place.line });
  }

  return {
    record,
    finish: () => days.finish(segments.nights(file, context.notes), file),
  };
}

function clockOrNothing(timeZone: string): ZoneClock | undefined {
  try {
    return zoneClock(timeZone);
  } catch {
    return undefined;
  }
}
