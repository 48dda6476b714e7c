import { describe, expect, it } from "vitest";
import { dayOf, importFiles, refusalOf, zipped } from "../../../../testkit/src/made-up-exports.ts";

const WATCH = `sourceName="Somebody’s wrist" device="&lt;&lt;HKDevice: 0x28&gt;, name:Apple Watch, model:Watch, hardware:Watch6,2&gt;"`;
const PHONE = `sourceName="Somebody’s iPhone" device="&lt;&lt;HKDevice: 0x29&gt;, name:iPhone, model:iPhone&gt;"`;
/** The document type as iOS 16 writes it, with an attribute list that never ends. */
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
<!ATTLIST VisionPrescription
  type             CDATA #REQUIRED
<!ELEMENT RightEye EMPTY>
]>
<HealthData locale="en_US">
 <ExportDate value="2024-03-09 10:00:00 +0530"/>
`;
const HEAD_LINES = HEAD.split("\n").length - 1;
const xml = (...records: string[]) => `${HEAD}${records.join("\n")}\n</HealthData>\n`;

function quantity(
  type: string,
  value: number | string,
  from: string,
  to: string,
  unit: string,
  source = WATCH,
): string {
  const times = `creationDate="${to}" startDate="${from}" endDate="${to}"`;
  return `<Record type="HKQuantityTypeIdentifier${type}" ${source} unit="${unit}" ${times} value="${value}"/>`;
}

function stage(value: string, from: string, to: string, source = WATCH, inside = ""): string {
  const type = "HKCategoryTypeIdentifierSleepAnalysis";
  const times = `startDate="${from} +0530" endDate="${to} +0530"`;
  return `<Record type="${type}" ${source} ${times} value="HKCategoryValueSleepAnalysis${value}">${inside}</Record>`;
}

const NIGHT = [
  stage("AsleepCore", "2024-03-01 23:10:00", "2024-03-02 01:00:00"),
  stage("AsleepDeep", "2024-03-02 01:00:00", "2024-03-02 02:00:00"),
  stage("Awake", "2024-03-02 02:00:00", "2024-03-02 02:10:00"),
  stage("AsleepREM", "2024-03-02 02:10:00", "2024-03-02 03:10:00"),
  stage("AsleepUnspecified", "2024-03-02 03:30:00", "2024-03-02 06:30:00"),
];
const at = (clock: string) => `2024-03-02 ${clock} +0530`;

describe("apple health", () => {
  it("joins stages into one night, dated by the wake morning on the person's own clock", async () => {
    const result = await importFiles({ "export.xml": xml(...NIGHT) });
    expect(result.format).toBe("apple-health");
    expect(result.days).toEqual([
      {
        date: "2024-03-02",
        source: "apple_watch",
        metrics: {},
        sleeps: [
          {
            start: Date.UTC(2024, 2, 1, 17, 40),
            end: Date.UTC(2024, 2, 2, 1, 0),
            offsetMinutes: 330,
            asleepMinutes: 410,
            awakeMinutes: 10,
            lightMinutes: 110,
            deepMinutes: 60,
            remMinutes: 60,
            efficiency: 0.9318,
            nap: false,
          },
        ],
      },
    ]);
  });

  it("begins a new sleep after an hour without a stage, and calls the shorter one a nap", async () => {
    const nap = stage("AsleepCore", "2024-03-02 14:00:00", "2024-03-02 14:40:00");
    const { sleeps } = dayOf(await importFiles({ "export.xml": xml(...NIGHT, nap) }), "2024-03-02");
    expect(sleeps.map(({ nap, asleepMinutes }) => [nap, asleepMinutes])).toEqual([
      [false, 410],
      [true, 40],
    ]);
  });

  it("reads the older export: in bed with asleep inside it, no stages", async () => {
    const old = [
      stage("InBed", "2024-03-01 22:30:00", "2024-03-02 07:00:00"),
      stage("Asleep", "2024-03-01 23:00:00", "2024-03-02 02:00:00"),
      stage("Asleep", "2024-03-02 02:30:00", "2024-03-02 06:30:00"),
    ];
    const [sleep] = dayOf(await importFiles({ "export.xml": xml(...old) }), "2024-03-02").sleeps;
    expect(sleep).toMatchObject({ asleepMinutes: 420, efficiency: 0.8235, start: Date.UTC(2024, 2, 1, 17) });
    expect(sleep?.lightMinutes).toBeUndefined();
  });

  it("does not count time in bed as sleep", async () => {
    const bed = stage("InBed", "2024-03-03 22:30:00", "2024-03-04 07:00:00", PHONE);
    const result = await importFiles({ "export.xml": xml(...NIGHT, bed) });
    expect(result.days.map(({ date }) => date)).toEqual(["2024-03-02"]);
    expect(result.notes).toEqual([
      { file: "export.xml", line: HEAD_LINES + 6, message: "time in bed without sleep is no sleep; left out" },
    ]);
  });

  it("reads the date of a night where the person slept, when the record has the time zone", async () => {
    const timeZone = `<MetadataEntry key="HKTimeZone" value="America/Los_Angeles"/>`;
    const abroad = stage("AsleepCore", "2024-03-02 12:00:00", "2024-03-02 19:30:00", WATCH, timeZone);
    const result = await importFiles({ "export.xml": xml(abroad) });
    expect(dayOf(result, "2024-03-02").sleeps[0]).toMatchObject({ offsetMinutes: -480, nap: false });
  });

  it("takes the median of the HRV samples of the night, or of the day when no night has any", async () => {
    const hrv = (value: number, clock: string) =>
      quantity("HeartRateVariabilitySDNN", value, at(clock), at(clock), "ms");
    const byNight = await importFiles({
      "export.xml": xml(...NIGHT, hrv(40, "01:00:00"), hrv(50, "03:00:00"), hrv(90, "05:00:00"), hrv(10, "15:00:00")),
    });
    expect(dayOf(byNight, "2024-03-02").metrics.hrvSdnnMs).toBe(50);
    const byDay = await importFiles({ "export.xml": xml(hrv(40, "12:00:00"), hrv(60, "15:00:00")) });
    expect(dayOf(byDay, "2024-03-02").metrics.hrvSdnnMs).toBe(50);
  });

  it("gives a sample taken before midnight to the morning after", async () => {
    const before = "2024-03-01 23:40:00 +0530";
    const breath = quantity("RespiratoryRate", 14.5, before, before, "count/min");
    const result = await importFiles({ "export.xml": xml(...NIGHT, breath) });
    expect(dayOf(result, "2024-03-02").metrics.respiratoryRateRpm).toBe(14.5);
    expect(result.days).toHaveLength(1);
  });

  it("takes the last resting heart rate of a date", async () => {
    const rates = [
      quantity("RestingHeartRate", 55, at("00:01:00"), at("10:00:00"), "count/min"),
      quantity("RestingHeartRate", 52, at("00:02:00"), at("23:00:00"), "count/min"),
    ];
    const result = await importFiles({ "export.xml": xml(...rates.toReversed()) });
    expect(dayOf(result, "2024-03-02").metrics.restingHrBpm).toBe(52);
  });

  it("counts steps once: per device, and the largest of the apps that copy them", async () => {
    const walk = (value: number, clock: string, source: string) =>
      quantity("StepCount", value, at(clock), at(clock), "count", source);
    const result = await importFiles({
      "export.xml": xml(
        walk(1000, "10:00:00", WATCH),
        walk(500, "11:00:00", WATCH),
        walk(900, "10:00:00", PHONE),
        walk(300, "11:00:00", PHONE),
        walk(1150, "10:00:00", `sourceName="Pedometer Plus"`),
        walk(1600, "10:00:00", `sourceName="Oura"`),
      ),
    });
    expect(result.days.map(({ source, metrics }) => [source, metrics.steps])).toEqual([
      ["apple_watch", 1500],
      ["oura", 1600],
      ["phone", 1200],
    ]);
    expect(result.notes.map(({ message }) => message)).toEqual([
      `"Pedometer Plus" is no device known here; filed as phone`,
    ]);
  });

  it("converts units, and refuses to add up an unknown one", async () => {
    const result = await importFiles({
      "export.xml": xml(
        quantity("RestingHeartRate", 0.9, at("08:00:00"), at("08:00:00"), "count/s"),
        quantity("ActiveEnergyBurned", 418.4, at("08:00:00"), at("08:00:00"), "kJ"),
        quantity("ActiveEnergyBurned", 20, at("09:00:00"), at("09:00:00"), "Cal"),
        quantity("AppleExerciseTime", 0.5, at("09:00:00"), at("09:00:00"), "hr"),
        quantity("HeartRateVariabilitySDNN", 0.05, at("09:00:00"), at("09:00:00"), "s"),
        quantity("ActiveEnergyBurned", 20, at("10:00:00"), at("10:00:00"), "furlong"),
      ),
    });
    const day = dayOf(result, "2024-03-02");
    expect(day.metrics).toEqual({ restingHrBpm: 54, activeEnergyKcal: 120, activeMinutes: 30, hrvSdnnMs: 50 });
    expect(day.rejected?.[0]).toMatchObject({ metric: "activeEnergyKcal", reason: `the unit "furlong" is not known` });
  });

  it("rejects an impossible sample alone, and keeps its day", async () => {
    const hrv = (value: number) => quantity("HeartRateVariabilitySDNN", value, at("03:00:00"), at("03:00:00"), "ms");
    const result = await importFiles({ "export.xml": xml(hrv(0), hrv(48), hrv(9000)) });
    const day = dayOf(result, "2024-03-02");
    expect(day.metrics.hrvSdnnMs).toBe(48);
    expect(day.rejected?.map(({ value, at }) => [value, at])).toEqual([
      ["0", `export.xml:${HEAD_LINES + 1}`],
      ["9000", `export.xml:${HEAD_LINES + 3}`],
    ]);
  });

  it("counts a repeated record once, and a record inside a correlation not at all", async () => {
    const walk = quantity("StepCount", 700, at("10:00:00"), at("10:05:00"), "count");
    const other = quantity("StepCount", 50, at("11:00:00"), at("11:05:00"), "count");
    const inside = quantity("StepCount", 99, at("12:00:00"), at("12:05:00"), "count");
    const result = await importFiles({
      "export.xml": xml(walk, other, walk, `<Correlation type="Food">${inside}</Correlation>`),
    });
    expect(dayOf(result, "2024-03-02").metrics.steps).toBe(750);
    expect(result.notes).toEqual([
      { file: "export.xml", line: HEAD_LINES + 3, message: "the same record is there twice; counted once" },
    ]);
  });

  it("finds the export in the phone's zip, under any name, beside the clinical export", async () => {
    const zip = zipped({
      "apple_health_export/export_cda.xml": "<ClinicalDocument/>",
      "apple_health_export/workout-routes/route.gpx": "<gpx/>",
      "apple_health_export/exportación.xml": xml(...NIGHT),
    });
    const result = await importFiles({ "export.zip": zip });
    expect(result.counts.files).toBe(1);
    expect(result.span).toEqual({ first: "2024-03-02", last: "2024-03-02" });
  });

  it("accepts a control character, as device names contain them", async () => {
    const odd = quantity("StepCount", 700, at("10:00:00"), at("10:05:00"), "count", `sourceName="Watch\u000b"`);
    const result = await importFiles({ "export.xml": xml(odd) });
    expect(result.days).toHaveLength(1);
    expect(result.notes[0]?.message).toMatch(/control character/);
  });

  it("refuses what is cut short or broken, with the line of the file", async () => {
    const whole = xml(...NIGHT);
    expect(await refusalOf({ "export.xml": whole.slice(0, -30) })).toMatch(
      /^export\.xml:\d+: the export ends in the middle/,
    );
    const broken = `<Record type="x" oops value="1"/>`;
    expect(await refusalOf({ "export.xml": xml(NIGHT[0] ?? "", broken, broken) })).toMatch(
      new RegExp(`^export\\.xml:${HEAD_LINES + 2}: not well-formed`),
    );
  });

  it.each([
    ["an attribute without a value", `<Record type="x" Health Mate App Version="2.6.0" value="0.2"/>`],
    ["a control character as a reference", `<Record type="x" sourceName="Scale &#x0;" value="0.2"/>`],
    ["a bare ampersand", `<Record type="x" sourceName="Tom & Ann" value="0.2"/>`],
    ["a bare ampersand in what stands in it", `<Record type="x"><MetadataEntry key="a" value="b&c"/></Record>`],
    ["an attribute in no quotes", `<Record type="x" value=0.2/>`],
    ["the same attribute twice", `<Record type="x" value="1" value="2"/>`],
    ["a tag in a tag", `<Record type="x" <oops></Record>`],
    ["an hour that no day has", stage("AsleepCore", "2024-03-02 25:00:00", "2024-03-02 26:00:00")],
    [
      "no time at all",
      `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" value="7" startDate="soon"/>`,
    ],
  ])("leaves out a record with %s, says its line, and goes on", async (_what, broken) => {
    const [first = "", ...rest] = NIGHT;
    const whole = await importFiles({ "export.xml": xml(first, ...rest) });
    const result = await importFiles({ "export.xml": xml(first, broken, ...rest) });
    expect(result.days).toEqual(whole.days);
    expect(result.counts.rejected).toBe(1);
    expect(result.notes.slice(0, 1)).toEqual([
      {
        file: "export.xml",
        line: HEAD_LINES + 2,
        message: expect.stringMatching(/^a record .* cannot be read; left out$/),
      },
    ]);
  });

  it("reads over what is broken outside of records", async () => {
    const result = await importFiles({ "export.xml": xml(`<Me name="A & B"/>`, ...NIGHT) });
    expect(result.days).toHaveLength(1);
    expect(result.notes).toMatchObject([{ message: expect.stringMatching(/not well-formed; read over/) }]);
  });

  it("keeps RMSSD, which iOS 27 has, beside SDNN", async () => {
    const hrv = (kind: string, value: number) =>
      quantity(`HeartRateVariability${kind}`, value, at("03:00:00"), at("03:00:00"), "ms");
    const result = await importFiles({ "export.xml": xml(...NIGHT, hrv("RMSSD", 41), hrv("SDNN", 60)) });
    expect(dayOf(result, "2024-03-02").metrics).toMatchObject({ hrvRmssdMs: 41, hrvSdnnMs: 60 });
  });

  it("refuses other XML", async () => {
    expect(await refusalOf({ "export.xml": `<?xml version="1.0"?><gpx></gpx>` })).toMatch(
      /^export\.xml:1: is XML, but not/,
    );
  });
});
