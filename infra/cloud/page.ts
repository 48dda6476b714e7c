/**
 * Tests the cloud with a real browser: the page as CloudFront serves it, the sign-in of Cognito, and the bundles behind
 * API Gateway. The journeys are those of one machine (packages/embedded/test/page) in which the cloud differs.
 */

import { randomUUID } from "node:crypto";
import { keys } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { computeSeries } from "@waldo/core/health/crs";
import { saveDays } from "@waldo/core/health/ledger";
import { zoneOfOffset } from "@waldo/core/person/zone-names";
import { queryAll } from "@waldo/core/store/query-all";
import { addDays } from "@waldo/core/time";
import { proposedAction } from "@waldo/core/tools/approval";
import { agreeing } from "@waldo/testkit/agreeing";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { afterAll, beforeAll, describe } from "vitest";
import { openBrowser } from "../../packages/embedded/test/page/browser.ts";
import { journeys } from "../../packages/embedded/test/page/journeys.ts";
import { type Opened, type Opening, watch } from "../../packages/embedded/test/page/page-stage.ts";
import { type Edge, startEdge } from "../test/edge.ts";
import { type Internet, startInternet } from "../test/internet.ts";
import { REGION } from "../test/template.ts";
import { whoopExport } from "./imports.ts";
import { cloud, EAST_MINUTES, engine, modelThatLooksFirst, nights, stack, store, TODAY } from "./stage.ts";

/** A time zone in which it is about noon. The page reads the zone from the browser. */
const TIME_ZONE = zoneOfOffset(EAST_MINUTES, Date.now()) ?? "Etc/GMT";
/** The nights before the first score. The usual values need some nights. */
const WARM_UP_DAYS = 14;
const BATCH = 50;
const NIGHTS = { name: "whoop.zip", mimeType: "application/zip", buffer: whoopExport() };

type Browser = Awaited<ReturnType<typeof openBrowser>>;

export function thePage(): void {
  describe("the page in a real browser", engine.options, () => {
    let edge: Edge;
    let internet: Internet;
    let browser: Browser;
    beforeAll(async () => {
      edge = await startEdge(stack, cloud.invoke);
      const bucket = stack.deployed.find(
        ({ type, properties }) => type === "AWS::S3::Bucket" && properties["CorsConfiguration"],
      );
      if (bucket === undefined) throw new Error("no bucket takes files of a page");
      const uploads = `https://${bucket.id.toLowerCase()}.s3.${REGION}.amazonaws.com`;
      const endpoints = { ...edge.endpoints, [uploads]: cloud.endpoints["AWS_ENDPOINT_URL_S3"] ?? "" };
      internet = await startInternet(endpoints, { [uploads]: bucket });
      browser = await openBrowser(internet.arguments);
      cloud.world.converse = modelThatLooksFirst();
    });
    afterAll(async () => {
      cloud.world.converse = modelThatLooksFirst();
      await browser?.close();
      await internet?.stop();
      await edge?.stop();
    });

    journeys({
      name: "on the cloud",
      isTold: false,
      comesBack: true,
      isWhole: false,
      open: (options) => openPerson({ browser, edge }, options),
    });
  });
}

/** Adds a person to the deployment. Each browser that is opened belongs to this person. */
async function openPerson(
  { browser, edge }: { browser: Browser; edge: Edge },
  { days = 40 }: Opening,
): Promise<Opened> {
  const userId = randomUUID();
  cloud.accounts.add(userId);
  if (days > 0) await furnish(userId, days);
  const faults: string[] = [];
  const before = cloud.refused.length;
  // Cognito answers 400 to a revoked token.
  let isEnded = false;
  const contexts: Awaited<ReturnType<Opened["person"]>>[] = [];

  const opened: Opened = {
    ...{ today: TODAY, timeZone: TIME_ZONE, nights: NIGHTS },
    outside: { stranger: "You are not signed in.", ended: "Your session has ended. Sign in again." },
    async person(options = {}) {
      const context = await browser.newContext({
        ...{ baseURL: edge.app, locale: "en-GB", timezoneId: TIME_ZONE, viewport: { width: 390, height: 844 } },
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      context.on("page", (page) => watch(page, faults));
      return context;
    },
    async tab(context, path) {
      const page = await context.newPage();
      await page.goto(path);
      await opened.signInAgain(page);
      return page;
    },
    open: async (path = "/", options = {}) => opened.tab(await opened.person(options), path),
    async stranger(path) {
      const page = await (await opened.person()).newPage();
      await page.goto(path);
      return page;
    },
    async endSession(page) {
      isEnded = true;
      await page.evaluate(
        "sessionStorage.setItem('waldo.tokens', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('waldo.tokens')), refresh: 'revoked', expiresAt: 0 }))",
      );
    },
    async signInAgain(page) {
      edge.issuer.person = userId;
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("navigation", { name: "Places" }).waitFor();
    },
    async heard() {
      const texts: string[] = [];
      for await (const { body } of queryAll(store, keys.message.all(userId)))
        if (body["from"] === "owner") texts.push(String(body["text"]));
      return texts;
    },
    takeFaults: () => [
      ...faults.splice(0).filter((fault) => !(isEnded && fault.includes("/oauth2/token"))),
      ...cloud.refused.slice(before),
    ],
    async close() {
      for (const context of contexts) await context.close();
      edge.issuer.person = undefined;
      await cloud.quiet();
    },
  };
  return opened;
}

/** A person with scores, this morning's Brief, and a card that waits for a tap. */
async function furnish(userId: string, count: number): Promise<void> {
  const profile = {
    ...{ userId, timeZone: TIME_ZONE, wakeTime: "07:00", sleepTime: "23:00", autonomy: "L2" as const },
    channels: {},
  };
  await store.transact([
    { op: "put", key: keys.profile(userId), body: profile },
    { op: "put", key: keys.timeZone(userId), body: { timeZone: TIME_ZONE } },
    agreeing(userId, ["body", "memory"]),
  ]);
  const days = nights(count + WARM_UP_DAYS);
  await saveDays(store, userId, days);
  const scores = computeSeries(days, addDays(TODAY, -count + 1)).filter(({ date }) => date < TODAY);
  for (let i = 0; i < scores.length; i += BATCH)
    await store.transact(
      scores.slice(i, i + BATCH).map((score) => ({ op: "put", key: keys.crs(userId, score.date), body: score })),
    );
  const scheduledAt = new Date().toISOString();
  cloud.start("Waldo-wake", `wake-${userId}`, { userId, job: "sync", scheduledAt, settled: true });
  await cloud.quiet();
  const args = { title: "Dentist", date: addDays(TODAY, 3), time: "09:00", minutes: 30 };
  const action = proposedAction("propose_schedule", args, "Schedule “Dentist”");
  await store.transact([proposalWrite(newProposal(userId, "run-card", [action], Date.now() - 1))]);
}
