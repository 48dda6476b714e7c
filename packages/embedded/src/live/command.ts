/** `waldo live`: keeps a person's day by the real clock until it is stopped, and makes up for what it slept through. */
import { keys, LocalTime, type Profile, UserId, WaldoError } from "@waldo/contracts";
import { TRAILING_DAYS } from "@waldo/core/agent/gather";
import { nextOf } from "@waldo/core/cadence/occurrences";
import { unspreadSchedule } from "@waldo/core/cadence/schedule";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { backfillScores, loadDays } from "@waldo/core/health/ledger";
import type { Store } from "@waldo/core/ports";
import { addDays, checkZone, localDate, localTime } from "@waldo/core/time";
import { composeWorld } from "../compose.ts";
import { type Home, openHome } from "../home.ts";
import { chooseModel } from "../models.ts";
import { loadProfile } from "../profile.ts";
import { modelLabel, type Settings } from "../settings.ts";
import { alreadyTaken, fingerprint, read, takeIn } from "../take-in.ts";
import type { Terminal } from "../terminal.ts";
import { usualTimes } from "../wake-time.ts";
import { type LiveEvent, liveAgent } from "./live.ts";

/** Nights from which wake and sleep times are learnt. */
const HABIT_DAYS = 28;

export type LiveOptions = {
  readonly user: string;
  readonly home: string;
  readonly json: boolean;
  readonly export?: string;
  readonly zone?: string;
  readonly wake?: string;
  readonly sleep?: string;
  readonly map?: string;
  readonly where?: string;
  readonly verbose: boolean;
};

/** Runs until `signal` says to stop; what is under way is finished first. */
export async function live(
  options: LiveOptions,
  settings: Settings,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const userId = parse(UserId, options.user, "--user");
  const zone = checkZone(options.zone ?? terminal.zone);
  const times = { wake: timeIn(options.wake, "--wake"), sleep: timeIn(options.sleep, "--sleep") };
  const clock = { now: () => Date.now(), set: () => {} };
  const home = openHome(options.home);
  try {
    const arrive = arrivals(home, userId, options, zone, clock);
    await arrive();
    terminal.clearProgress();
    const profile = await settle(home.store, userId, zone, times, clock.now());
    const world = composeWorld(home, clock, await chooseModel(settings), settings);
    const { c, print } = terminal;
    const say = (event: object, line: string) => print(options.json ? JSON.stringify(event) : line);
    const show = (event: LiveEvent) => {
      if (options.json) return print(JSON.stringify(event));
      if (quiet(event) && !options.verbose) return;
      print(line(event, zone, c));
    };

    const agent = liveAgent({ world, userId, emit: show, takeIn: arrive });
    const at = clock.now();
    const { wakeTime, sleepTime } = profile;
    say(
      { type: "started", at, zone, wakeTime, sleepTime, next: nextOf(unspreadSchedule({ ...profile, zone }), at) },
      ` ${c.bold("Waldo")} ${c.dim("·")} live in ${zone} ${c.dim("·")} wakes ${wakeTime}, sleeps ${sleepTime} ${c.dim(`· ${modelLabel(settings)} · Ctrl-C stops`)}`,
    );
    await agent.start();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await agent.stop();
    say({ type: "stopped", at: clock.now() }, c.dim(` stopped; state in ${options.home}`));
  } finally {
    home.store.close();
  }
}

/** Takes the export in whenever it has changed, and scores what came with it. */
function arrivals(home: Home, userId: UserId, options: LiveOptions, zone: string, clock: { now(): number }) {
  const { export: path, map, where } = options;
  if (path === undefined) return async () => false;
  const how = { zone, ...(map === undefined ? {} : { columnMap: parseColumnMap(map, where) }) };
  return async () => {
    const print = await fingerprint(path, how);
    if (await alreadyTaken(home.store, userId, print)) return false;
    await takeIn(home.store, userId, print, await read(path, how));
    const today = localDate(clock.now(), zone);
    await backfillScores({ store: home.store, clock }, userId, addDays(today, -TRAILING_DAYS), addDays(today, -1));
    return true;
  };
}

/**
 * The person as they live now: times as named, else as the last four weeks of nights show them. Where they are goes where
 * a sync would put it, so that a move is seen as one, with everything that follows from it.
 */
async function settle(
  store: Store,
  userId: UserId,
  zone: string,
  times: { readonly wake: LocalTime | undefined; readonly sleep: LocalTime | undefined },
  now: number,
): Promise<Profile> {
  const before = await loadProfile(store, userId);
  const today = localDate(now, zone);
  const usual = usualTimes(await loadDays(store, userId, addDays(today, -HABIT_DAYS), today));
  const profile: Profile = {
    ...(before ?? { userId, zone, autonomy: "L2", channels: { telegramChatId: "sink" } }),
    wakeTime: times.wake ?? usual?.wakeTime ?? before?.wakeTime ?? "07:00",
    sleepTime: times.sleep ?? usual?.sleepTime ?? before?.sleepTime ?? "23:00",
  };
  await store.transact([
    { op: "put", key: keys.profile(userId), body: profile },
    { op: "put", key: keys.zone(userId), body: { zone } },
  ]);
  return profile;
}

/** Ticks that came to nothing. */
function quiet(event: LiveEvent): boolean {
  return event.type === "wake" && event.job === "patrol" && event.outcome === "nothing" && event.said.length === 0;
}

function line(event: LiveEvent, zone: string, c: Terminal["c"]): string {
  const when = c.dim(localTime(event.at, zone));
  if (event.type === "failed") return ` ${when}  ${c.red("✗")} ${event.error}`;
  if (event.type === "missed") return ` ${when}  ${c.dim(`– ${event.name} of ${event.date} missed: ${event.reason}`)}`;
  if (event.type === "zone") return ` ${when}  ${c.cyan("→")} another zone, ${event.shiftMinutes / 60} h away`;
  const name = event.variant ?? event.job;
  const late = event.lateMinutes > 0 ? c.dim(` (${event.lateMinutes} min late)`) : "";
  const head = ` ${when}  ${event.said.length > 0 ? c.yellow("●") : c.dim("○")} ${name}: ${event.outcome}${late}`;
  return [head, ...event.said.map(({ runId, text }) => `        ${c.bold(text ?? "")} ${c.dim(runId)}`)].join("\n");
}

function timeIn(value: string | undefined, flag: string): LocalTime | undefined {
  return value === undefined ? undefined : parse(LocalTime, value, flag);
}

function parse(schema: typeof UserId | typeof LocalTime, value: string, flag: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WaldoError("InvalidInput", `${flag} ${value}: ${parsed.error.issues[0]?.message ?? "not understood"}`);
}
