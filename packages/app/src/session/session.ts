/** How the server of this page knows a person: by a cookie on one machine, by tokens on AWS. */
import type { AppConfig } from "@waldo/contracts";
import { type Browser, tokenSession } from "./sign-in.ts";

export { SignedOut } from "./sign-in.ts";

export type Session = {
  /** Whether the page believes that a person is signed in. Only the first answer of the server makes this certain. */
  readonly isIn: boolean;
  readonly fetch: (url: string, options?: RequestInit) => Promise<Response>;
  /** Says what a person who is not signed in can do. */
  readonly outside: string;
  /** The words for the person when the sign-in failed. */
  readonly trouble?: string;
  /** A link gives the cookie and a form ends it, so a session with a cookie has neither function. */
  readonly enter?: () => Promise<void>;
  readonly leave?: () => Promise<void>;
  /** Forgets what this tab holds of the session. The server ends a cookie. */
  readonly forget?: () => void;
  /** The address of the stream that reports changes. Absent if there is no stream. */
  readonly events?: string;
};

/** Asks the server which kind of session it has, and opens it. */
export async function openSession(browser: Browser): Promise<Session> {
  const answer = await browser.fetch("/app.json");
  if (!answer.ok) throw new Error("This page cannot be reached completely. Load it again in a moment.");
  const config = (await answer.json()) as AppConfig;
  if (config.session === "cookie") {
    // The first request tells who is signed in: only the server can read the cookie.
    return {
      isIn: true,
      fetch: browser.fetch,
      events: "/v1/events",
      outside: "Run waldo link, and open the link it prints.",
    };
  }
  const { open, ...session } = tokenSession(config, browser);
  const outside = "Sign in again.";
  return open().then(
    (isIn) => ({ ...session, isIn, outside }),
    ({ message: trouble }: Error) => ({ ...session, isIn: false, outside, trouble }),
  );
}
