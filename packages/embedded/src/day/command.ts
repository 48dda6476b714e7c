/** `waldo day`: takes an export in, plays one date of it, and prints what happened. */
import { LocalDate, type TakenExport, UserId, WaldoError } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import type { ImportOptions } from "@waldo/core/health/import/import-export";
import { addDays, instantAt } from "@waldo/core/time";
import { typedZone } from "@waldo/core/zone-names";
import { composeWorld } from "../compose.ts";
import { openHome } from "../home.ts";
import { chooseModel } from "../models.ts";
import { settleProfile, zoneOfNights } from "../profile.ts";
import { modelLabel, type Settings } from "../settings.ts";
import { alreadyTaken, type Fresh, fingerprint, read, takeIn } from "../take-in.ts";
import type { Terminal } from "../terminal.ts";
import { type DayEvent, playDay } from "./play.ts";
import { summarise } from "./summary.ts";
import { scoreLine, timeline } from "./timeline.ts";

export type DayOptions = {
  readonly export: string;
  readonly date?: string;
  readonly zone?: string;
  readonly user: string;
  readonly home: string;
  readonly map?: string;
  readonly where?: string;
  readonly verbose: boolean;
  readonly json: boolean;
};

export async function day(options: DayOptions, settings: Settings, terminal: Terminal): Promise<void> {
  const userId = parse(UserId, options.user, "--user");
  const wanted = options.date === undefined ? undefined : parse(LocalDate, options.date, "--date");
  const zone = options.zone === undefined ? undefined : typedZone(options.zone, Date.now());
  const timeZone = zone ?? terminal.timeZone;
  const { c } = terminal;
  const print = options.json ? () => {} : terminal.print;

  const importing: ImportOptions = {
    timeZone,
    ...(options.map === undefined ? {} : { columnMap: parseColumnMap(options.map, options.where) }),
    ...(terminal.progress && !options.json ? { onProgress: terminal.progress } : {}),
  };
  const importId = await fingerprint(options.export, {
    timeZone,
    ...(importing.columnMap ? { columnMap: importing.columnMap } : {}),
  });
  // The export is read before anything is opened for writing, so a refused export changes nothing.
  const known = await knownImport(options, userId, importId);
  const fresh = known ? undefined : await read(options.export, importing);
  terminal.clearProgress();
  const taken = known ?? (fresh as Fresh).taken;
  const date = wanted ?? taken.lastNight;
  if (date < taken.first || date > taken.last)
    throw new WaldoError(
      "InvalidInput",
      `${date} is outside the export, which covers ${taken.first} to ${taken.last}: choose a --date in between`,
    );

  const meter = { reads: 0, writes: 0 };
  const home = openHome(options.home, {
    meter: (use) => {
      meter.reads += use.readUnits;
      meter.writes += use.writeUnits;
    },
  });
  try {
    if (fresh) await takeIn(home.store, userId, importId, fresh);
    const profile = await settleProfile(home.store, userId, {
      until: addDays(date, -1),
      timeZone: (nights) => zone ?? zoneOfNights(nights, terminal.timeZone),
      livesThere: true,
    });

    print("");
    print(
      ` ${c.bold("Waldo")} ${c.dim("·")} ${longDate(date)} ${c.dim("·")} ${profile.timeZone} ${c.dim("·")} wakes ${profile.wakeTime}, sleeps ${profile.sleepTime}`,
    );
    print(c.dim(` ${importLine(taken, fresh !== undefined)}`));
    for (const note of options.verbose ? taken.notes : [])
      print(c.dim(`   ${note.file}:${note.line}: ${note.message}`));
    if (options.verbose) print(c.dim(` model: ${modelLabel(settings)}`));
    print("");

    const world = composeWorld(home, instantAt(date, "00:00", profile.timeZone), await chooseModel(settings), settings);
    const show = timeline(print, profile.timeZone, c, { verbose: options.verbose, width: terminal.width });
    const events: DayEvent[] = [];
    for await (const event of playDay(world, profile, date)) {
      events.push(event);
      show.show(event);
    }
    show.flush();

    const summary = await summarise(world, home, events, meter);
    if (options.json)
      return terminal.print(JSON.stringify({ date, timeZone: profile.timeZone, import: taken, ...summary }, null, 2));
    print("");
    print(` ${summary.score ? scoreLine(summary.score, c) : c.dim("no score for this day")}`);
    print(
      ` ${count(summary.runs, "run")} · ${count(summary.deliveries, "delivery", "deliveries")} · ${count(summary.duplicates, "duplicate")} · ${count(summary.modelCalls, "model call")}, ${summary.cost}`,
    );
    print(c.dim(` state in ${options.home} · npx waldo runs · npx waldo run <id>`));
    print("");
  } finally {
    home.store.close();
  }
}

/** Looks the import up without creating anything. */
async function knownImport(options: DayOptions, userId: UserId, print: string): Promise<TakenExport | undefined> {
  const { existsSync } = await import("node:fs");
  const { homePaths } = await import("../home.ts");
  if (!existsSync(homePaths(options.home).database)) return undefined;
  const home = openHome(options.home);
  try {
    return await alreadyTaken(home.store, userId, print);
  } finally {
    home.store.close();
  }
}

function parse<T>(
  schema: {
    safeParse(v: unknown): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
  },
  value: string,
  flag: string,
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WaldoError("InvalidInput", `${flag} ${value}: ${parsed.error.issues[0]?.message ?? "not understood"}`);
}

function importLine(taken: TakenExport, fresh: boolean): string {
  const notes = taken.noteCount === 0 ? "" : `, ${taken.noteCount} notes${fresh ? " (--verbose shows them)" : ""}`;
  return `${fresh ? "imported" : "known export:"} ${taken.days} days, ${taken.first} to ${taken.last}, from ${taken.format}${notes}`;
}

function longDate(date: LocalDate): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
