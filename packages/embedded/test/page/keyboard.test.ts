/** The page without a mouse: what can be done is reached by Tab, one sees where one is, and the focus is never lost. */
import { fileURLToPath } from "node:url";
import { instantAt } from "@waldo/core/time";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { stageOfEach } from "./each-stage.ts";
import { button, heading, said, seen } from "./journey-steps.ts";

const YEAR = fileURLToPath(new URL("../../../../data/whoop-year.csv", import.meta.url));
/** More than any screen has places to stop at. */
const MOST_STOPS = 80;

const opened = stageOfEach();

const FOCUSED = `(() => {
  const one = document.activeElement;
  // A field that is drawn as its label is marked there.
  const drawn = one.matches("input.hidden") ? one.labels[0] : one;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
  const box = drawn.getBoundingClientRect();
  return {
    name: [one.tagName, one.getAttribute("type"), (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 40)].filter(Boolean).join(" "),
    isLost: one === document.body,
    isMarked: outlineStyle !== "none" && outlineWidth !== "0px" && box.width > 1 && box.height > 1,
  };
})()`;
type Focused = { readonly name: string; readonly isLost: boolean; readonly isMarked: boolean };
const focused = (page: Page) => page.evaluate<Focused>(FOCUSED);
/** What runs in the page knows it. */
declare const document: { readonly activeElement: unknown };
const isFocused = (at: Locator) =>
  at.evaluateAll((found: unknown[]) => found.includes(document.activeElement)) as Promise<boolean>;

/** Presses Tab until the focus is there. Each stop on the way must be seen. */
async function tabTo(page: Page, at: Locator, key = "Tab"): Promise<void> {
  await at.waitFor();
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press(key);
    const { name, isLost, isMarked } = await focused(page);
    if (!isLost) expect([name, isMarked]).toEqual([name, true]);
    if (await isFocused(at)) return;
  }
  throw new Error(`Tab does not lead to it: ${at}`);
}

async function press(page: Page, at: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, at);
  await page.keyboard.press(key);
}

it("the first run, a chat with a tap and the settings are done with keys alone", async () => {
  const at = instantAt("2026-10-31", "09:10", "Asia/Kolkata");
  const stage = await opened({ at, days: 0 });
  const page = await stage.open("/", { timezoneId: "Asia/Kolkata" });
  await heading(page, "Welcome to Waldo").waitFor();
  for (const purpose of ["Your body", "Memory"]) {
    const consent = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: purpose }) });
    await press(page, consent.getByRole("button", { name: "I agree" }));
    await consent.getByText("You agree.").waitFor();
    expect((await focused(page)).isLost).toBe(false);
  }
  await press(page, button(page, "Go on"));
  const step = (name: string) => page.getByRole("heading", { name, level: 2 });
  await step("Bring your nights").waitFor();
  await expect.poll(() => focused(page)).toMatchObject({ name: "H2 Bring your nights" });
  const chosen = page.waitForEvent("filechooser");
  await press(page, page.getByLabel("Choose a file"), "Space");
  await (await chosen).setFiles(YEAR);
  await step("When do you wake and sleep?").waitFor();
  await expect.poll(() => focused(page)).toMatchObject({ name: "H2 When do you wake and sleep?" });
  await press(page, button(page, "Begin"));
  await seen(page, "You are set");
  await press(page, button(page, "Show my day"));
  await expect.poll(() => focused(page)).toMatchObject({ name: "H1 Saturday 31 October" });

  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await press(page, link("Chat"));
  await expect.poll(() => focused(page)).toMatchObject({ name: "H1 Chat" });
  await tabTo(page, page.getByLabel("Say something to Waldo"));
  await page.keyboard.type("how was my night?");
  await page.keyboard.press("Enter");
  const answer = said(page)
    .filter({ hasText: /^Waldo.*(slept|sleep|night)/s })
    .last();
  await answer.waitFor();
  expect(await isFocused(page.getByLabel("Say something to Waldo"))).toBe(true);
  // A slash offers the commands. The arrow keys choose one, and Enter takes it.
  await page.keyboard.type("/st");
  await page.getByRole("list", { name: "Commands" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await isFocused(page.getByLabel("Say something to Waldo"))).toBe(true);
  await page.keyboard.press("Enter");
  await said(page).filter({ hasText: "Sent today" }).last().waitFor();
  await page.keyboard.type("/");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("list", { name: "Commands" }).count()).toBe(0);
  await page.keyboard.press("Backspace");
  await press(page, said(page).getByRole("button", { name: "Helpful", exact: true }).first());
  await seen(page, "I count it as helpful");

  await press(page, link("Menu"));
  await expect.poll(() => focused(page)).toMatchObject({ name: "H1 Menu" });
  await press(page, link("Settings"));
  await expect.poll(() => focused(page)).toMatchObject({ name: "H1 Settings" });
  await tabTo(page, page.getByLabel("What Waldo calls you"));
  await page.keyboard.type("Noor");
  await press(page, button(page, "Save"));
  await seen(page, "Saved.");
  expect((await focused(page)).isLost).toBe(false);
});

it("a card is tapped with keys, and the focus goes on when the button is gone", async () => {
  const stage = await opened();
  const page = await stage.open();
  const card = page.getByRole("region", { name: "What waits for your tap" });
  await card.waitFor();
  // What the page reads after a tap comes late. The next button takes a tap before that.
  const late = Promise.withResolvers<void>();
  await page.route("**/v1/proposals*", (route) => late.promise.then(() => route.continue()));
  await press(page, card.getByRole("button", { name: "Do it" }));
  await card.getByText("This is exactly what I will do").waitFor();
  expect((await focused(page)).isLost).toBe(false);
  await press(page, card.getByRole("button", { name: "Confirm" }));
  await card.getByRole("button", { name: "Undo" }).waitFor();
  expect((await focused(page)).isLost).toBe(false);
  const read = page.waitForResponse("**/v1/proposals*");
  late.resolve();
  await read;
  expect((await focused(page)).isLost).toBe(false);
});

it("a dialog keeps the focus until it is closed, and gives it back to what opened it", async () => {
  const stage = await opened();
  const page = await stage.open();
  await press(page, button(page, "Why?"));
  const why = page.getByRole("dialog", { name: "Why this Form" });
  await why.waitFor();
  const isInside = () =>
    why.evaluate((one: { contains(other: unknown): boolean }) => one.contains(document.activeElement));
  // The dialog takes the focus with the first frame that it is drawn in.
  await expect.poll(isInside).toBe(true);
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("Tab");
    await expect.poll(isInside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "detached" });
  await expect.poll(() => isFocused(button(page, "Why?"))).toBe(true);
});

it("the first stop is a link past the places, which can be seen and leads to the content", async () => {
  const stage = await opened();
  const page = await stage.open("/tasks");
  await heading(page, "Tasks and reminders").waitFor();
  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatchObject({ name: "A Skip to the content", isMarked: true });
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(page.locator("#content"))).toBe(true);
});
