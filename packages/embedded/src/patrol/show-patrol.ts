/** Prints a person's patrol log with actions, their Fetches and their standing intents. */

import {
  ActionEntry,
  type FetchLabel,
  keys,
  LocalDate,
  PatrolEntry,
  type UserId,
  WaldoError,
  type Watch,
} from "@waldo/contracts";
import { loadWatches, whenWords } from "@waldo/core/cadence/watches";
import type { Store } from "@waldo/core/ports";
import { putOver } from "@waldo/core/store/cas";
import { addDays, instantAt, localDate, localTime } from "@waldo/core/time";
import { undoableOf } from "@waldo/core/tools/undo";
import { fetchLog, labelFetch, shareOf } from "@waldo/core/voices/fetches";
import { type MemoryOptions, type OpenMemory, withMemory } from "../memory/open-memory.ts";
import { shortId } from "../own/short-id.ts";
import { count } from "../plural.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";

export type LogOptions = MemoryOptions & { readonly date?: string; readonly acts: boolean };
export type FetchOptions = MemoryOptions & { readonly right?: string; readonly wrong?: string };
export type WatchOptions = MemoryOptions & { readonly cancel?: string; readonly all: boolean };

export function showLog(options: LogOptions, terminal: Terminal): Promise<void> {
  return withMemory(options, terminal, async ({ store, userId, timeZone, clock }) => {
    const date =
      options.date === undefined
        ? await lastPatrolled(store, userId, timeZone)
        : typed(LocalDate, options.date, "--date");
    const all = date === undefined ? [] : await entriesOf(store, userId, date, timeZone);
    const now = (await clock()).now();
    const open = async (entry: PatrolEntry | ActionEntry) =>
      entry.act === "action" ? undoableOf(store, userId, entry, now) : [];
    const entries = options.acts ? all.filter(({ act }) => act !== "nothing") : all;
    const ticks = all.filter(({ act }) => act !== "action");
    if (options.json) return terminal.print(JSON.stringify({ date: date ?? null, entries }, null, 2));
    if (date === undefined || all.length === 0) return terminal.print("nothing has been patrolled yet");
    const quiet = ticks.filter(({ act }) => act === "nothing").length;
    const { c } = terminal;
    const share = ticks.length === 0 ? "" : `, ${Math.round((100 * quiet) / ticks.length)}% ended in nothing`;
    terminal.print(c.dim(`${date} · ${count(ticks.length, "tick")}${share}`));
    for (const entry of entries) {
      const { at, act, reason } = entry;
      const form = entry.act === "action" ? undefined : entry.form;
      const mark = act === "nothing" ? c.dim("○") : c.yellow("●");
      const body = form === undefined ? "" : c.dim(` · Form ${Math.round(form)}`);
      terminal.print(
        ` ${c.dim(localTime(at, timeZone))}  ${mark} ${act.replaceAll("_", " ").padEnd(12)} ${reason}${body}`,
      );
      for (const effectId of await open(entry))
        terminal.print(c.dim(`${" ".repeat(23)}waldo taps undo ${shortId(effectId)}`));
    }
  });
}

async function entriesOf(
  store: Store,
  userId: UserId,
  date: LocalDate,
  timeZone: string,
): Promise<(PatrolEntry | ActionEntry)[]> {
  const [begin, end] = [date, addDays(date, 1)].map((day) => instantAt(day, "00:00", timeZone)) as [number, number];
  const { rows } = await store.query(keys.patrol.between(userId, [begin], [end]));
  return rows.flatMap(({ body }) => PatrolEntry.safeParse(body).data ?? ActionEntry.safeParse(body).data ?? []);
}

async function lastPatrolled(store: Store, userId: UserId, timeZone: string): Promise<LocalDate | undefined> {
  const { rows } = await store.query({ ...keys.patrol.all(userId), descending: true, limit: 1 });
  const at = rows[0]?.body["at"];
  return typeof at === "number" ? localDate(at, timeZone) : undefined;
}

export function showFetches(options: FetchOptions, terminal: Terminal): Promise<void> {
  return withMemory(options, terminal, async (memory) => {
    const { store, userId, timeZone } = memory;
    if (options.right !== undefined) await label(memory, options.right, "right");
    if (options.wrong !== undefined) await label(memory, options.wrong, "wrong");
    const log = await fetchLog(store, userId);
    const { labelled, falseAlarms, enough } = shareOf(log);
    if (options.json)
      return terminal.print(JSON.stringify({ fetches: log, labelled, falseAlarmRate: falseAlarms }, null, 2));
    if (log.length === 0) return terminal.print("no stress alert yet; devices that measure by day only give any");
    for (const { at, mode, minutes, label: said } of log)
      terminal.print(
        ` ${stamp(at, timeZone)}  ${mode.padEnd(7)} high for ${Math.round(minutes)} minutes${said ? ` · ${said}` : ""}`,
      );
    const summary =
      falseAlarms === null
        ? `${labelled} of ${enough} labels: too few to say how often it is a false alarm, so none comes at once`
        : `${Math.round(100 * falseAlarms)}% of ${labelled} labelled were false alarms`;
    terminal.print(terminal.c.dim(` ${summary}`));
  });
}

const stamp = (at: number, timeZone: string) => `${localDate(at, timeZone)}T${localTime(at, timeZone)}`;

async function label({ store, userId, timeZone, clock }: OpenMemory, when: string, said: FetchLabel): Promise<void> {
  const found = (await fetchLog(store, userId)).find(({ at }) => stamp(at, timeZone) === when);
  if (!found) throw new WaldoError("InvalidInput", `there is no stress alert of ${when}: waldo fetches lists them`);
  await labelFetch({ store, clock: await clock() }, userId, found.at, said);
}

export function showWatches(options: WatchOptions, terminal: Terminal): Promise<void> {
  return withMemory(options, terminal, async ({ store, userId, timeZone }) => {
    if (options.cancel !== undefined) await cancel(store, userId, options.cancel);
    const rows = (await loadWatches(store, userId)).map(({ watch }) => watch);
    const shown = rows.filter(({ state }) => options.all || state === "active");
    if (options.json) return terminal.print(JSON.stringify(shown, null, 2));
    if (shown.length === 0) return terminal.print("no standing reminders");
    for (const watch of shown)
      terminal.print(
        ` ${terminal.c.dim(watch.watchId)}  ${whenOf(watch, timeZone).padEnd(28)} ${watch.text}${watch.state === "active" ? "" : ` · ${watch.state}`}${watch.fired > 0 ? ` · fired ${watch.fired}×` : ""}`,
      );
  });
}

function whenOf({ when }: Watch, timeZone: string): string {
  if (when.on === "time") return `at ${stamp(when.at, timeZone).replace("T", " ")}`;
  return when.on === "daily" ? whenWords(when, timeZone) : `when ${when.atMost} or worse`;
}

async function cancel(store: Store, userId: UserId, watchId: string): Promise<void> {
  const found = (await loadWatches(store, userId)).find(({ watch }) => watch.watchId === watchId);
  if (!found) throw new WaldoError("InvalidInput", `there is no reminder ${watchId}: waldo watches lists them`);
  const { watch, version } = found;
  await store.transact([putOver({ version }, keys.watch(userId, watchId), { ...watch, state: "cancelled" })]);
}
