/**
 * What a person does with the page, in a real browser before a whole server, by what they see there. All journeys run on
 * one machine (journeys.test.ts), and those on which the cloud differs on the cloud on loopback too (infra/cloud/page.ts).
 */
import type { Gets } from "@waldo/contracts";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import type { Opened, Opening, Side } from "./page-stage.ts";

const PHONE_KEY = "Enter";

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
export const said = (page: Page) => page.getByRole("list", { name: "Chat" }).getByRole("listitem");
export const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name }).click();

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Say something to Waldo").fill(text);
  await page.keyboard.press(PHONE_KEY);
}

/** A date as a British browser writes it. */
export function written(date: string, daysLater = 0): string {
  const noon = new Date(Date.parse(`${date}T12:00Z`) + daysLater * 86_400_000);
  const format = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return format.format(noon);
}
export const isoDate = (date: string, daysLater: number) =>
  new Date(Date.parse(`${date}T12:00Z`) + daysLater * 86_400_000).toISOString().slice(0, 10);

/** The answer to a task that was added, in each of its phrasings. Which one it is depends on the day. */
const ADDED = /(is on|to) your list/;

/** From the next load on, no request of a route leaves the page while its storage says so. */
const NO_ROUTES = `(() => {
  const send = fetch.bind(window);
  window.fetch = (...request) =>
    localStorage.getItem("test.cut") && String(request[0]).includes("/v1/")
      ? Promise.reject(new TypeError("no network"))
      : send(...request);
})()`;

/** Waits until this tab keeps a text: it does so as soon as it knows whose words they are. */
const keptHere = (page: Page, text: string) =>
  expect.poll(() => page.evaluate<string>("Object.values(sessionStorage).join()")).toContain(text);

/** As in a tab in which nothing has been typed yet. */
const NOBODY_TYPED = `for (const name of Object.keys(sessionStorage))
  if (name.startsWith("waldo.typed")) sessionStorage.removeItem(name)`;

/** The first request for the person waits until the page says so. */
const WHO_IS_LATE = `(() => {
  const send = fetch.bind(window);
  const known = new Promise((resolve) => (window.whoIsKnown = resolve));
  window.fetch = async (...request) => {
    if (String(request[0]).endsWith("/v1/me") && !sessionStorage.getItem("test.late")) {
      await known;
      sessionStorage.setItem("test.late", "over");
    }
    return send(...request);
  };
})()`;

