/** The journeys through settings and places (journeys.ts has the others). */
import type { Gets } from "@waldo/contracts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { button, heading, isoDate, place, said, say, seen, stands, written } from "./journey-steps.ts";
import type { Opened, Opening, Side } from "./page-stage.ts";

type Shared = {
  readonly side: Side;
  readonly set: (options?: Opening) => Promise<Opened>;
  /** A journey that every server allows in the same way. */
  readonly ofThePage: (name: string, journey: () => Promise<void>) => void;
};

export function laterJourneys({ side, set, ofThePage }: Shared): void {
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
        await stands(page, title);
      }
      await page.reload();
      for (const title of Object.values(all).toReversed().slice(1, 4)) {
        await page.goBack();
        await stands(page, title);
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
