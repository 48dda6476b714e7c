/** `waldo day`: takes an export in, plays one date of it, and prints what happened. */
import { fileURLToPath } from "node:url";
import { LocalDate, type TakenExport, UserId, WaldoError } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import type { ImportOptions } from "@waldo/core/health/import/import-export";
import { addDays, instantAt } from "@waldo/core/time";
import { typedZone } from "@waldo/core/zone-names";
import { composeWorld } from "../compose.ts";
import { exampleHome, holdsState, openHome, shownPath } from "../home.ts";
import { chooseModel } from "../models.ts";
import { count } from "../plural.ts";
import { settleProfile, zoneOfNights } from "../profile.ts";
import { modelLabel, type Settings } from "../settings.ts";
import { alreadyTaken, type Fresh, fingerprint, read, takeIn } from "../take-in.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { heldSpan, type Span } from "../whose.ts";
import { type DayEvent, playDay } from "./play.ts";
import { summarise } from "./summary.ts";
import { scoreLine, timeline } from "./timeline.ts";

export type DayOptions = {
  readonly export?: string;
  readonly date?: string;
  readonly zone?: string;
  readonly user: string;
  readonly home: string;
  readonly map?: string;
  readonly where?: string;
  readonly verbose: boolean;
  readonly json: boolean;
};

/** A year of a person who does not exist. */
const EXAMPLE = fileURLToPath(new URL("../../../../examples/whoop-year.csv", import.meta.url));

/** Where the nights of a day come from: an export, read now or known, or what the home holds already. */
type Source =
  | { readonly span: Span }
  | { readonly taken: TakenExport; readonly importId: string; readonly fresh?: Fresh };

export async function day(options: DayOptions, settings: Settings, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const wanted = options.date === undefined ? undefined : typed(LocalDate, options.date, "--date");
  const zone = options.zone === undefined ? undefined : typedZone(options.zone, Date.now());
  const timeZone = zone ?? terminal.timeZone;
  const { c } = terminal;
  const print = options.json ? () => {} : terminal.print;
  if (options.export === undefined && (options.map ?? options.where) !== undefined)
    throw new WaldoError("InvalidInput", "--map and --where say how to read an export: name it with --export");

  // A home that holds nothing yet is left as it is for the person's own nights.
  const isExample = options.export === undefined && !holdsState(options.home);
  const root = isExample ? exampleHome(options.home) : options.home;
  const path = isExample ? EXAMPLE : options.export;
  const importing: ImportOptions = {
    timeZone,
    ...(options.map === undefined ? {} : { columnMap: parseColumnMap(options.map, options.where) }),
    ...(terminal.progress && !options.json ? { onProgress: terminal.progress } : {}),
  };
  // Everything is read before anything is opened for writing, so a refusal changes nothing.
  const source =
    path === undefined ? { span: await heldIn(root, userId) } : await exported(path, importing, root, userId);
  terminal.clearProgress();
  const span = "taken" in source ? source.taken : source.span;
  const date = wanted ?? span.lastNight;
  if (date < span.first || date > span.last)
    throw new WaldoError(
      "InvalidInput",
      `${date} is outside ${"taken" in source ? "the export, which covers" : "what is known, which is"} ${span.first} to ${span.last}: choose a --date in between`,
    );

  const meter = { reads: 0, writes: 0 };
  const home = openHome(root, {
    meter: (use) => {
      meter.reads += use.readUnits;
      meter.writes += use.writeUnits;
    },
  });
  try {
    if ("taken" in source && source.fresh) await takeIn(home.store, userId, source.importId, source.fresh);
    const profile = await settleProfile(home.store, userId, {
      until: addDays(date, -1),
      timeZone: (nights) => zone ?? zoneOfNights(nights, terminal.timeZone),
      livesThere: true,
    });

    print("");
    print(
      ` ${c.bold("Waldo")} ${c.dim("·")} ${longDate(date)} ${c.dim("·")} ${profile.timeZone} ${c.dim("·")} wakes ${profile.wakeTime}, sleeps ${profile.sleepTime}`,
    );
    if (isExample)
      print(c.dim(` the example person, kept apart in ${shownPath(root)} · your own: ./waldo day --export <file>`));
    print(c.dim(` ${importLine(source)}`));
    for (const note of options.verbose && "taken" in source ? source.taken.notes : [])
      print(c.dim(`   ${note.file}:${note.line}: ${note.message}`));
    if (options.verbose) print(c.dim(` model: ${modelLabel(settings)}`));
    print("");

    const world = composeWorld(
      home,
      instantAt(date, "00:00", profile.timeZone),
      await chooseModel(settings, terminal),
      settings,
    );
    const show = timeline(print, profile.timeZone, c, { verbose: options.verbose, width: terminal.width });
    const events: DayEvent[] = [];
    for await (const event of playDay(world, profile, date)) {
      events.push(event);
      show.show(event);
    }
    show.flush();

    const summary = await summarise(world, home, events, meter);
    if (options.json)
      return terminal.print(
        JSON.stringify({ date, timeZone: profile.timeZone, home: shownPath(root), import: span, ...summary }, null, 2),
      );
    print("");
    print(` ${summary.score ? scoreLine(summary.score, c) : c.dim("no score for this day")}`);
    print(
      ` ${count(summary.runs, "run")} · ${count(summary.deliveries, "delivery", "deliveries")} · ${count(summary.duplicates, "duplicate")} · ${count(summary.modelCalls, "model call")}, ${summary.cost}`,
    );
    print(c.dim(` state in ${shownPath(root)} · ./waldo inbox · ./waldo runs`));
    print("");
  } finally {
    home.store.close();
  }
}

/** The export as the home knows it, else as it reads now. */
async function exported(path: string, importing: ImportOptions, root: string, userId: UserId): Promise<Source> {
  const { timeZone, columnMap } = importing;
  const importId = await fingerprint(path, { timeZone, ...(columnMap ? { columnMap } : {}) });
  const known = await knownImport(root, userId, importId);
  if (known) return { taken: known, importId };
  const fresh = await read(path, importing);
  return { taken: fresh.taken, importId, fresh };
}

/** Looks the import up without creating anything. */
async function knownImport(root: string, userId: UserId, print: string): Promise<TakenExport | undefined> {
  if (!holdsState(root)) return undefined;
  const home = openHome(root);
  try {
    return await alreadyTaken(home.store, userId, print);
  } finally {
    home.store.close();
  }
}

/** The days that a home holds already. Throws `InvalidInput` when there are none. */
async function heldIn(root: string, userId: UserId): Promise<Span> {
  const home = openHome(root);
  try {
    const span = await heldSpan(home.store, userId);
    if (span) return span;
  } finally {
    home.store.close();
  }
  throw new WaldoError(
    "InvalidInput",
    `${shownPath(root)} holds no nights of ${userId} yet: bring them with --export <file>, or see the example person with --home <new folder>`,
  );
}

function importLine(source: Source): string {
  const days = (span: Span) => `${count(span.days, "day")}, ${span.first} to ${span.last}`;
  if (!("taken" in source)) return `goes on with ${days(source.span)}`;
  const { taken, fresh } = source;
  const notes =
    taken.noteCount === 0 ? "" : `, ${count(taken.noteCount, "note")}${fresh ? " (--verbose shows them)" : ""}`;
  return `${fresh ? "imported" : "known export:"} ${days(taken)}, from ${taken.format}${notes}`;
}

function longDate(date: LocalDate): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));
}
