/** What a journey needs of the side that it runs on: one machine, or the cloud on loopback. */
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export type FileToBring = string | { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

export type Opened = {
  /** The person's date. */
  readonly today: string;
  /** The zone that the browser is in, unless a journey says another. */
  readonly timeZone: string;
  /** The export of a wearable whose last night is that of today. */
  readonly nights: FileToBring;
  /** What is said to somebody who is not signed in, and to somebody whose session has ended. */
  readonly outside: { readonly stranger: string; readonly ended: string };
  /** A browser of its own. */
  person(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A tab of somebody who is signed in. */
  tab(context: BrowserContext, path: string): Promise<Page>;
  /** A tab of a new browser, of somebody who is signed in. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** A tab of a new browser in which nobody is signed in. */
  stranger(path: string): Promise<Page>;
  /** Ends the session of a tab behind its back. */
  endSession(page: Page): Promise<void>;
  /** Signs in again where `endSession` has ended it, as the person would do. */
  signInAgain(page: Page): Promise<void>;
  /** The person's own words that the server holds. */
  heard(): Promise<string[]>;
  /** The errors in pages and behind them since the last call. */
  takeFaults(): string[];
  close(): Promise<void>;
};

export type Opening = {
  /** Days with a score, a Brief and a card. 0: nobody has said or brought anything yet. */
  readonly days?: number;
};

/** A side on which the journeys run. */
export type Side = {
  /** The names of the tests. */
  readonly name: string;
  /** False: no stream tells a page what has changed, so it asks every fifteen seconds. */
  readonly isTold: boolean;
  /** True: a sign-in leads back to where it was begun. The link of one machine comes from a terminal and opens Today. */
  readonly comesBack: boolean;
  /**
   * False: only the journeys on which this side differs. In the others the page alone decides, before the same answers of
   * the API, so they run on one machine.
   */
  readonly isWhole: boolean;
  open(options: Opening): Promise<Opened>;
};

/**
 * Notes what a page reports: errors of scripts, of the console (a breach of the content security policy is one) and
 * answers that no page should cause. The browser also writes each refused request to the console, which says nothing more.
 */
export function watch(page: Page, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    const isOfRoute = message.text().startsWith("Failed to load resource") && message.location().url.includes("/v1/");
    if (message.type() === "error" && !isOfRoute) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on("response", (response) => {
    if (!MAY_ANSWER.includes(response.status())) faults.push(`${response.status()} ${response.url()}`);
  });
}

/** 401: signed out. 404: there is none yet. 409 and 429: not now. */
const MAY_ANSWER = [200, 201, 202, 204, 302, 303, 304, 401, 404, 409, 429];
