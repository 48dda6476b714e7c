import type { Source } from "@waldo/contracts";
import { SaxesParser } from "saxes";
import { createAppleDays } from "./apple-days.ts";
import {
  APPLE_SLEEP,
  type AppleTime,
  type AppleType,
  appleSource,
  appleStage,
  appleTime,
  appleType,
  unitFactor,
} from "./apple-record.ts";
import { createSleepSegments } from "./apple-sleep.ts";
import { outOfBounds } from "./bounds.ts";
import { type ExportFile, textChunks } from "./export-file.ts";
import type { ImportContext } from "./import-context.ts";
import { dateAt, type ZoneClock, zoneClock } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";
import { createSeenHashes } from "./seen-hashes.ts";

type Attributes = Readonly<Record<string, string>>;

/**
 * Apple Health's `export.xml`, one record at a time. Health writes every time with the offset its phone has today; a
 * record made in another zone carries that zone as `HKTimeZone`, and where it does, its date is read there.
 */
export async function importAppleHealth(files: readonly ExportFile[], context: ImportContext): Promise<void> {
  for (const file of files) {
    const reader = createRecordReader(file.name, context);
    await parseRecords(file, context, reader.record);
    reader.finish();
  }
}

/** Streams the file and hands over each top-level record once its metadata is known. */
async function parseRecords(
  file: ExportFile,
  context: ImportContext,
  onRecord: (attributes: Attributes, zone: string | undefined, line: number) => void,
): Promise<void> {
  const parser = new SaxesParser();
  const head = await skipDoctype(file);
  const lineNow = () => parser.line + head.lines;
  let record: Attributes | undefined;
  let recordLine = 0;
  let zone: string | undefined;
  let correlations = 0;

  parser.on("opentag", ({ name, attributes }) => {
    if (name === "Record" && correlations === 0) {
      record = attributes;
      recordLine = lineNow();
      zone = undefined;
    } else if (name === "MetadataEntry" && attributes.key === "HKTimeZone") {
      zone = attributes.value;
    } else if (name === "Correlation") {
      // Its records are all there a second time at the top level.
      correlations++;
    }
  });
  parser.on("closetag", ({ name }) => {
    if (name === "Correlation") correlations--;
    if (name !== "Record" || record === undefined) return;
    onRecord(record, zone, recordLine);
    record = undefined;
  });
  parser.on("error", (error) => {
    const place = { file: file.name, line: lineNow() };
    // Device names are written as they are, control characters and all.
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
 * The document type at the start of the file is skipped unread: Health has written it with unbalanced brackets since
 * iOS 16. Everything before `<HealthData` is only counted, in lines.
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
   * One string per app or device. What the parser hands out is a slice that keeps its whole chunk of the file alive;
   * a hundred thousand of them, kept, would be the file itself in memory.
   */
  function nameOf(attributes: Attributes): string {
    const sliced = attributes.sourceName ?? "";
    const known = names.get(sliced);
    if (known !== undefined) return known;
    names.set(sliced, sliced);
    return sliced;
  }

  /** The time as the person's own clock showed it. */
  function local(time: AppleTime, zone: string | undefined): AppleTime {
    if (zone === undefined) return time;
    if (!zones.has(zone)) zones.set(zone, clockOrNothing(zone));
    const clock = zones.get(zone);
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

  function sleep(attributes: Attributes, zone: string | undefined, place: Place): void {
    const stage = appleStage(attributes.value ?? "");
    const start = appleTime(attributes.startDate, place);
    const end = local(appleTime(attributes.endDate, place), zone);
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

  function record(attributes: Attributes, zone: string | undefined, line: number): void {
    context.counted();
    const place = { file, line };
    const type = appleType(attributes.type);
    if (attributes.type === APPLE_SLEEP) sleep(attributes, zone, place);
    else if (type !== undefined && !isRepeated(attributes, place)) quantity(type, attributes, zone, place);
  }

  function quantity(type: AppleType, attributes: Attributes, zone: string | undefined, place: Place): void {
    const source = sourceOf(attributes, place);
    const start = local(appleTime(attributes.startDate, place), zone);
    const date = dateAt(start.instant, start.offset);
    const factor = unitFactor(type.metric, attributes.unit);
    const value = Number(attributes.value) * (factor ?? Number.NaN);
    const wrong =
      factor === undefined ? `the unit ${shown(attributes.unit ?? "")} is not known` : outOfBounds(type.metric, value);
    if (wrong !== undefined) context.days.reject(date, source, type.metric, attributes.value ?? "", wrong, place);
    else if (type.take === "sum") days.sum(type.metric, source, nameOf(attributes), date, value, place);
    else if (type.take === "last") days.last(type.metric, source, date, start.instant, value, place);
    else days.sample(type.metric, source, { ...start, value, line: place.line });
  }

  return {
    record,
    finish: () => days.finish(segments.nights(file, context.notes), file),
  };
}

function clockOrNothing(zone: string): ZoneClock | undefined {
  try {
    return zoneClock(zone);
  } catch {
    return undefined;
  }
}
