/** Daily CSVs of made-up people, one row a day, for tests that tell two people apart. */
export const NIGHTS_MAP = "date=date,hrvRmssdMs=hrv,restingHrBpm=rhr,sleepMinutes=asleep,awakeMinutes=awake";

export type Nights = {
  readonly person?: number;
  readonly from?: string;
  readonly days?: number;
  /** A column that names whose row it is. */
  readonly id?: string;
};

/** Rows of one person, without the header. The same options give the same rows. */
export function nightRows({ person = 1, from = "2026-08-01", days = 60, id }: Nights = {}): string[] {
  return Array.from({ length: days }, (_, i) => {
    const date = new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10);
    const of = (step: number, below: number) => (i * step + person * (step + 4)) % below;
    const cells = [date, 50 + of(7, 23), 52 + of(3, 6), 400 + of(11, 70), 20 + of(5, 25)];
    return [...(id === undefined ? [] : [id]), ...cells].join(",");
  });
}

export function nightsCsv(rows: readonly string[]): string {
  const cells = rows[0]?.split(",").length ?? 0;
  return `${cells > 5 ? "id," : ""}date,hrv,rhr,asleep,awake\n${rows.join("\n")}\n`;
}
