/** The page as an app: it can be installed, opens without a network, shows what is pushed, and outlives a newer build. */
import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { heading, place, seen } from "./journey-steps.ts";
import { openStage, type Stage } from "./stage.ts";

let browser: Awaited<ReturnType<typeof openBrowser>>;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
afterEach(() => stage.close());

const TODAY = "Friday 30 October";
const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);
const workerReady = (page: Page) => page.evaluate("navigator.serviceWorker.ready.then(() => {})");

it("can be installed: Chromium finds no fault in its manifest and nothing that is missing", async () => {
  stage = await openStage(browser);
  const page = await stage.open();
  await heading(page, TODAY).waitFor();
  await workerReady(page);
  const session = await devtools(page);
  const manifest = await session.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  expect(JSON.parse(manifest.data ?? "{}")).toMatchObject({ name: "Waldo", start_url: "/", display: "standalone" });
  // A private window, such as each context of a test is, cannot install anything. That is the only thing it may name.
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  expect(stage.takeFaults()).toEqual([]);
});

it("opens without a network: the shell stands, says that nothing answers, and comes back by itself", async () => {
  stage = await openStage(browser);
  const page = await stage.open();
  await heading(page, TODAY).waitFor();
  await workerReady(page);
  await page.context().route("**/v1/**", (route) => route.abort());
  await page.context().setOffline(true);
  await page.reload();
  await heading(page, TODAY).waitFor();
  await page.getByRole("alert").filter({ hasText: "The server cannot be reached" }).first().waitFor();
  await place(page, "Chat");
  await heading(page, "Chat").waitFor();
  await page.context().unroute("**/v1/**");
  await page.context().setOffline(false);
  await place(page, "Today");
  await page.getByRole("img", { name: /^Form: (energized|steady|flagging|depleted)$/ }).waitFor();
});

/**
 * This Chromium has no notifications: `Notification.permission` stays "denied" whatever is granted, and a subscription ends
 * with "Registration failed - permission denied". So the push comes from devtools, and the worker's own calls are noted.
 */
const NOTE_CALLS = `(() => {
  self.noted = [];
  registration.showNotification = async (title, options) => void self.noted.push(["shown", title, options]);
  clients.openWindow = async (url) => void self.noted.push(["opened", url]);
})()`;
const CLICK = `(async () => {
  const click = new Event("notificationclick");
  let done;
  Object.assign(click, { notification: { close: () => self.noted.push(["closed"]) }, waitUntil: (work) => (done = work) });
  clients.matchAll = async () => self.open;
  self.dispatchEvent(click);
  await done;
})()`;

it("shows what is pushed; a click on it goes to the page that is open, or opens it (no real notification: see the test)", async () => {
  stage = await openStage(browser);
  const page = await stage.open();
  await heading(page, TODAY).waitFor();
  await workerReady(page);
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error("no worker runs");
  await worker.evaluate(NOTE_CALLS);
  const noted = () => worker.evaluate<unknown[]>("self.noted.splice(0)");
  const session = await devtools(page);
  const registered = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const [one] = registrations;
    if (one) registered.resolve(one.registrationId);
  });
  await session.send("ServiceWorker.enable");
  const data = JSON.stringify({ title: "Waldo", body: "A Brief is there.", tag: "brief-1" });
  const registrationId = await registered.promise;
  await session.send("ServiceWorker.deliverPushMessage", { origin: stage.origin, registrationId, data });
  await expect
    .poll(() => worker.evaluate("self.noted"))
    .toEqual([["shown", "Waldo", { body: "A Brief is there.", tag: "brief-1" }]]);
  await noted();
  await worker.evaluate("self.open = [{ focus: async () => void self.noted.push(['focused']) }]");
  await worker.evaluate(CLICK);
  expect(await noted()).toEqual([["closed"], ["focused"]]);
  await worker.evaluate("self.open = []");
  await worker.evaluate(CLICK);
  expect(await noted()).toEqual([["closed"], ["opened", "/"]]);
});

it("a tab that is open while a newer build takes the files away loads itself again, once", async () => {
  stage = await openStage(browser);
  const context = await stage.person({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto("/more");
  await heading(page, "Menu").waitFor();
  let left = 1;
  await page.route(/\/assets\/settings-[^/]*\.js$/, (route) =>
    left-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("What Waldo calls you").waitFor();
  expect(left).toBeLessThan(0);

  // A file that stays away is said to be, and the page does not load itself for ever.
  await page.goto("/more");
  let asked = 0;
  await page.route(/\/assets\/tasks-[^/]*\.js$/, (route) => {
    asked++;
    return route.fulfill({ status: 404 });
  });
  await page.getByRole("link", { name: "Tasks and reminders" }).click();
  await seen(page, "This part of the page could not be shown.");
  await page.getByRole("button", { name: "Load the page again" }).waitFor();
  expect(asked).toBeLessThanOrEqual(3);
});
