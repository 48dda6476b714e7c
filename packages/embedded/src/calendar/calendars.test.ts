/** `waldo calendar …` as a person types it, with a calendar on a server of loopback. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { eventsBetween } from "@waldo/core/calendar/rows";
import { DAY_MS } from "@waldo/core/time";
import { PUBLIC_INTERNET, publicFetcher } from "@waldo/outside/fetcher";
import { icsOf } from "@waldo/testkit/scripted-calendars";
import { ok, type ScriptedServer, startScriptedServer } from "@waldo/testkit/scripted-server";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { waldo, waldoIn } from "../../test/command.ts";
import { openHome } from "../home.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-calendar-"));
const SECRET_PATH = "/ical/private-0123456789abcdef/basic.ics";
const stamp = (at: number) => `${new Date(at).toISOString().replace(/[-:]|\.\d+/g, "")}`;
const TOMORROW = stamp(Date.now() + DAY_MS);
const NEXT_WEEK = stamp(Date.now() + 7 * DAY_MS);

let server: ScriptedServer;
let homes = 0;
let home = "";
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(async () => {
  server.reset();
  home = join(root, String(++homes));
  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  store.close();
});

/** Runs a command that may reach 127.0.0.1 by http. */
const run = (...args: string[]) => {
  const reach = { ...PUBLIC_INTERNET, schemes: ["http:"], mayUsePort: () => true, isPublic: () => true };
  return waldoIn({ env: {}, fetcher: async () => publicFetcher({ reach }) }, "calendar", ...args, "--home", home);
};
const titles = async () => {
  const { store } = openHome(home);
  const events = await eventsBetween(store, "me", Date.now() - DAY_MS, Date.now() + 30 * DAY_MS);
  store.close();
  return events.map(({ title }) => title);
};

describe("waldo calendar", () => {
  it("adds an address, lists it, and takes it back; the address is never printed whole", async () => {
    server.script.push(ok(icsOf(["1", TOMORROW, "Dentist"], ["2", NEXT_WEEK, "Lunch"])));
    const address = `${server.endpoint}${SECRET_PATH}`;
    const { host } = new URL(address);
    const added = await run("add", address, "--name", "Work");
    expect(added).toMatchObject({ status: 0, stderr: "" });
    const id = /id ([0-9a-f]{12})\./.exec(added.stdout)?.[1] ?? "";
    expect(added.stdout.split("\n").slice(0, 2)).toEqual([
      `Added: Work (${host} ….ics), id ${id}.`,
      "It has 2 events in the past month and the year ahead: 2 new.",
    ]);
    expect(await titles()).toEqual(["Dentist", "Lunch"]);

    const listed = await run("list");
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}  Work  ${host} ….ics\n  read \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d; next: `),
    );
    const json = await run("list", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject([{ id, name: "Work", failures: 0 }]);

    const removed = await run("remove", id);
    expect(removed.stdout).toBe("Removed. Its address is forgotten, and 2 events of it no longer stand.\n");
    expect(await titles()).toEqual([]);
    expect((await run("list")).stdout).toContain("No subscribed calendar");
    for (const { stdout, stderr } of [added, listed, json, removed]) expect(stdout + stderr).not.toContain("private-");
  });

  it("says what happened and what to do when nothing was added", async () => {
    const address = `${server.endpoint}${SECRET_PATH}`;
    server.script.push(ok("<html>Sign in</html>"), { kind: "reply", status: 404, body: "" });
    for (const words of ["no calendar that can be read", "copy the address again"]) {
      const refused = await run("add", address);
      expect(refused).toMatchObject({ status: 1, stdout: "" });
      expect(refused.stderr).toMatch(/^waldo: nothing was added: [^\n]+\n$/);
      expect(refused.stderr).toContain(words);
      expect(refused.stderr).not.toContain("private-");
    }
  });

  it("without that option reaches no server of this machine or its network", async () => {
    for (const address of [
      server.endpoint,
      "https://127.0.0.1/x.ics",
      "https://localhost/x.ics",
      "https://10.1/x.ics",
    ]) {
      const refused = await waldo("calendar", "add", address, "--home", home);
      expect(refused.status).toBe(1);
      expect(refused.stderr).toMatch(/no plain https address|private network/);
    }
    expect(server.asked).toEqual([]);
  });

  it("takes in a file, beside a subscription of the same name", async () => {
    const path = join(root, "Work.ics");
    writeFileSync(path, icsOf(["1", TOMORROW, "Dentist"]));
    expect((await run("import", path)).stdout).toBe("Work: 1 event, 1 new.\n");
    expect((await run("import", path)).stdout).toBe("Work: 1 event, nothing changed.\n");
    server.script.push(ok(icsOf(["1", TOMORROW, "Dentist"])));
    await run("add", `${server.endpoint}${SECRET_PATH}`, "--name", "Work");
    expect(await titles()).toEqual(["Dentist", "Dentist"]);
    expect(await run("import", join(root, "missing.ics"))).toMatchObject({ status: 1 });
  });

  it("refuses an unknown id, and a home that holds nothing of one's own", async () => {
    expect((await run("remove", "000000000000")).stderr).toContain("waldo calendar list shows them");
    const none = await waldo("calendar", "list", "--home", join(root, "none"));
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining("no state of your own") });
  });

  it("explains itself with examples", async () => {
    expect((await waldo("calendar", "--help")).stdout).toContain("waldo calendar add");
    expect((await waldo("calendar", "add", "--help")).stdout).toContain("Secret address in iCal format");
  });
});
