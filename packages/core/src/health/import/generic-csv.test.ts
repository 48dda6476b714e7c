import { isError } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { dayOf, importFiles, refusalOf } from "../../../../testkit/src/made-up-exports.ts";
import { parseColumnMap } from "./column-map.ts";

const MAP = "date=day,hrvRmssdMs=rmssd,restingHrBpm=rhr,sleepMinutes=asleep,awakeMinutes=awake,steps=steps";
const columnMap = parseColumnMap(MAP);
const HEADER = "day,rmssd,rhr,asleep,awake,steps";
const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;

describe("a daily CSV with a column map", () => {
  it("places a night without clock times at the wake time, and says so once", async () => {
    const text = csv("2024-03-02,58.3,51,440,40,8000", "2024-03-03,,52,400,20,");
    const result = await importFiles({ "daily.csv": text }, { columnMap, timeZone: "Europe/Berlin" });
    expect(result.format).toBe("generic");
    expect(dayOf(result, "2024-03-02")).toEqual({
      date: "2024-03-02",
      source: "generic",
      metrics: { hrvRmssdMs: 58.3, restingHrBpm: 51, steps: 8000 },
      sleeps: [
        {
          start: Date.UTC(2024, 2, 1, 22),
          end: Date.UTC(2024, 2, 2, 6),
          offsetMinutes: 60,
          asleepMinutes: 440,
          awakeMinutes: 40,
          efficiency: 0.9167,
          nap: false,
          timesAssumed: true,
        },
      ],
    });
    expect(dayOf(result, "2024-03-03").metrics).toEqual({ restingHrBpm: 52 });
    expect(result.notes).toEqual([
      {
        file: "daily.csv",
        line: 2,
        message: "the file gives no sleep times: every night is taken to end at 07:00 in Europe/Berlin",
      },
    ]);
  });

  it("uses clock times, factors, efficiency, another wake time and another source when the map names them", async () => {
    const asked = parseColumnMap("date=d,sleepMinutes=hours*60,efficiency=eff,wakeTime=06:30");
    const text = "d,hours,eff\n2024-03-02,7,87.5\n";
    const [day] = (await importFiles({ "d.csv": text }, { columnMap: { ...asked, source: "samsung" } })).days;
    expect(day?.source).toBe("samsung");
    expect(day?.sleeps[0]).toMatchObject({
      start: Date.UTC(2024, 2, 1, 22, 30),
      end: Date.UTC(2024, 2, 2, 6, 30),
      asleepMinutes: 420,
    });
    const timed = parseColumnMap("date=d,sleepMinutes=m,sleepStart=from,sleepEnd=to");
    const clock = "d,m,from,to\n2024-03-02,400,2024-03-01 23:15,2024-03-02T07:00:00+02:00\n";
    const result = await importFiles({ "d.csv": clock }, { columnMap: timed, timeZone: "Europe/Athens" });
    expect(dayOf(result, "2024-03-02").sleeps[0]).toMatchObject({
      start: Date.UTC(2024, 2, 1, 21, 15),
      end: Date.UTC(2024, 2, 2, 5),
      offsetMinutes: 120,
    });
    expect(dayOf(result, "2024-03-02").sleeps[0]).not.toHaveProperty("timesAssumed");
    expect(result.notes).toEqual([]);
  });

  it("reads files saved by spreadsheets: byte order mark, CRLF, quotes, semicolons, decimal commas, blank lines", async () => {
    const text = '\uFEFF"day";"rmssd";rhr;asleep;awake;steps\r\n2024-03-02;"58,3";51;440;40;8000\r\n\r\n;;;;;\r\n\r\n';
    const result = await importFiles({ "daily.csv": text }, { columnMap });
    expect(result.counts.records).toBe(1);
    expect(dayOf(result, "2024-03-02").metrics).toEqual({ hrvRmssdMs: 58.3, restingHrBpm: 51, steps: 8000 });
  });

  it("refuses a number that may have a thousands separator", async () => {
    const quoted = csv('2024-03-02,58.3,51,440,40,"8,000"');
    expect(await refusalOf({ "d.csv": quoted }, { columnMap })).toMatch(
      /^d\.csv:2: "steps" has a comma and three digits/,
    );
    const dotted = `${HEADER}\n2024-03-02,58.3,51,440,40,8.000\n`.replaceAll(",", ";");
    expect(await refusalOf({ "d.csv": dotted }, { columnMap })).toMatch(
      /^d\.csv:2: "steps" has a dot and three digits/,
    );
  });

  it("refuses several people without a filter, and reads one of them with a filter", async () => {
    const people = "id,date,hrv\na1,2024-03-02,50\na1,2024-03-03,51\nb2,2024-03-02,80\n";
    const map = "date=date,hrvRmssdMs=hrv";
    const message = await refusalOf({ "d.csv": people }, { columnMap: parseColumnMap(map) });
    expect(message).toBe('d.csv:4: the column "id" names several people; import one of them with where id=b2');
    const own = await importFiles({ "d.csv": people }, { columnMap: parseColumnMap(map, "id=b2") });
    expect(own.days.map((day) => day.metrics.hrvRmssdMs)).toEqual([80]);
    expect(await refusalOf({ "d.csv": people }, { columnMap: parseColumnMap(map, "id=c3") })).toMatch(
      /no row with id=c3/,
    );
  });

  it("accepts a column that numbers the rows, and refuses two people of one row each", async () => {
    const columnMap = parseColumnMap("date=date,hrvRmssdMs=hrv");
    const numbered = "id,date,hrv\n1,2024-03-02,50\n2,2024-03-03,51\n3,2024-03-04,52\n";
    expect((await importFiles({ "d.csv": numbered }, { columnMap })).days).toHaveLength(3);
    const two = "id,date,hrv\n1,2024-03-02,50\n2,2024-03-02,80\n";
    expect(await refusalOf({ "d.csv": two }, { columnMap })).toMatch(/^d\.csv:3: .*several people/);
  });

  it("reads headers with the delimiter inside quotes, and old line ends", async () => {
    const columnMap = parseColumnMap("date=date,hrvRmssdMs=hrv");
    const text = 'date,"mood, 1 to 5",hrv\r2024-03-02,"4, or 5",50\r';
    expect((await importFiles({ "d.csv": text }, { columnMap })).days).toHaveLength(1);
  });

  it("refuses dates with two meanings, with any rows around them", async () => {
    const rows = (...dates: string[]) => csv(...dates.map((date) => `${date},58,51,440,40,8000`));
    expect(await refusalOf({ "d.csv": rows("12/04/2016", "4/13/2016") }, { columnMap })).toMatch(
      /^d\.csv:2: "12\/04\/2016" may be 12 April or 4 December/,
    );
    const dmy = { ...columnMap, dateOrder: "DMY" } as const;
    const result = await importFiles({ "d.csv": rows("12/04/2016", "13/04/2016") }, { columnMap: dmy });
    expect(result.span).toEqual({ first: "2016-04-12", last: "2016-04-13" });
    expect(await refusalOf({ "d.csv": rows("12/04/2016", "04/13/2016") }, { columnMap: dmy })).toMatch(
      /^d\.csv:3: .*read as DMY/,
    );
    const mdy = { ...columnMap, dateOrder: "MDY" } as const;
    expect(await refusalOf({ "d.csv": rows("04/12/2016", "4/13/2016") }, { columnMap: mdy })).toMatch(
      /^d\.csv:3: .*another way than the date on line 2: a spreadsheet/,
    );
  });

  it("drops a repeated row, takes the later of two different rows, and notes both", async () => {
    const text = csv("2024-03-02,58,51,,,", "2024-03-02,58,51,,,", "2024-03-02,60,51,,,");
    const result = await importFiles({ "d.csv": text }, { columnMap });
    expect(dayOf(result, "2024-03-02").metrics.hrvRmssdMs).toBe(60);
    expect(result.notes).toEqual([
      { file: "d.csv", line: 3, message: "the row of 2024-03-02 is there twice; counted once" },
      {
        file: "d.csv",
        line: 4,
        message: "hrvRmssdMs of 2024-03-02 given twice with different values; this later row stands",
      },
      { file: "d.csv", line: 4, message: "restingHrBpm of 2024-03-02 given twice; counted once" },
    ]);
  });

  it('leaves zeros that mean "not measured" out of the day', async () => {
    const result = await importFiles({ "d.csv": csv("2024-03-02,0.0,51,0,0,8000") }, { columnMap });
    const day = dayOf(result, "2024-03-02");
    expect(day.metrics).toEqual({ restingHrBpm: 51, steps: 8000 });
    expect(day.sleeps).toEqual([]);
    expect(day.rejected?.map(({ metric }) => metric)).toEqual(["hrvRmssdMs", "sleep"]);
  });

  it("names the existing columns when the map asks for another", async () => {
    const message = await refusalOf(
      { "d.csv": "date,hrv\n2024-03-02,50\n" },
      { columnMap: parseColumnMap("date=date,steps=walked") },
    );
    expect(message).toBe('d.csv:1: there is no column "walked"; there are: date, hrv');
  });

  it("notes columns that the map does not use", async () => {
    const map = parseColumnMap("date=date,hrvRmssdMs=hrv");
    const { notes } = await importFiles({ "d.csv": "date,hrv,mood\n2024-03-02,50,7\n" }, { columnMap: map });
    expect(notes).toEqual([{ file: "d.csv", line: 1, message: "columns not in the map, left out: mood" }]);
  });
});

describe("a column map as text", () => {
  it.each(["hrvRmssdMs=rmssd", "date", "date=", "date=d,vo2=x", "date=d,dateOrder=YDM"])("refuses %s", (text) => {
    try {
      parseColumnMap(text);
      expect.unreachable();
    } catch (error) {
      expect(isError(error, "InvalidInput")).toBe(true);
    }
  });
});
