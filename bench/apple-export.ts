import { once } from "node:events";
import { createWriteStream } from "node:fs";

/**
 * Writes a made-up Apple Health `export.xml` of about `megabytes`: the same mix of records, attributes and order (by
 * type, then time) as the export of a person who wears a watch, and the same malformed document type that iOS 16
 * writes. Deterministic.
 */
export async function writeAppleExport(path: string, megabytes: number): Promise<{ records: number; bytes: number }> {
  const out = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  const days = Math.max(1, Math.round((megabytes * 1024 * 1024) / BYTES_PER_DAY));
  const target = megabytes * 1024 * 1024;
  let records = 0;
  let bytes = 0;
  let pending: string[] = [];
  const flush = async () => {
    const text = pending.join("");
    pending = [];
    bytes += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, "drain");
  };
  pending.push(HEAD);
  for (const series of SERIES) {
    for (let day = 0; day < days; day++) {
      for (let index = 0; index < series.perDay; index++) {
        pending.push(series.record(day, index));
        records++;
      }
      if (pending.length > 2000) await flush();
    }
  }
  await flush();
  // The estimate of a day's bytes is rough, so more of the most common record fills the file up to its size.
  for (let day = days; bytes < target - TAIL.length; day++) {
    for (let index = 0; index < 2000; index++)
      pending.push(record("HeartRate", WATCH, "count/min", day, index * 40, 5, 60));
    records += 2000;
    await flush();
  }
  pending.push(TAIL);
  await flush();
  out.end();
  await once(out, "finish");
  return { records, bytes };
}

const BYTES_PER_DAY = 720_000;
const FIRST_DAY = Date.UTC(2019, 0, 1);
const WATCH = `sourceName="Somebody’s Apple Watch" sourceVersion="9.1" device="&lt;&lt;HKDevice: 0x2803a1b30&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.1&gt;"`;
const PHONE = `sourceName="Somebody’s iPhone" sourceVersion="16.1" device="&lt;&lt;HKDevice: 0x2803a1c90&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,2, software:16.1&gt;"`;

const SERIES = [
  {
    perDay: 600,
    record: (d: number, i: number) => record("HeartRate", WATCH, "count/min", d, i * 140, 5, 55 + (i % 60)),
  },
  {
    perDay: 150,
    record: (d: number, i: number) => record("StepCount", WATCH, "count", d, 25_000 + i * 300, 240, 20 + (i % 70)),
  },
  {
    perDay: 80,
    record: (d: number, i: number) => record("StepCount", PHONE, "count", d, 25_000 + i * 560, 300, 30 + (i % 90)),
  },
  {
    perDay: 400,
    record: (d: number, i: number) =>
      record("ActiveEnergyBurned", WATCH, "Cal", d, 22_000 + i * 150, 140, 0.4 + (i % 9) / 7),
  },
  { perDay: 200, record: (d: number, i: number) => record("BasalEnergyBurned", WATCH, "Cal", d, i * 430, 400, 6.5) },
  {
    perDay: 150,
    record: (d: number, i: number) => record("DistanceWalkingRunning", WATCH, "km", d, 25_000 + i * 300, 240, 0.02),
  },
  {
    perDay: 30,
    record: (d: number, i: number) => record("AppleExerciseTime", WATCH, "min", d, 64_000 + i * 60, 60, 1),
  },
  {
    perDay: 40,
    record: (d: number, i: number) =>
      record("RespiratoryRate", WATCH, "count/min", d, 1000 + i * 600, 0, 13 + ((d + i) % 5) / 2),
  },
  {
    perDay: 6,
    record: (d: number, i: number) =>
      record("HeartRateVariabilitySDNN", WATCH, "ms", d, 3000 + i * 3600, 60, 40 + ((d * 7 + i * 5) % 40), true),
  },
  {
    perDay: 1,
    record: (d: number, i: number) => record("RestingHeartRate", WATCH, "count/min", d, i, 86_000, 52 + (d % 9)),
  },
  { perDay: 36, record: sleep },
] as const;

function record(
  type: string,
  source: string,
  unit: string,
  day: number,
  from: number,
  seconds: number,
  value: number,
  beats = false,
) {
  const attributes = `type="HKQuantityTypeIdentifier${type}" ${source} unit="${unit}" ${times(day, from, seconds)} value="${value}"`;
  if (!beats) return ` <Record ${attributes}/>\n`;
  const list = `<InstantaneousBeatsPerMinute bpm="61" time="2:51:19.43 AM"/>`.repeat(20);
  return ` <Record ${attributes}>\n  <HeartRateVariabilityMetadataList>\n   ${list}\n  </HeartRateVariabilityMetadataList>\n </Record>\n`;
}

const STAGES = ["AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM", "AsleepCore", "Awake"] as const;

function sleep(day: number, index: number): string {
  const stage = STAGES[index % STAGES.length];
  const attributes = `type="HKCategoryTypeIdentifierSleepAnalysis" ${WATCH} ${times(day, index * 780, 780)}`;
  const timeZone = `<MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>`;
  return ` <Record ${attributes} value="HKCategoryValueSleepAnalysis${stage}">\n  ${timeZone}\n </Record>\n`;
}

function times(day: number, from: number, seconds: number): string {
  const start = FIRST_DAY + day * 86_400_000 + from * 1000;
  const end = clock(start + seconds * 1000);
  return `creationDate="${end}" startDate="${clock(start)}" endDate="${end}"`;
}

function clock(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace("T", " ")} +0100`;
}

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ATTLIST VisionPrescription
  type             CDATA #REQUIRED
  brand            CDATA #IMPLIED
<!ELEMENT RightEye EMPTY>
]>
<HealthData locale="en_DE">
 <ExportDate value="2026-10-31 09:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
`;
const TAIL = "</HealthData>\n";