export function journeys(side: Side): void {
  let stage: Opened | undefined;
  afterEach(async () => {
    const faults = stage?.takeFaults();
    await stage?.close();
    stage = undefined;
    expect(faults ?? []).toEqual([]);
  });

  async function set(options: Opening = {}): Promise<Opened> {
    stage = await side.open(options);
    return stage;
  }

  /** A journey that every server allows in the same way. */
  const ofThePage = side.isWhole ? it : () => {};

  describe("the first run", () => {
    it("leads from an empty home to the score of last night, and each step survives a reload", async () => {
      const { open, nights, timeZone } = await set({ days: 0 });
      const page = await open("/");
      await heading(page, "Welcome to Waldo").waitFor();
      for (const purpose of ["Your body", "Memory"]) {
        const consent = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: purpose }) });
        await consent.getByRole("button", { name: "I agree" }).click();
        await consent.getByText("You agree.").waitFor();
      }
      await button(page, "Go on").click();
      await page.getByLabel("Choose a file").waitFor();
      await page.reload();
      await page.getByLabel("Choose a file").setInputFiles(nights);
      // The times are those of the nights.
      await seen(page, /^Your nights say this/);
      await page.reload();
      await seen(page, /^Your nights say this/);
      expect(await page.getByLabel("I wake at").inputValue()).toMatch(/^0[67]:/);
      await page.getByLabel("I wake at").fill("07:30");
      await button(page, "Begin").click();
      await seen(page, "You are set");
      await button(page, "Show my day").click();
      await page.getByRole("img", { name: /^Form: (energized|steady|flagging|depleted)$/ }).waitFor();
      await place(page, "Menu");
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByLabel("I wake at").waitFor();
      expect(await page.getByLabel("I wake at").inputValue()).toBe("07:30");
      // A browser calls Etc/GMT by its other name.
      const { timeZone: called } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
      await seen(page, new RegExp(`^Time zone: ${called.split("/")[0]}`));
    });

    ofThePage("does not call a person back who went on while their export was read", async () => {
      const { open, nights } = await set({ days: 0 });
      const page = await open("/welcome?step=bring");
      await button(page, "I agree").click();
      await page.getByLabel("Choose a file").waitFor();
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route(/\/v1\/imports\/[^/]+$/, (route) => held.then(() => route.continue()));
      await page.getByLabel("Choose a file").setInputFiles(nights);
      await button(page, "Later").click();
      await page.getByRole("progressbar").waitFor();
      await button(page, "Begin").click();
      await button(page, "Show my day").click();
      await page.getByRole("navigation", { name: "Places" }).waitFor();
      letGo();
      await page.getByRole("img", { name: /^Form: (energized|steady|flagging|depleted)$/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
    });

    ofThePage("can be left without nights: Today says why there is no score and where to bring them", async () => {
      const page = await (await set({ days: 0 })).open("/welcome?step=bring");
      await button(page, "Later").click();
      await button(page, "Begin").click();
      await button(page, "Show my day").click();
      await seen(page, /so that day has no score/);
      await page.getByRole("link", { name: "Bring your nights" }).click();
      // Without the consent no file is asked for.
      await button(page, "I agree").click();
      await page
        .getByLabel("Choose a file")
        .setInputFiles({ name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
      await page.getByRole("alert").waitFor();
    });
  });

  describe("Today", () => {
    it("takes a thumb for the Brief, and does what a card proposes after the second tap", async () => {
      const page = await (await set()).open();
      await button(page, "Helpful").click();
      await seen(page, "I count it as helpful");
      const card = page.getByRole("region", { name: "What waits for your tap" });
      await card.getByRole("button", { name: "Do it" }).click();
      await card.getByText("This is exactly what I will do").waitFor();
      await card.getByRole("button", { name: "Confirm" }).click();
      await card.getByText("Done: Schedule “Dentist”").waitFor();
      await card.getByRole("button", { name: "Undo" }).waitFor();
      await place(page, "Menu");
      await page.getByRole("link", { name: "Patrol: what Waldo saw and did" }).click();
      await seen(page, "done after your tap: Schedule “Dentist”");
    });

    ofThePage("opens at its top on a desk, where the chat beside it shows its end", async () => {
      const page = await (await set()).open("/", { viewport: { width: 1280, height: 700 } });
      for (const text of ["what is on today?", "how was my night?"]) {
        await say(page, text);
        await said(page).filter({ hasText: text }).waitFor();
      }
      await said(page).filter({ hasText: "You slept about" }).waitFor();
      await page.reload();
      await said(page).filter({ hasText: "You slept about" }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      expect(await page.evaluate("scrollY")).toBe(0);
      expect(await page.getByLabel("Say something to Waldo").isVisible()).toBe(true);
    });

    ofThePage("says why", async () => {
      const page = await (await set()).open();
      await button(page, "Why?").click();
      const why = page.getByRole("dialog", { name: "Why this Form" });
      await why.getByText("Each part against your own usual").waitFor();
      await page.keyboard.press("Escape");
      await why.waitFor({ state: "detached" });
    });
  });

  describe("the chat", () => {
    it("shows what was said and the answer to it", async () => {
      const { open } = await set();
      const page = await open("/chat");
      await say(page, "how was my night?");
      await said(page).filter({ hasText: "how was my night?" }).waitFor();
      await said(page).filter({ hasText: "You slept about" }).waitFor();
      expect(await page.getByLabel("Say something to Waldo").inputValue()).toBe("");
    });

    ofThePage("keeps what is typed over a reload", async () => {
      const page = await (await set()).open("/chat");
      await said(page).first().waitFor();
      // Whose words they are may become known after they were typed.
      await page.evaluate(NOBODY_TYPED);
      await page.addInitScript(WHO_IS_LATE);
      await page.reload();
      const field = page.getByLabel("Say something to Waldo");
      await field.fill("what I began to");
      await page.evaluate("whoIsKnown()");
      await keptHere(page, "I began to");
      await page.reload();
      await said(page).first().waitFor();
      await expect.poll(() => field.inputValue()).toBe("what I began to");
    });

    ofThePage("keeps what was said without a connection over a reload, and sends it once", async () => {
      const house = await set();
      const page = await house.open("/chat");
      await said(page).first().waitFor();
      await page.evaluate("navigator.serviceWorker.ready.then(() => {})");
      // A browser that is set offline can still let a request out here. None may.
      await page.addInitScript(NO_ROUTES);
      await page.reload();
      await said(page).first().waitFor();
      await expect.poll(() => page.evaluate("sessionStorage.getItem('waldo.typed.person')")).not.toBeNull();
      await page.evaluate("localStorage.setItem('test.cut', 'yes')");
      await page.context().setOffline(true);
      await say(page, "add a task: water the plants");
      await seen(page, "No answer yet.");
      await page.reload();
      await said(page).filter({ hasText: "water the plants" }).waitFor();
      await seen(page, "No answer yet.");
      expect(await house.heard()).toEqual([]);
      await page.evaluate("localStorage.removeItem('test.cut')");
      await page.context().setOffline(false);
      await said(page).filter({ hasText: ADDED }).waitFor();
      expect(await house.heard()).toEqual(["add a task: water the plants"]);
      expect(await said(page).filter({ hasText: "add a task" }).count()).toBe(1);
    });

    ofThePage("links an address with its host, and nothing that hides it or that Waldo quotes", async () => {
      const page = await (await set()).open("/chat");
      const hidden = "https://bank.example@evil.example/login";
      await say(page, `add a task: see https://www.аpple.com/x. or ${hidden} or https://a.example/b_(c)`);
      await said(page).filter({ hasText: ADDED }).waitFor();
      const links = page.getByRole("list", { name: "Chat" }).getByRole("link", { name: /^http/ });
      expect(await links.allTextContents()).toEqual(["https://www.аpple.com/x", "https://a.example/b_(c)"]);
      await seen(page, "https://www.аpple.com/x (www.xn--pple-43d.com). or");
    });

    it("says that everything stands still, and goes on from there", async () => {
      const page = await (await set()).open("/settings");
      await button(page, "Stop everything").click();
      await place(page, "Chat");
      await seen(page, "Everything stands still. Waldo answers and reminds again");
      await place(page, "Today");
      const card = page.getByRole("region", { name: "What waits for your tap" });
      await card.getByRole("button", { name: "Not now" }).click();
      await card.getByText("I am paused").waitFor();
      await button(page, "Go on").click();
      await page.getByText("Everything stands still.").waitFor({ state: "detached" });
      await card.getByRole("button", { name: "Not now" }).click();
      await card.getByText("All right, not now.").waitFor();
    });

    ofThePage("sends what waits when the page is opened again, on any screen", async () => {
      const house = await set();
      const page = await house.open("/chat");
      await page.route("**/v1/messages", (route) =>
        route.request().method() === "POST" ? route.abort() : route.continue(),
      );
      await say(page, "what time is it?");
      await seen(page, "No answer yet.");
      await keptHere(page, "what time is it?");
      await page.unroute("**/v1/messages");
      await page.goto("/tasks");
      await expect.poll(() => house.heard()).toEqual(["what time is it?"]);
      await page.getByText("1 to send").waitFor({ state: "detached" });
    });
  });

  /** Where no stream tells a page what is new, it asks every so often. No test waits for that. */
  const ASKS_MS = 16_000;
  const inTime = side.isTold
    ? ""
    : " (no stream tells it there: after fifteen seconds, and tasks when the tab is looked at)";
  it(`two tabs show the same: what one says and does stands in the other${inTime}`, async () => {
    const { person, tab } = await set();
    const context = await person();
    if (!side.isTold) await context.clock.install();
    const [one, other] = [await tab(context, "/chat"), await tab(context, "/chat")];
    const later = () => (side.isTold ? undefined : context.clock.fastForward(ASKS_MS));
    // Eyes on another tab: a tab that is looked at again asks for what it shows.
    const look = (page: Page) =>
      page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await say(one, "add a task: water the plants");
    await said(one).filter({ hasText: "water the plants" }).waitFor();
    await expect
      .poll(() => Promise.resolve(later()).then(() => said(other).filter({ hasText: ADDED }).count()))
      .toBe(1);
    await Promise.all([one.goto("/tasks"), other.goto("/tasks")]);
    const row = (page: Page) => page.getByRole("listitem").filter({ hasText: "water the plants" });
    await row(other).waitFor();
    await row(one).getByRole("button", { name: "Done" }).click();
    await row(one).waitFor({ state: "detached" });
    if (!side.isTold) await expect.poll(() => look(other).then(() => row(other).count()), { interval: 1_000 }).toBe(0);
    await row(other).waitFor({ state: "detached" });
  });

  ofThePage("Body shows a range, its table has the days, a day opens, and back goes back", async () => {
    const { open, today } = await set();
    const page = await open("/body");
    await page.getByText("Year", { exact: true }).click();
    await page.getByText("Show as a table").click();
    await expect.poll(() => page.getByRole("row").count()).toBe(40 + 1);
    await page.getByRole("link", { name: written(today, -1) }).click();
    await heading(page, written(today, -1)).waitFor();
    await page.getByRole("img", { name: /^Form/ }).waitFor();
    await page.goBack();
    await heading(page, "Body").waitFor();
    expect(await page.getByRole("radio", { name: "Year" }).isChecked()).toBe(true);
  });

  ofThePage("a task is added and done", async () => {
    const page = await (await set()).open("/tasks");
    await page.getByLabel("What is to do").fill("Buy bread");
    await page.keyboard.press("Enter");
    const row = page.getByRole("listitem").filter({ hasText: "Buy bread" });
    await row.waitFor();
    expect(await page.getByLabel("What is to do").inputValue()).toBe("");
    await row.getByRole("button", { name: "Done" }).click();
    await row.waitFor({ state: "detached" });
  });

  ofThePage("a goal is added, changed, ticked off and taken out, and the text is the person's own", async () => {
    const page = await (await set()).open("/goals");
    await page.getByLabel("Add to Today").fill("Outline the talk");
    await page.keyboard.press("Enter");
    const row = page.getByRole("listitem").filter({ hasText: "Outline the talk" });
    await row.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("The line").fill("Write the talk");
    await page.keyboard.press("Enter");
    const changed = page.getByRole("listitem").filter({ hasText: "Write the talk" });
    await changed.getByRole("checkbox").click();
    await changed.getByRole("checkbox", { checked: true }).waitFor();
    await page.getByRole("button", { name: "Edit as text" }).click();
    const text = page.getByLabel("The text of the file");
    expect(await text.inputValue()).toContain("[x] Write the talk");
    // A fault is named by its line, and what was typed stays.
    await text.fill("## Today\n1. one\n\n## Schedule Targets\n- wake_target: soon\n");
    await page.getByRole("button", { name: "Save the text" }).click();
    await seen(page, "Line 5: wake_target: expected a time as HH:MM");
    await page.goto("/more");
    await page.goto("/goals");
    await seen(page, "Line 5: wake_target: expected a time as HH:MM");
    await page.getByRole("button", { name: "Edit as text" }).click();
    await text.fill("## Today\n1. one\n");
    await page.getByRole("button", { name: "Save the text" }).click();
    const one = page.getByRole("listitem").filter({ hasText: "one" });
    await one.getByRole("button", { name: "Remove" }).click();
    await one.waitFor({ state: "detached" });
  });

  ofThePage("goals that two tabs change in the same section are shown both, and nothing is lost", async () => {
    const { person, tab } = await set();
    const context = await person();
    const [here, other] = [await tab(context, "/goals"), await tab(context, "/goals")];
    await here.getByRole("button", { name: "Edit as text" }).click();
    await here.getByLabel("The text of the file").fill("## Today\n1. from here\n");
    await other.getByLabel("Add to Today").fill("from there");
    await other.keyboard.press("Enter");
    await other.getByRole("checkbox", { name: "from there" }).waitFor();
    await here.getByRole("button", { name: "Save the text" }).click();
    await here.getByText(/has changed meanwhile, in .*Today/).waitFor();
    expect(await here.getByLabel("The saved text").inputValue()).toContain("from there");
    expect(await here.getByLabel("The text of the file").inputValue()).toContain("from here");
    await here.getByRole("button", { name: "Save mine over it" }).click();
    await here.getByRole("checkbox", { name: "from here" }).waitFor();
  });

  ofThePage(
    "a page that was left where a vendor sends it back, before there is a profile, leads on to the first run",
    async () => {
      const page = await (await set({ days: 0 })).open("/connected/whoop");
      await seen(page, "You did not agree at the vendor.");
      await page.getByRole("link", { name: "Welcome to Waldo" }).click();
      await page
        .getByLabel("Choose a file")
        .or(page.getByRole("button", { name: "I agree" }))
        .first()
        .waitFor();
    },
  );

  describe("the settings", () => {
    ofThePage("save what was changed in them, and nothing that has changed elsewhere since", async () => {
      const { person, tab } = await set();
      const context = await person();
      const [one, other] = [await tab(context, "/settings"), await tab(context, "/settings")];
      const level = (page: Page) => page.getByRole("radio", { name: /^Tell me; do nothing/ });
      await level(one).waitFor();
      await level(other).check();
      await button(other, "Save").click();
      await seen(other, "Saved.");
      await one.getByLabel("What Waldo calls you").fill("Noor");
      await button(one, "Save").click();
      await seen(one, "Saved.");
      await one.reload();
      await level(one).waitFor();
      expect(await level(one).isChecked()).toBe(true);
      expect(await one.getByLabel("What Waldo calls you").inputValue()).toBe("Noor");
    });

    ofThePage("keep a changed name", async () => {
      const page = await (await set()).open("/settings");
      await page.getByLabel("What Waldo calls you").fill("Noor");
      await button(page, "Save").click();
      await seen(page, "Saved.");
      await page.reload();
      await page.getByLabel("What Waldo calls you").waitFor();
      expect(await page.getByLabel("What Waldo calls you").inputValue()).toBe("Noor");
    });

    it("offer an agent of another maker what this server answers, and nothing else", async () => {
      const page = await (await set()).open("/more");
      const answer = page.waitForResponse((one) => new URL(one.url()).pathname === "/v1/agents" && one.ok());
      await page.getByRole("link", { name: "Settings" }).click();
      const { connect, items }: Gets<"agents"> = await (await answer).json();
      expect(items).toEqual([]);
      const part = page.getByRole("region", { name: "Agents of other makers" });
      const ways = [connect.command, connect.url].filter((one) => one !== undefined);
      await part.getByText(ways.length === 0 ? "No agent can connect" : "No agent has asked yet.").waitFor();
      expect(await part.locator("pre").count()).toBe(ways.length);
      expect(await part.getByLabel("How to call the agent").count()).toBe(connect.keys ? 1 : 0);
      if (ways.length === 0) expect(await part.locator("button, input, summary").count()).toBe(0);
    });

    it("take a consent back and give it again", async () => {
      const page = await (await set()).open("/settings");
      const body = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Your body" }) });
      await body.getByRole("button", { name: "Take it back" }).click();
      await body.getByText("You do not agree.").waitFor();
      await page.reload();
      await body.getByRole("button", { name: "I agree" }).click();
      await body.getByText("You agree.").waitFor();
    });

    it("erase everything after the phrase; then nobody is signed in", async () => {
      const { open, outside, heard } = await set();
      const page = await open("/settings");
      await button(page, "Erase everything").click();
      const dialog = page.getByRole("dialog", { name: "Erase everything" });
      const erase = dialog.getByRole("button", { name: "Erase everything" });
      await dialog.getByRole("textbox").fill("erase");
      expect(await erase.isDisabled()).toBe(true);
      await dialog.getByRole("textbox").fill("erase everything");
      await erase.click();
      await seen(page, "Everything of you was erased.");
      await seen(page, "You are not signed in.");
      await page.reload();
      await seen(page, outside.stranger);
      expect(await heard()).toEqual([]);
    });
  });

  describe("places", () => {
    const titles = (today: string): Readonly<Record<string, string | RegExp>> => ({
      "/": written(today),
      "/chat": "Chat",
      "/body?days=90": "Body",
      [`/body/${isoDate(today, -1)}`]: written(today, -1),
      "/more": "Menu",
      "/log": "Patrol",
      "/tasks": "Tasks and reminders",
      "/goals": "Goals",
      "/calendars": "Calendars",
      "/settings": "Settings",
      "/bring": "Bring your nights",
    });

    ofThePage("each stands at its own address and can be opened there; back goes the way back", async () => {
      const { open, today } = await set();
      const page = await open("/more");
      const all = titles(today);
      for (const [path, title] of Object.entries(all)) {
        await page.goto(path);
        await heading(page, title).waitFor();
      }
      await page.reload();
      for (const title of Object.values(all).toReversed().slice(1, 4)) {
        await page.goBack();
        await heading(page, title).waitFor();
      }
    });

    ofThePage("an unknown one is said to be none, and one can go on from there", async () => {
      const { open, today } = await set();
      const page = await open("/nowhere");
      await seen(page, "There is no such place.");
      await place(page, "Today");
      await heading(page, written(today)).waitFor();
    });

    it("a page that is open notices that its session has ended", async () => {
      const { open, endSession, outside } = await set();
      const page = await open("/tasks");
      await heading(page, "Tasks and reminders").waitFor();
      await endSession(page);
      // The page may notice by itself before the click, and then there is nothing left to click.
      place(page, "Chat").catch(() => {});
      await seen(page, outside.ended);
    });

    it("none is shown to a browser that was signed out", async () => {
      const { open, outside } = await set();
      const page = await open("/settings");
      await button(page, "Sign this browser out").click();
      await page.waitForURL(({ pathname }) => pathname !== "/settings");
      await page.goto("/chat");
      await seen(page, outside.stranger);
    });

    it("none is shown to a browser that is not signed in", async () => {
      const { stranger, outside } = await set();
      await seen(await stranger("/chat"), outside.stranger);
    });
  });

  /** What can be typed somewhere: where, into what, and what sends it. */
  const FORMS = [
    { path: "/chat", label: "Say something to Waldo", typed: "how was my night?", send: "Send" },
    { path: "/tasks", label: "What is to do", typed: "Buy bread", send: "Add" },
    { path: "/settings", label: "What Waldo calls you", typed: "Noor", send: "Save" },
    { path: "/calendars", label: "iCal address", typed: "https://calendar.test/me.ics", send: "Subscribe" },
  ] as const;
  const REFUSALS = [
    { status: 500, says: "The server answered with 500" },
    { status: 429, says: "wait a little" },
    { status: 0, says: "The server cannot be reached. What you typed is kept" },
  ] as const;

  ofThePage(
    "what was typed stays, and why it was not taken is said, when the server fails, has too much to do, or is gone",
    async () => {
      const house = await set();
      const page = await house.open("/chat");
      const context = page.context();
      for (const { path, label, typed, send } of FORMS) {
        for (const { status, says } of REFUSALS) {
          await page.goto(path);
          await page.getByLabel(label, { exact: true }).waitFor();
          const refuse = (route: Parameters<Parameters<typeof page.route>[1]>[0]) => {
            if (route.request().method() === "GET") return route.continue();
            const json = status === 429 ? { error: "TooMany", message: "that is too much: wait a little" } : undefined;
            return route.fulfill({ status, ...(json === undefined ? { body: "" } : { json }) });
          };
          // A browser that knows that it is offline must say so too, and must not wait in silence.
          if (status === 0) await context.setOffline(true);
          else await page.route("**/v1/**", refuse);
          await page.getByLabel(label, { exact: true }).fill(typed);
          await button(page, send).click();
          await page.getByRole("alert").filter({ hasText: says }).first().waitFor();
          // A message waits above the field and goes out by itself, unless the person takes it back.
          if (path === "/chat") {
            await said(page).filter({ hasText: typed }).waitFor();
            await button(page, "Change it first").click();
          }
          expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
          await context.setOffline(false);
          await page.unroute("**/v1/**", refuse);
        }
      }
      expect(await house.heard()).toEqual([]);
      expect(house.takeFaults().filter((fault) => !/^500 .*\/v1\//.test(fault))).toEqual([]);
    },
  );

  it.runIf(side.comesBack)(
    "somebody whose session has ended comes back to where they were, and what they said goes out",
    async () => {
      const { open, endSession, signInAgain, outside, heard } = await set();
      const page = await open("/chat");
      await said(page).first().waitFor();
      await endSession(page);
      await say(page, "what time is it?");
      await seen(page, outside.ended);
      await signInAgain(page);
      await heading(page, "Chat").waitFor();
      expect(new URL(page.url()).pathname).toBe("/chat");
      await expect.poll(() => heard()).toEqual(["what time is it?"]);
    },
  );

  it("a breach of the content security policy is a fault of the stage", async () => {
    const house = await set();
    const page = await house.open("/more");
    const script = "Object.assign(document.createElement('script'), { textContent: '1' })";
    await page.evaluate(`document.body.append(${script})`);
    await expect.poll(() => house.takeFaults().join()).toMatch(/Content Security Policy/);
  });
}
