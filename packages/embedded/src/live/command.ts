/** `waldo live`: runs a person's day by the real clock until it is stopped, and does missed jobs first. */

import { unwatchFile, watchFile } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type EpochMs, LocalTime, type Profile, UserId, WaldoError } from "@waldo/contracts";
import { nextOf } from "@waldo/core/cadence/occurrences";
import { unspreadSchedule } from "@waldo/core/cadence/schedule";
import type { PushDoor } from "@waldo/core/door/handlers";
import { parseColumnMap } from "@waldo/core/health/import/column-map";
import { backfillScores } from "@waldo/core/health/ledger";
import { alreadyTaken, heldSpan, read, type Span, takeIn } from "@waldo/core/health/take-in";
import { agrees } from "@waldo/core/person/consents";
import { findProfile } from "@waldo/core/person/profile";
import { typedZone } from "@waldo/core/person/zone-names";
import type { Fetcher, Ports } from "@waldo/core/ports";
import type { Bots } from "@waldo/core/telegram/link";
import { DAY_MS, localDate, localTime, MINUTE_MS } from "@waldo/core/time";
import { changes } from "../calendar/changes.ts";
import { composeWorld } from "../compose.ts";
import { askConsents, purposesOf } from "../consent/ask.ts";
import { fileSources, fingerprint } from "../file-source.ts";
import { keepGoals } from "../goals/keeping.ts";
import { goalsPlace } from "../goals/place.ts";
import { exampleHome, type Home, holdsState, openHome, shownPath } from "../home.ts";
import { importAdvice } from "../import-advice.ts";
import { chosenPath } from "../model/saved.ts";
import { followModel } from "../models.ts";
import { count } from "../plural.ts";
import { keepPresence } from "../presence/keeping.ts";
import { finishErasure } from "../privacy/erasure.ts";
import { settleProfile } from "../profile.ts";
import { localPush } from "../push.ts";
import { kindName, tailLine, textLines } from "../said.ts";
import { SETTLE_MS } from "../scheduler.ts";
import { approvalKey } from "../secret-file.ts";
import { servedPort } from "../serve/served-port.ts";
import { modelLabel, type Settings, settingsOf } from "../settings.ts";
import type { TelegramEvent } from "../telegram/listen.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { vendorPortsOf } from "../wearables/ports.ts";
import { hooksAddress, knownVendors, readWearables } from "../wearables/saved.ts";
import { type AliveEvent, aliveAt } from "./alive.ts";
import { type CalendarEvent, calendarRefresh } from "./calendar-refresh.ts";
import { type Live, type LiveEvent, type LiveWorld, liveAgent } from "./live.ts";
import { POLL_MS, type WearableEvent, type WearablePulls, wearablePulls } from "./wearable-pulls.ts";

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
  readonly consent?: string;
  readonly verbose: boolean;
};

type Shown = LiveEvent | AliveEvent | CalendarEvent | TelegramEvent | WearableEvent;

/** Runs beside the agent. Its `lines` are printed at the start. */
type Beside = (agent: {
  readonly world: LiveWorld;
  readonly userId: UserId;
  readonly home: Home;
  readonly live: Live;
  /** The bot that the settings name. */
  readonly bots?: Bots;
  /** Called when the choice of the model has changed. */
  readonly rereadModel: () => Promise<void>;
  readonly push: PushDoor;
  /** Asks for a reading of a connected wearable soon. */
  readonly soon: WearablePulls["soon"];
}) => Promise<{ readonly lines: readonly string[]; readonly said: object; stop(): Promise<void> }>;

export type Running = {
  readonly signal: AbortSignal;
  readonly fetcher: Fetcher;
  readonly env: NodeJS.ProcessEnv;
  readonly beside?: Beside;
};

/** How often the saved choice of a model is checked. */
const LOOK_MS = 2_000;
/** When stopping takes longer than this, the command says so. */
const SLOW_MS = 1_000;

