import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import {
  ADDED,
  button,
  heading,
  keptHere,
  NO_ROUTES,
  NOBODY_TYPED,
  place,
  said,
  say,
  seen,
  WHO_IS_LATE,
  written,
} from "./journey-steps.ts";
import { laterJourneys } from "./journeys-later.ts";
import type { Opened, Opening, Side } from "./page-stage.ts";

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
      await said(page)
        .filter({ hasText: /You slept about/ })
        .waitFor();
      await page.reload();
      await said(page)
        .filter({ hasText: /You slept about/ })
        .waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      expect(await page.evaluate("scrollY")).toBe(0);
      expect(await page.getByLabel("Say something to Waldo").isVisible()).toBe(true);
    });

    ofThePage("says why", async () => {
      const page = await (await set()).open();
      await button(page, "Why?").click();
      const why = page.getByRole("dialog", { name: "Why this Form" });
      await why.getByText("Each part against your own usual").waitFor();
      await why.getByText("How Form adds up to").click();
      const adds = (await why.locator("table").first().locator("tbody td:last-child").allInnerTexts()).map(Number);
      const total = Number(await why.locator("table").first().locator("tfoot td").innerText());
      expect(Math.abs(adds.reduce((sum, points) => sum + points, 0) - total)).toBeLessThan(1);
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
      await said(page)
        .filter({ hasText: /You slept about/ })
        .waitFor();
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
    // Its answer is awaited: the clock that goes on while a request is under way would end the request as too late.
    const later = async () => {
      if (side.isTold) return;
      const answered = other.waitForResponse(/\/v1\//);
      await context.clock.fastForward(ASKS_MS);
      await answered;
    };
    // Eyes on another tab: a tab that is looked at again asks for what it shows.
    const look = (page: Page) =>
      page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await say(one, "add a task: water the plants");
    await said(one).filter({ hasText: ADDED }).waitFor();
    await expect.poll(() => later().then(() => said(other).filter({ hasText: ADDED }).count())).toBe(1);
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

  laterJourneys({ side, set, ofThePage });
}
