// @ts-check
/** How a person is known to the server of this page: by a cookie on one machine, by tokens on AWS. */
import { tokenSession } from "./sign-in.js";

/**
 * @typedef {import("./sign-in.js").Browser} Browser
 * @typedef {import("@waldo/contracts").AppConfig} AppConfig
 */

/**
 * Asks the server which kind of session it has, and opens it. `isIn` says whether somebody is signed in, as far as the
 * page can know; `trouble` is what the person is to read. A cookie is given by a link and ended by a form, so that kind
 * has no `enter` and no `leave`. Where the server tells what has changed, `events` is the address of that stream.
 *
 * @param {Browser} browser
 */
export async function openSession(browser) {
  const answer = await browser.fetch("/app.json");
  if (!answer.ok) throw new Error("This page cannot be reached completely. Load it again in a moment.");
  const config = /** @type {AppConfig} */ (await answer.json());
  if (config.session === "cookie")
    return {
      isIn: true,
      fetch: browser.fetch,
      events: "/v1/events",
      outside: "Run waldo link, and open the link it prints.",
    };
  const session = tokenSession(config, browser);
  const outside = "Sign in again.";
  return session.open().then(
    (isIn) => ({ ...session, isIn, outside }),
    (/** @type {Error} */ { message: trouble }) => ({ ...session, isIn: false, outside, trouble }),
  );
}