/** Runs until `signal` is aborted. Work that has begun is finished first. */
export async function live(
  options: LiveOptions,
  settings: Settings,
  terminal: Terminal,
  { signal, fetcher, env, beside }: Running,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const named = options.zone === undefined ? undefined : typedZone(options.zone, Date.now());
  const times = { wakeTime: timeIn(options.wake, "--wake"), sleepTime: timeIn(options.sleep, "--sleep") };
  const clock = { now: () => Date.now(), set: () => {} };
  if (!holdsState(options.home) && holdsState(exampleHome(options.home)))
    terminal.note(
      `This begins your own home, ${shownPath(options.home)}. The example person stays in ${shownPath(exampleHome(options.home))}.`,
    );
  const home = openHome(options.home);
  try {
    if (!home.processes.keep()) throw new WaldoError("InvalidInput", keptWords(home.paths.root));
    await finishErasure(home, userId, terminal);
    const person = { store: home.store, clock, userId };
    await askConsents(person, { wanted: purposesOf(settings), named: options.consent }, terminal);
    const known = (await findProfile(home.store, userId))?.timeZone;
    // The time zone of the shell is that of the machine. It is used for a new person, but it never changes the zone of
    // a known person.
    const timeZone = named ?? known ?? terminal.timeZone;
    if (named === undefined && known !== undefined && !isSameClock(known, terminal.timeZone, clock.now()))
      terminal.note(
        `This machine is in ${terminal.timeZone}, and you are in ${known}. If you have moved: waldo live --zone ${terminal.timeZone}`,
      );
    const arrive = arrivals({ store: home.store, clock }, userId, options, timeZone);
    await arrive?.();
    terminal.clearProgress();
    const profile = await settleProfile(home.store, userId, {
      date: localDate(clock.now(), timeZone),
      timeZone: () => named,
      begins: timeZone,
      livesThere: false,
      ...times,
    });
    const { telegram, voice } = settings;
    const reading = telegram ? ({ taps: true } as const) : {};
    const model = await followModel(settings, () => settingsOf(env, options.home), terminal);
    const chosen = chosenPath(home.paths.root);
    const push = localPush(home, userId);
    const composed = composeWorld(home, clock, model, { ...settings, ...reading });
    const world = { ...composed, channels: { ...composed.channels, push: push.channel }, fetcher };
    const { c, print } = terminal;
    const say = (event: object, line: string) => print(options.json ? JSON.stringify(event) : line);
    const show = (event: Shown) => {
      if (options.json) return print(JSON.stringify(event));
      if (quiet(event) && !options.verbose) return;
      for (const line of lines(event, timeZone, terminal)) print(line);
    };

    const alive =
      settings.aliveUrl === undefined
        ? undefined
        : aliveAt(settings.aliveUrl, { now: clock.now, emit: show, sleep: (ms) => sleep(ms, undefined, { signal }) });
    const emit = (event: LiveEvent) => {
      show(event);
      if (event.type === "wake") void alive?.tell().catch(() => {});
    };
    const agent = liveAgent({ world, userId, emit, ...(arrive ? { takeIn: arrive } : {}) });
    const failed = (error: unknown) =>
      show({ type: "failed", at: clock.now(), error: error instanceof Error ? error.message : String(error) });
    const goals = keepGoals({
      ports: { ...world, startWake: agent.wake },
      ...{ userId, place: goalsPlace(home.paths.root, userId) },
      failed,
    });
    const presence = keepPresence({ ports: world, userId, failed });
    const calendars = calendarRefresh({ ports: world, userId, emit: show });
    const { root } = home.paths;
    // Hooks are answered by the server beside this.
    const hooksAt = beside && hooksAddress(readWearables(root));
    const wearables = wearablePulls({
      ports: {
        ...vendorPortsOf({ root, env }, world),
        startWake: agent.wake,
        log: world.log,
        pollMs: POLL_MS,
        hooksAt,
      },
      vendors: () => knownVendors(readWearables(root)),
      ...{ userId, emit: show },
    });
    const heard = telegram && (await hearing({ ports: world, userId, home, emit: show }, telegram, voice));
    const at = clock.now();
    const { wakeTime, sleepTime } = profile;
    const held = await heldSpan(home.store, userId);
    const next = comingUp({ ...profile, timeZone }, at);
    const near = await beside?.({
      ...{ world, userId, home, live: agent, rereadModel: model.reread, push: push.door },
      soon: wearables.soon,
      ...(heard ? { bots: heard.bots } : {}),
    });
    const shown = { wakeTime, sleepTime, held: held ?? null, next: next.at, nextBrief: next.brief };
    say(
      { type: "started", at, timeZone, ...shown, ...near?.said },
      ` ${c.bold("Waldo")} ${c.dim("·")} live in ${timeZone} ${c.dim("·")} wakes ${wakeTime}, sleeps ${sleepTime} ${c.dim(`· ${modelLabel(settings)} · Ctrl-C stops`)}`,
    );
    if (!options.json) print(c.dim(` ${heldLine(held)} · ${nextLine(next, at, timeZone)}`));
    if (!options.json) for (const line of near?.lines ?? []) print(` ${line}`);
    watchFile(chosen, { interval: LOOK_MS, persistent: false }, model.reread);
    try {
      await goals.start();
      await agent.start();
      presence.start();
      calendars.start();
      wearables.start();
      heard?.start();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener("abort", () => resolve(), { once: true });
      });
    } finally {
      const slow = setTimeout(() => terminal.note("finishing what has begun; Ctrl-C again ends it at once"), SLOW_MS);
      unwatchFile(chosen);
      await near?.stop();
      // A reading of a wearable may still wake the agent, so it is stopped first.
      await wearables.stop();
      await goals.stop();
      await presence.stop();
      await Promise.all([agent.stop(), calendars.stop(), heard?.stop()]);
      // A message may have begun a run. An unfinished run would hold its lease for minutes, and the next process would
      // have to wait.
      await world.machines.idle();
      world.machines.close();
      clearTimeout(slow);
    }
    say(
      { type: "stopped", at: clock.now() },
      c.dim(` stopped; state in ${shownPath(options.home)} · ./waldo inbox shows what was said`),
    );
  } finally {
    home.store.close();
  }
}

