/** `waldo day`: imports an export, plays one date of it, and prints what happened. */

import { fileURLToPath } from "node:url";
import { LocalDate, type TakenExport, UserId, WaldoError } from "@waldo/contracts";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import type { ImportOptions } from "@waldo/core/health/import/import-export";
import { alreadyTaken, type Fresh, heldSpan, read, type Span, takeIn } from "@waldo/core/health/take-in";
import { typedZone } from "@waldo/core/person/zone-names";
import type { Store } from "@waldo/core/ports";
import { instantAt } from "@waldo/core/time";
import { composeWorld } from "../compose.ts";
import { agreeToAll, askConsents, purposesOf } from "../consent/ask.ts";
import { fileSources, fingerprint } from "../file-source.ts";
import { exampleHome, holdsState, openHome, shownPath } from "../home.ts";
import { isPlayed, talkAfter } from "../home-clock.ts";
import { chooseModel } from "../models.ts";
import { count } from "../plural.ts";
import { settleProfile, zoneOfNights } from "../profile.ts";
import { modelLabel, type Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
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
  readonly consent?: string;
  readonly verbose: boolean;
  readonly json: boolean;
};

/** A year of data of an invented person. */
const EXAMPLE = fileURLToPath(new URL("../../../../data/whoop-year.csv", import.meta.url));

/** The nights for a played day, their home, and the export if there is one. */
type Nights = {
  readonly root: string;
  readonly isExample: boolean;
  readonly span: Span;
  readonly brought?: { readonly taken: TakenExport; readonly importId: string; readonly fresh?: Fresh };
};

export async function day(options: DayOptions, settings: Settings, terminal: Terminal): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const wanted = options.date === undefined ? undefined : typed(LocalDate, options.date, "--date");
  const zone = options.zone === undefined ? undefined : typedZone(options.zone, Date.now());
  const timeZone = zone ?? terminal.timeZone;
  const { c } = terminal;
  const print = options.json ? () => {} : terminal.print;
  if (options.export === undefined && (options.map ?? options.where) !== undefined)
    throw new WaldoError("InvalidInput", "--map and --where say how to read an export: name it with --export");

  const importing: ImportOptions = {
    timeZone,
    ...(options.map === undefined ? {} : { columnMap: parseColumnMap(options.map, options.where) }),
    ...(terminal.progress && !options.json ? { onProgress: terminal.progress } : {}),
  };
  const { root, isExample, span, brought } = await nightsOf(options, importing, userId);
  terminal.clearProgress();
  const date = wanted ?? span.lastNight;
  if (date < span.first || date > span.last)
    throw new WaldoError(
      "InvalidInput",
      `${date} is outside ${brought ? "the export, which covers" : "what is known, which is"} ${span.first} to ${span.last}: choose a --date in between`,
    );

  const meter = { reads: 0, writes: 0 };
  const home = openHome(root, {
    // If the day is played again, messages to a file are written again. Messages to a real chat are sent once.
    repeatable: settings.telegram === undefined,
    meter: (use) => {
      meter.reads += use.readUnits;
      meter.writes += use.writeUnits;
    },
  });
  try {
    const person = { store: home.store, clock: { now: Date.now }, userId };
    if (isExample) await agreeToAll(person);
    else await askConsents(person, { wanted: purposesOf(settings), named: options.consent }, terminal);
    if (brought?.fresh) await takeIn(home.store, userId, brought.importId, brought.fresh);
    const profile = await settleProfile(home.store, userId, {
      date,
      timeZone: (nights, known) => zone ?? zoneOfNights(nights, terminal.timeZone, known),
      livesThere: true,
    });

    print("");
    print(
      ` ${c.bold("Waldo")} ${c.dim("·")} ${longDate(date)} ${c.dim("·")} ${profile.timeZone} ${c.dim("·")} wakes ${profile.wakeTime}, sleeps ${profile.sleepTime}`,
    );
    if (isExample)
      print(c.dim(` the example person, kept apart in ${shownPath(root)} · your own: ./waldo day --export <file>`));
    print(c.dim(` ${importLine(span, brought)}`));
    for (const note of options.verbose ? (brought?.taken.notes ?? []) : [])
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
    for await (const event of playDay(world, profile, date, isExample ? undefined : Date.now())) {
      events.push(event);
      show.show(event);
    }
    show.flush();
    if (isExample || (await isPlayed(person))) await talkAfter(person, date, world.clock.now());

    const until = events.find(({ type }) => type === "now")?.at;
    const summary = await summarise(world, home, events, meter);
    if (options.json)
      return terminal.print(
        JSON.stringify(
          {
            date,
            timeZone: profile.timeZone,
            home: shownPath(root),
            import: brought?.taken ?? span,
            ...(until === undefined ? {} : { until }),
            ...summary,
          },
          null,
          2,
        ),
      );
    print("");
    print(` ${summary.score ? scoreLine(summary.score, c) : c.dim("no score for this day")}`);
    print(
      ` ${count(summary.runs, "run")} · ${count(summary.deliveries, "delivery", "deliveries")} · ${count(summary.duplicates, "duplicate")} · ${count(summary.modelCalls, "model call")}, ${summary.cost}`,
    );
    // Without options, later commands use the example only while the home holds no state.
    const where = isExample && holdsState(options.home) ? ` --home ${shownPath(root)}` : "";
    print(c.dim(` state in ${shownPath(root)} · ./waldo inbox${where} · ./waldo runs${where}`));
    print("");
  } finally {
    home.store.close();
  }
}

/**
 * Finds the nights of a day. It only reads, so a refusal changes nothing. If no export is named and the home holds no
 * nights, the nights of the example person are used. They have a separate home, so the person's home stays free for
 * their own nights.
 */
async function nightsOf(options: DayOptions, importing: ImportOptions, userId: UserId): Promise<Nights> {
  const { home, export: path = EXAMPLE } = options;
  const isExample = options.export === undefined;
  const span = isExample ? await peek(home, (store) => heldSpan(store, userId)) : undefined;
  if (span) return { root: home, isExample: false, span };

  const root = isExample ? exampleHome(home) : home;
  const { timeZone, columnMap } = importing;
  const importId = await fingerprint(path, { timeZone, ...(columnMap ? { columnMap } : {}) });
  const known = await peek(root, (store) => alreadyTaken(store, userId, importId));
  if (known) return { root, isExample, span: known, brought: { taken: known, importId } };
  const fresh = await read(await fileSources(path), importing);
  return { root, isExample, span: fresh.taken, brought: { taken: fresh.taken, importId, fresh } };
}

/** Reads from an existing home. It does not create one. */
async function peek<T>(root: string, look: (store: Store) => Promise<T | undefined>): Promise<T | undefined> {
  if (!holdsState(root)) return undefined;
  const home = openHome(root);
  try {
    return await look(home.store);
  } finally {
    home.store.close();
  }
}

function importLine(span: Span, brought: Nights["brought"]): string {
  const nights = brought?.taken.nights;
  const days = [
    count(span.days, "day"),
    ...(nights === undefined ? [] : [count(nights, "night")]),
    `${span.first} to ${span.last}`,
  ].join(", ");
  if (!brought) return `goes on with ${days}`;
  const { taken, fresh } = brought;
  const notes =
    taken.noteCount === 0 ? "" : `, ${count(taken.noteCount, "note")}${fresh ? " (--verbose shows them)" : ""}`;
  return `${fresh ? "imported" : "known export:"} ${days}, from ${taken.format}${notes}`;
}

function longDate(date: LocalDate): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));
}
