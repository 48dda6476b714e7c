/**
 * The column map of a daily CSV: which column holds which field. generic-csv.ts uses it. An invalid map throws
 * `InvalidInput`.
 */
import { METRICS, type Source, WaldoError } from "@waldo/contracts";
import { DATE_ORDERS, type DateOrder } from "./calendar-date.ts";

/** The fields that a column of a daily CSV can be mapped to. */
export const COLUMN_TARGETS = [
  "date",
  ...METRICS,
  "sleepMinutes",
  "awakeMinutes",
  "inBedMinutes",
  "lightMinutes",
  "deepMinutes",
  "remMinutes",
  /** asleep / in bed, as 0–1 or percent. It is used only when neither `awakeMinutes` nor `inBedMinutes` is mapped. */
  "efficiency",
  /** Clock times of the night, `YYYY-MM-DD HH:MM[:SS]`, with an offset or in the import's time zone. */
  "sleepStart",
  "sleepEnd",
  "deviceScore",
] as const;
export type ColumnTarget = (typeof COLUMN_TARGETS)[number];

/** One column, and the factor from its unit to ours (1 when the unit is ours already). */
type MappedColumn = { readonly column: string; readonly factor: number };

/**
 * How to read a daily CSV of an unknown format: the meaning of each column, the rows of the person, and facts that the
 * file does not contain.
 */
export type ColumnMap = {
  readonly columns: Readonly<Partial<Record<ColumnTarget, MappedColumn>>>;
  /** Only rows with these cell values are read. A study's file holds many people. */
  readonly where?: Readonly<Record<string, string>>;
  /** The source under which the days are stored. Default `generic`. */
  readonly source?: Source;
  readonly dateOrder?: DateOrder;
  /** Local clock time at which a night without clock times is assumed to end, `HH:MM`. Default `07:00`. */
  readonly wakeTime?: string;
};

const DATE_ORDER_KEY = "dateOrder";
const WAKE_TIME_KEY = "wakeTime";

/**
 * Reads `date=date,hrvRmssdMs=rmssd,sleepMinutes=sleep_duration*0.0000166667` and `id=621e…`, from a command line or a
 * form. A pair names Waldo's field, then the column of the file, then an optional factor. Two settings may be among the
 * pairs: `dateOrder=DMY` and `wakeTime=06:30`. Throws InvalidInput.
 */
export function parseColumnMap(map: string, where = ""): ColumnMap {
  const columns: Partial<Record<ColumnTarget, MappedColumn>> = {};
  const settings: { dateOrder?: DateOrder; wakeTime?: string } = {};
  for (const [field, value] of pairs(map)) {
    const target = COLUMN_TARGETS.find((known) => known === field);
    const order = DATE_ORDERS.find((known) => known === value);
    if (field === DATE_ORDER_KEY && order !== undefined) settings.dateOrder = order;
    else if (field === WAKE_TIME_KEY) settings.wakeTime = value;
    else if (target !== undefined) columns[target] = mappedColumn(value);
    else {
      throw new WaldoError(
        "InvalidInput",
        `"${field}" is no field of a column map; there are: ${COLUMN_TARGETS.join(", ")}`,
      );
    }
  }
  if (columns.date === undefined) throw new WaldoError("InvalidInput", "a column map must name a column for date");
  return { columns, ...settings, ...(where === "" ? {} : { where: Object.fromEntries(pairs(where)) }) };
}

function mappedColumn(value: string): MappedColumn {
  const scaled = /^(.+)\*(\d+(?:\.\d+)?)$/.exec(value);
  return { column: scaled?.[1] ?? value, factor: Number(scaled?.[2] ?? 1) };
}

function pairs(text: string): [string, string][] {
  return text.split(",").map((pair) => {
    const at = pair.indexOf("=");
    const [field, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 1 || value === "") {
      throw new WaldoError("InvalidInput", `"${pair}" in a column map is not of the form field=column`);
    }
    return [field, value];
  });
}