/** Reads the updates of the person's bot. */
async function hearing(
  { ports, userId, home, emit }: { ports: LiveWorld; userId: UserId; home: Home; emit: (event: Shown) => void },
  address: NonNullable<Settings["telegram"]>,
  voice: Settings["voice"],
) {
  const { ownBots, telegramListener } = await import("../telegram/listen.ts");
  const own = { ...ports, approvalKey: approvalKey(home.paths.root) };
  return {
    ...telegramListener({ ports: own, userId, address, emit, ...(voice ? { voice } : {}) }),
    bots: ownBots(address),
  };
}

/** Returns the next instant at which something is due, and the next Brief. */
function comingUp(profile: Profile, at: EpochMs) {
  const rows = unspreadSchedule(profile);
  const briefs = rows.flatMap((row) => {
    const instant = row.variant === undefined ? undefined : nextOf([row], at);
    return instant === undefined ? [] : [{ variant: row.variant, at: instant }];
  });
  return { at: nextOf(rows, at), brief: briefs.sort((a, b) => a.at - b.at)[0] };
}

/** Says that another process already runs the person's day, and where its page is. */
function keptWords(root: string): string {
  const port = servedPort(root);
  const page = port === undefined ? "" : ` (its page is on port ${port}: waldo link opens it)`;
  return `a waldo live or serve runs for ${shownPath(root)} already${page}. Stop it first, or name another place with --home`;
}

/** True when two zones show the same time now. */
function isSameClock(a: string, b: string, now: EpochMs): boolean {
  return localTime(now, a) === localTime(now, b) && localDate(now, a) === localDate(now, b);
}

function heldLine(held: Span | undefined): string {
  if (!held) return "no nights yet: --export <file> brings them";
  return `${count(held.days, "day")} here, ${held.first} to ${held.last}`;
}

