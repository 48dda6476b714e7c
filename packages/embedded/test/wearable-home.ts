/** A home with a wearable or a phone, for tests: connected as a person types it, and served behind a tunnel. */

import { request } from "node:http";
import { createServer } from "node:net";
import { Connection, CrsResult, keys, type OpenConnection, type VendorName } from "@waldo/contracts";
import type { Delivery } from "@waldo/core/connect/vendor";
import { putOver } from "@waldo/core/store/cas";
import { addDays, HOUR_MS, localDate } from "@waldo/core/time";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import type { WearableCloud } from "@waldo/testkit/wearable-cloud";
import { expect, vi } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo as run } from "../src/program.ts";
import { serve } from "../src/serve/command.ts";
import { openTerminal } from "../src/terminal.ts";

/** A time zone in which it is about noon, so the night is over and the morning Brief is not too late. */
const EAST = 12 - new Date().getUTCHours();
export const EAST_MINUTES = EAST * 60;
export const ZONE = EAST === 0 ? "Etc/GMT" : `Etc/GMT${EAST < 0 ? "+" : "-"}${Math.abs(EAST)}`;
export const TODAY = localDate(Date.now(), ZONE);
const ME = "me";

export type WearableHome = {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** What a home sees of the environment, when the vendor is a cloud on loopback. */
export function envOf({ endpoint, client }: WearableCloud): NodeJS.ProcessEnv {
  return { WALDO_WEARABLE_ROOT: endpoint, SECRET: client.secret };
}

/** Output that tells what was written so far, after each write. */
function output(seen: (text: string) => void = () => {}) {
  let text = "";
  const stream = {
    write(piece: string | Uint8Array) {
      text += piece;
      seen(text);
      return true;
    },
    on: () => stream as never,
  };
  return { stream, text: () => text };
}

export type Connected = { readonly status: number; readonly said: string };

/** Types `waldo wearable connect`, and agrees at the vendor's page, wherever its address is printed. */
export async function connect(
  cloud: WearableCloud,
  { home, env, port }: WearableHome,
  ...more: readonly string[]
): Promise<Connected> {
  let agreed: Promise<unknown> | undefined;
  const { pathname } = new URL(cloud.vendor.oauth.authorise);
  const agree = (text: string) => {
    const url = text.split(/\s/).find((word) => word.startsWith("http") && word.includes(`${pathname}?`));
    agreed ??= url === undefined ? undefined : cloud.agree(url).then((back) => fetch(back));
  };
  const out = output(agree);
  const client = ["--client-id", cloud.client.id, "--secret-env", "SECRET", "--port", String(port)];
  const status = await run(
    ["wearable", "connect", cloud.vendor.name, "--home", home, ...client, "--consent", "body", ...more],
    { ...{ stdout: out.stream, stderr: output(agree).stream, env } },
  );
  await agreed;
  return { status, said: out.text() };
}

export type Answered = { readonly status: number; readonly text: string };

/** Sends a request as a tunnel does: under a host name of its own. */
export function tunnelled(port: number, method: string, path: string, { headers, body }: Delivery): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // Each server of the test has the same port, so no socket is kept.
    const asked = {
      host: "127.0.0.1",
      port,
      path,
      method,
      agent: false,
      headers: { ...headers, host: "tunnel.example" },
    };
    const sent = request(asked, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

type Event = Readonly<Record<string, unknown>>;

/** The Brief of a night that came while the home was served. */
export const isMorning = ({ type, job, said }: Event) =>
  type === "wake" && job === "sync" && Array.isArray(said) && said.length > 0;

/**
 * Types `waldo serve`, and plays while it runs. `until` waits for an event. Returns all events, after the play is over.
 */
export async function served(
  { home, env, port }: WearableHome,
  play: (until: (isIt: (event: Event) => boolean) => Promise<void>) => Promise<void>,
): Promise<readonly Event[]> {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), PATIENCE_MS);
  const waits: { readonly isIt: (event: Event) => boolean; readonly go: () => void }[] = [];
  let played: Promise<void> | undefined;
  const eventsOf = (text: string): Event[] =>
    text
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
  const out = output((text) => {
    const events = eventsOf(text);
    for (const { isIt, go } of waits) if (events.some(isIt)) go();
    if (!events.some(({ type }) => type === "started")) return;
    played ??= play(
      (isIt) =>
        new Promise((go, fail) => {
          waits.push({ isIt, go });
          if (eventsOf(out.text()).some(isIt)) go();
          stop.signal.addEventListener("abort", () => fail(new Error(`this did not come: ${out.text()}`)));
        }),
    ).finally(() => stop.abort());
    played.catch(() => {});
  });
  const options = { user: ME, home, json: true, verbose: false, zone: ZONE, port };
  await serve({ ...options, consent: "body,memory" }, {}, openTerminal(out.stream, out.stream), {
    ...{ signal: stop.signal, fetcher: scriptedCalendars(), env },
  });
  clearTimeout(late);
  await played;
  return eventsOf(out.text());
}

function opened(body: unknown): OpenConnection {
  const connection = Connection.parse(body);
  if (connection.state === "ended") throw new Error("the connection has ended");
  return connection;
}

/** Makes a reading due when none is under way, as if the last were of hours ago. */
export function dueNow(home: string, vendor: VendorName): Promise<void> {
  return inStore(home, (store) =>
    vi.waitFor(async () => {
      const key = keys.connection(ME, vendor);
      const row = await store.get(key);
      const { busyUntil, ...connection } = opened(row?.body);
      expect(busyUntil).toBeUndefined();
      await store.transact([putOver(row, key, { ...connection, readAt: Date.now() - 4 * HOUR_MS })]);
    }, PATIENCE_MS),
  );
}

/** Waits for a reading that was due, to its end. */
export function isRead(home: string, vendor: VendorName): Promise<void> {
  return inStore(home, (store) =>
    vi.waitFor(async () => {
      const row = await store.get(keys.connection(ME, vendor));
      const { busyUntil, readAt = 0 } = opened(row?.body);
      expect([busyUntil, readAt > Date.now() - HOUR_MS]).toEqual([undefined, true]);
    }, PATIENCE_MS),
  );
}

/** Returns the stored score of today, or of so many days ago. */
export function scoreOf(home: string, daysAgo = 0): Promise<CrsResult> {
  const key = keys.crs(ME, addDays(TODAY, -daysAgo));
  return inStore(home, async (store) => CrsResult.parse((await store.get(key))?.body));
}

/** All that a night leaves: the raw days, the scores, and what was said. */
export function madeOf(home: string): Promise<object> {
  return inStore(home, async (store) => {
    const ranges = [keys.sourceDay.all(ME), keys.crs.all(ME), keys.outbox.all(ME)];
    const found = await Promise.all(ranges.map((range) => store.query({ ...range, limit: 1000 })));
    return found.map(({ rows }) => rows.map(({ key, body }) => [key.sk, body]));
  });
}

async function inStore<T>(home: string, act: (store: ReturnType<typeof openHome>["store"]) => Promise<T>): Promise<T> {
  const { store } = openHome(home);
  try {
    return await act(store);
  } finally {
    store.close();
  }
}
