/** The importer of Apple Health. import-export.ts calls it. A broken file is refused with file and line. */
import type { Source } from "@waldo/contracts";
import { SaxesParser } from "saxes";
import { createAppleDays } from "./apple-days.ts";
import { type AppleTime, type AppleType, appleSource, appleTime, appleType, unitFactor } from "./apple-record.ts";
import { APPLE_SLEEP, appleStage, createSleepSegments } from "./apple-sleep.ts";
import { outOfBounds } from "./bounds.ts";
import { type ExportFile, textChunks } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { dateAt, type ZoneClock, zoneClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";
import { createSeenHashes } from "./seen-hashes.ts";

type Attributes = Readonly<Record<string, string>>;

/**
 * Reads Apple Health's `export.xml`, one record at a time. Health writes every time with the offset that the phone has
 * at the export. A record made in another time zone names that zone in `HKTimeZone`, and the date of such a record is
 * read in that time zone.
 */
export async function importAppleHealth(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  for (const file of files) {
    const reader = createRecordReader(file.name, context);
    await parseRecords(file, context, reader.record);
    reader.finish();
  }
}

/** Streams the file and passes on each top-level record once its metadata is known. */
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
    if (name !== "Record" || record === undefined) return;
    onRecord(record, timeZone, recordLine);
    record = undefined;
  });
  parser.on("error", (error) => {
    const place = { file: file.name, line: lineNow() };
    // Device names are written unchanged, with control characters.
    if (/disallowed character/.test(error.message)) {
      context.notes.once("ignored", place, "a control character that XML does not allow; read over");
      return;
    }
    const cut = /unclosed|unexpected end|must contain a root/i.test(error.message);
    const what = cut ? "the export ends in the middle: it was cut short" : "not well-formed XML";
    throw refusal(place, `${what}; export it again, and copy the zip whole`, error);
  });
  for await (const text of head.rest) parser.write(text);
  parser.close();
}

const LONGEST_DOCTYPE = 1024 * 1024;

/**
 * Skips the document type at the start of the file without reading it, because Health has written it with unbalanced
 * brackets since iOS 16. Of everything before `<HealthData` only the lines are counted.
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
    if (attributes.type === APPLE_SLEEP) sleep(attributes, timeZone, place);
    else if (type !== undefined && !isRepeated(attributes, place)) quantity(type, attributes, timeZone, place);
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