function nextLine({ brief }: ReturnType<typeof comingUp>, at: EpochMs, timeZone: string): string {
  if (!brief) return "no Brief is due";
  const today = localDate(brief.at, timeZone) === localDate(at, timeZone);
  return `next: the ${brief.variant} Brief ${today ? "today" : "tomorrow"} at ${localTime(brief.at, timeZone)}`;
}

/** Imports the export whenever it has changed, and scores the new days. Without consent it waits. */
function arrivals(
  ports: Pick<Home, "store"> & Pick<Ports, "clock">,
  userId: UserId,
  options: LiveOptions,
  timeZone: string,
) {
  const { export: path, map, where } = options;
  if (path === undefined) return undefined;
  const how = { timeZone, ...(map === undefined ? {} : { columnMap: parseColumnMap(map, where) }) };
  return async () => {
    if (!(await agrees(ports.store, userId, "body"))) return false;
    const print = await fingerprint(path, how);
    if (await alreadyTaken(ports.store, userId, print)) return false;
    await takeIn(ports.store, userId, print, await read(await fileSources(path), how));
    const today = localDate(ports.clock.now(), timeZone);
    await backfillScores(ports, userId, today);
    return true;
  };
}

/** True for a patrol tick that did nothing. */
function quiet(event: Shown): boolean {
  return event.type === "wake" && event.job === "patrol" && event.outcome === "nothing" && event.said.length === 0;
}

function* lines(event: Shown, timeZone: string, { c, width }: Terminal): Generator<string> {
  const when = c.dim(localTime(event.at, timeZone));
  if (event.type === "failed") return yield ` ${when}  ${c.red("✗")} ${event.error}${importAdvice(event.error)}`;
  if (event.type === "missed")
    return yield ` ${when}  ${c.dim(`– ${event.name} of ${event.date} missed: ${event.reason}`)}`;
  if (event.type === "timeZone")
    return yield ` ${when}  ${c.cyan("→")} another time zone, ${event.shiftMinutes === 0 ? "with the same clock" : `${event.shiftMinutes / 60} h away`}`;
  if (event.type === "clock") return yield ` ${when}  ${c.cyan("→")} ${clockLine(event.jumpedMs)}`;
  if (event.type === "telegram")
    return yield "trouble" in event
      ? ` ${when}  ${c.red("✗")} Telegram: ${event.trouble}`
      : ` ${when}  ${c.cyan("↔")} Telegram: @${event.listening} listens`;
  if (event.type === "calendar") return yield ` ${when}  ${c.cyan("↓")} calendar ${event.name}: ${changes(event)}`;
  if (event.type === "wearable")
    return yield ` ${when}  ${c.cyan("↓")} ${event.name}: ${count(event.days, "day")} ${event.days === 1 ? "has" : "have"} come`;
  const late = event.lateMinutes > 0 ? c.dim(` (${event.lateMinutes} min late)`) : "";
  if (event.said.length === 0) yield ` ${when}  ${c.dim("○")} ${event.variant ?? event.job}: ${event.outcome}${late}`;
  for (const said of event.said) {
    const what = said.kind === "brief" ? `${(event.variant ?? "").padEnd(8)}${late}` : "";
    yield ` ${when}  ${c.yellow("●")} ${c.yellow(kindName(said.kind).padEnd(8))} ${what}`.trimEnd();
    yield* textLines(said.text, c, width);
    yield tailLine(said, [said.runId], c, width);
  }
}

/** Returns the line about a clock that jumped. */
function clockLine(jumpedMs: number): string {
  const minutes = Math.round(Math.abs(jumpedMs) / MINUTE_MS);
  const by = minutes < 120 ? count(minutes, "minute") : count(Math.round(minutes / 60), "hour");
  if (jumpedMs < 0) return `the clock of this machine was set back by ${by}; what is due is looked at anew`;
  const went = `${by} went by at once: the machine slept, or its clock was set`;
  return jumpedMs > DAY_MS
    ? `${went}. Nothing is done for ${SETTLE_MS / MINUTE_MS} minutes: if the clock is wrong, set it now`
    : went;
}

function timeIn(value: string | undefined, flag: string): LocalTime | undefined {
  return value === undefined ? undefined : typed(LocalTime, value, flag);
}
