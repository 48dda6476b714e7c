import type { Page } from "playwright-core";
import { expect } from "vitest";

export const PHONE_KEY = "Enter";

export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
/** Waits for a screen. An error says which page was shown instead. */
export async function stands(page: Page, title: string | RegExp): Promise<void> {
  await heading(page, title)
    .waitFor()
    .catch(async (cause: unknown) => {
      const shown = (await page.locator("body").innerText()).slice(0, 600);
      throw new Error(`${title} is not the heading of ${page.url()}, which shows: ${shown}`, { cause });
    });
}
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
export const ADDED = /(is on|to) your list/;

/** From the next load on, no request of a route leaves the page while its storage says so. */
export const NO_ROUTES = `(() => {
  const send = fetch.bind(window);
  window.fetch = (...request) =>
    localStorage.getItem("test.cut") && String(request[0]).includes("/v1/")
      ? Promise.reject(new TypeError("no network"))
      : send(...request);
})()`;

/** Waits until this tab keeps a text: it does so as soon as it knows whose words they are. */
export const keptHere = (page: Page, text: string) =>
  expect.poll(() => page.evaluate<string>("Object.values(sessionStorage).join()")).toContain(text);

/** As in a tab in which nothing has been typed yet. */
export const NOBODY_TYPED = `for (const name of Object.keys(sessionStorage))
  if (name.startsWith("waldo.typed")) sessionStorage.removeItem(name)`;

/** The first request for the person waits until the page says so. */
export const WHO_IS_LATE = `(() => {
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
