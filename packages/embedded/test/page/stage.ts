/**
 * A whole `waldo serve` of a made-up person, and a real browser before it. Server and page live at the same instant, which
 * is not that of this machine. What a page reports as an error is a fault of the stage.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtPage } from "@waldo/app/build";
import { keys, MCP_PATH, type Profile } from "@waldo/contracts";
import { prepareCheckpoint } from "@waldo/core/agent/checkpoint";
import type { AgentDoor } from "@waldo/core/door/handlers";
import { fixedModels } from "@waldo/core/door/own";
import { computeSeries } from "@waldo/core/health/crs";
import { refreshScore, saveDays } from "@waldo/core/health/ledger";
import type { ModelGateway, Ports } from "@waldo/core/ports";
import { startRun } from "@waldo/core/run/start";
import type { Bots } from "@waldo/core/telegram/link";
import { addDays, instantAt, localDate } from "@waldo/core/time";
import { agreeing } from "@waldo/testkit/agreeing";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { PERSON, syntheticDays } from "@waldo/testkit/synthetic-person";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { repositoryUnderstanding } from "../../src/bundled-intents.ts";
import { composeWorld } from "../../src/compose.ts";
import { openHome } from "../../src/home.ts";
import { liveAgent } from "../../src/live/live.ts";
import { offlineComposer } from "../../src/offline-composer.ts";
import { localPrivacy } from "../../src/privacy/serve-privacy.ts";
import { localPush } from "../../src/push.ts";
import { localImports } from "../../src/serve/imports.ts";
import { type ServedPorts, startServer } from "../../src/serve/server.ts";
import { DAY_ROWS } from "../furnished.ts";
import { card, dentist } from "../modify-world.ts";
import { MORNING } from "../world.ts";
import { watch } from "./page-stage.ts";

/** Twenty past ten of an ordinary Friday. */
export const DATE = "2026-10-30";
export const MID_MORNING = instantAt(DATE, "10:20", PERSON.timeZone);

export type StageOptions = {
  /** When it is. The default is the middle of a morning. */
  readonly at?: number;
  /** Days with a score. 0: nobody has said or brought anything yet. */
  readonly days?: number;
  readonly profile?: Partial<Profile>;
  /** Other data that the server has. */
  readonly more?: Pick<ServedPorts, "transcriber" | "voiceSeconds">;
  /** The writer of texts. The default is the offline composer. */
  readonly model?: ModelGateway;
  /** Channels in place of those of this machine. */
  readonly channels?: Ports["channels"];
  readonly bots?: Bots;
  /** How agents of other makers connect. The default is as on one machine. */
  readonly connect?: AgentDoor["connect"];
  /** Another build of the page. */
  readonly pageFolder?: string;
};

/** What answers in a house, and what a model of a test may be made of. */
export const composer = offlineComposer(repositoryUnderstanding);

export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage(browser: Browser, options: StageOptions = {}) {
  const {
    at = MID_MORNING,
    days = 40,
    profile = {},
    more = {},
    model = composer,
    channels,
    bots,
    connect,
    pageFolder,
  } = options;
  const root = mkdtempSync(join(tmpdir(), "waldo-stage-"));
  const home = openHome(root);
  const clock = movingClock(at);
  const composed = composeWorld(home, clock, model, { taps: true });
  const push = localPush(home, "me");
  const world = { ...composed, channels: { ...composed.channels, push: push.channel, ...channels } };
  const failed: string[] = [];
  const agent = liveAgent({
    ...{ world, userId: "me" },
    emit: (event) => event.type === "failed" && failed.push(event.error),
  });
  if (days > 0) await furnish(world, days, { ...PERSON, ...profile });
  const imports = localImports(home, { clock, log: world.log, startWake: agent.wake });
  // The address is known when the server listens.
  const agents = { connect: { url: "", command: "waldo mcp", keys: true } };
  const ports = {
    ...world,
    agents: connect ? { connect } : agents,
    ...(await localPrivacy(home, world, imports.uploads)),
    ...{ imports, approvalKey: new Uint8Array(32), startWake: agent.wake, models: fixedModels(null), push: push.door },
    pageFolder: pageFolder ?? (await builtPage()),
    ...more,
    ...(bots ? { bots } : {}),
  };
  const { origin, link, stop } = await startServer(ports, "me", 0, home.store);
  agents.connect.url = `${origin}${MCP_PATH}`;

  const faults: string[] = failed;
  const contexts: BrowserContext[] = [];
  /** A browser of its own, signed in. */
  async function person(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({
      ...{ baseURL: origin, locale: "en-GB", timezoneId: PERSON.timeZone, viewport: { width: 390, height: 844 } },
      ...options,
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(liveAt, clock.now() - Date.now());
    context.on("page", (page) => watch(page, faults));
    await context.request.get(await link());
    return context;
  }

  return {
    ...{ origin, world, home, link, person },
    /** What went wrong in pages and in the agent since this was asked. */
    takeFaults: () => faults.splice(0),
    async open(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
      const page = await (await person(options)).newPage();
      await page.goto(path);
      return page;
    },
    async close(): Promise<void> {
      for (const context of contexts) await context.close();
      await stop();
      await imports.stop();
      await agent.stop();
      await world.machines.idle();
      home.store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function movingClock(start: number) {
  const [at, begun] = [start, performance.now()];
  return { now: () => Math.round(at + performance.now() - begun), set: () => {} };
}

/** Runs in the page: its clock is ahead of the machine's by so many milliseconds. */
function liveAt(aheadMs: number): void {
  const Machine = Date;
  globalThis.Date = new Proxy(Machine, {
    construct: (_, parts) => Reflect.construct(Machine, parts.length === 0 ? [Machine.now() + aheadMs] : parts),
    get: (_, name) => (name === "now" ? () => Machine.now() + aheadMs : Reflect.get(Machine, name)),
  });
}

type World = ReturnType<typeof composeWorld>;

/** A person with nights, a day ahead of them, a Brief of this morning and a card that waits. */
async function furnish(world: World, count: number, profile: Profile): Promise<void> {
  const { userId, timeZone } = profile;
  const today = localDate(world.clock.now(), timeZone);
  await world.store.transact([
    { op: "put", key: keys.profile(userId), body: profile },
    { op: "put", key: keys.timeZone(userId), body: { timeZone } },
    agreeing(userId, ["body", "memory"]),
    ...DAY_ROWS,
  ]);
  const days = syntheticDays(today, count + WARM_UP_DAYS, 1);
  await saveDays(world.store, userId, days);
  const scores = computeSeries(days, addDays(today, -count + 1)).filter(({ date }) => date < today);
  for (let i = 0; i < scores.length; i += BATCH)
    await world.store.transact(
      scores.slice(i, i + BATCH).map((score) => ({ op: "put", key: keys.crs(userId, score.date), body: score })),
    );
  await refreshScore(world, userId, { date: today, timeZone, settled: true });
  await prepareCheckpoint(world, userId, today);
  await startRun(world, { ...MORNING, nonce: `brief-morning-${today}` }, today);
  await world.machines.idle();
  await card(world, dentist());
}

/** Nights before the first score that is kept: a usual needs some. */
const WARM_UP_DAYS = 14;
/** Rows in one transaction. */
const BATCH = 50;
