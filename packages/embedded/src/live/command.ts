/** `waldo live`: runs a person's day by the real clock until it is stopped, and makes up for what it missed. */
import { LocalTime, UserId } from "@waldo/contracts";
import { TRAILING_DAYS } from "@waldo/core/agent/checkpoint";
import { nextOf } from "@waldo/core/cadence/occurrences";
import { unspreadSchedule } from "@waldo/core/cadence/schedule";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { backfillScores } from "@waldo/core/health/ledger";
import type { Ports } from "@waldo/core/ports";
import { addDays, localDate, localTime } from "@waldo/core/time";
import { typedZone } from "@waldo/core/zone-names";
import { composeWorld } from "../compose.ts";
import { type Home, openHome } from "../home.ts";
import { chooseModel } from "../models.ts";
import { settleProfile } from "../profile.ts";
import { modelLabel, type Settings } from "../settings.ts";
import { alreadyTaken, fingerprint, read, takeIn } from "../take-in.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { type LiveEvent, liveAgent } from "./live.ts";

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

/** Runs until `signal` says to stop. Work that has begun is finished first. */
export async function live(
  options: LiveOptions,
  settings: Settings,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const timeZone = options.zone === undefined ? terminal.timeZone : typedZone(options.zone, Date.now());
  const times = { wake: timeIn(options.wake, "--wake"), sleep: timeIn(options.sleep, "--sleep") };
  const clock = { now: () => Date.now(), set: () => {} };
  const home = openHome(options.home);
  try {
    const arrive = arrivals({ store: home.store, clock }, userId, options, timeZone);
    await arrive();
    terminal.clearProgress();
    const profile = await settleProfile(home.store, userId, {
      until: localDate(clock.now(), timeZone),
      timeZone: () => timeZone,
      livesThere: false,
      wakeTime: times.wake,
      sleepTime: times.sleep,
    });
    const world = composeWorld(home, clock, await chooseModel(settings), settings);
    const { c, print } = terminal;
    const say = (event: object, line: string) => print(options.json ? JSON.stringify(event) : line);
    const show = (event: LiveEvent) => {
      if (options.json) return print(JSON.stringify(event));
      if (quiet(event) && !options.verbose) return;
      print(line(event, timeZone, c));
    };

    const agent = liveAgent({ world, userId, emit: show, takeIn: arrive });
    const at = clock.now();
    const { wakeTime, sleepTime } = profile;
    say(
      {
        type: "started",
        at,
        timeZone,
        wakeTime,
        sleepTime,
        next: nextOf(unspreadSchedule({ ...profile, timeZone }), at),
      },
      ` ${c.bold("Waldo")} ${c.dim("·")} live in ${timeZone} ${c.dim("·")} wakes ${wakeTime}, sleeps ${sleepTime} ${c.dim(`· ${modelLabel(settings)} · Ctrl-C stops`)}`,
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

/** Takes the export in whenever it has changed, and scores the new days. */
function arrivals(
  ports: Pick<Home, "store"> & Pick<Ports, "clock">,
  userId: UserId,
  options: LiveOptions,
  timeZone: string,
) {
  const { export: path, map, where } = options;
  if (path === undefined) return async () => false;
  const how = { timeZone, ...(map === undefined ? {} : { columnMap: parseColumnMap(map, where) }) };
  return async () => {
    const print = await fingerprint(path, how);
    if (await alreadyTaken(ports.store, userId, print)) return false;
    await takeIn(ports.store, userId, print, await read(path, how));
    const today = localDate(ports.clock.now(), timeZone);
    await backfillScores(ports, userId, addDays(today, -TRAILING_DAYS), addDays(today, -1));
    return true;
  };
}

/** True for a patrol tick that did nothing. */
function quiet(event: LiveEvent): boolean {
  return event.type === "wake" && event.job === "patrol" && event.outcome === "nothing" && event.said.length === 0;
}

function line(event: LiveEvent, timeZone: string, c: Terminal["c"]): string {
  const when = c.dim(localTime(event.at, timeZone));
  if (event.type === "failed") return ` ${when}  ${c.red("✗")} ${event.error}`;
  if (event.type === "missed") return ` ${when}  ${c.dim(`– ${event.name} of ${event.date} missed: ${event.reason}`)}`;
  if (event.type === "timeZone") return ` ${when}  ${c.cyan("→")} another time zone, ${event.shiftMinutes / 60} h away`;
  const name = event.variant ?? event.job;
  const late = event.lateMinutes > 0 ? c.dim(` (${event.lateMinutes} min late)`) : "";
  const head = ` ${when}  ${event.said.length > 0 ? c.yellow("●") : c.dim("○")} ${name}: ${event.outcome}${late}`;
  return [head, ...event.said.map(({ runId, text }) => `        ${c.bold(text ?? "")} ${c.dim(runId)}`)].join("\n");
}

function timeIn(value: string | undefined, flag: string): LocalTime | undefined {
  return value === undefined ? undefined : typed(LocalTime, value, flag);
}
