/** `waldo live` with a subscribed calendar that has changed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { subscribe } from "@waldo/core/calendar/subscribe";
import { DAY_MS } from "@waldo/core/time";
import { icsOf, scriptedCalendars } from "@waldo/testkit/scripted-calendars";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, expect, it } from "vitest";
import { openHome } from "../home.ts";
import { openTerminal } from "../terminal.ts";
import { live } from "./command.ts";

const home = mkdtempSync(join(tmpdir(), "waldo-live-calendar-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ADDRESS = "https://calendar.example/private-0123456789/basic.ics";
const TOMORROW = new Date(Date.now() + DAY_MS).toISOString().replace(/[-:]|\.\d+/g, "");

it("says that the calendar changed, by its name", async () => {
  const fetcher = scriptedCalendars();
  fetcher.at.set(ADDRESS, icsOf());
  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  await subscribe({ store, fetcher }, "me", { address: ADDRESS, name: "Work" }, Date.now() - DAY_MS);
  store.close();
  fetcher.at.set(ADDRESS, icsOf(["1", TOMORROW, "Dentist"]));

  const stop = new AbortController();
  let printed = "";
  const stream = {
    write: (text: string | Uint8Array) => {
      printed += text;
      if (printed.includes("calendar Work")) stop.abort();
      return true;
    },
    on: () => process.stdout,
  };
  const options = { user: "me", home, json: false, verbose: false, zone: PERSON.timeZone };
  await live(options, {}, openTerminal(stream, stream), { signal: stop.signal, fetcher, env: {} });
  expect(printed).toMatch(/\n \d\d:\d\d {2}↓ calendar Work: 1 new\n/);
  expect(printed).not.toMatch(/private-|Dentist/);
});
