/** The request that has an export read dies at every await. Nobody is kept waiting for a reading that never began. */
import { crc32 } from "node:zlib";
import { callRoute, type ImportView, keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { Killed } from "@waldo/testkit/faults";
import { expect, it } from "vitest";
import { readImport } from "../health/read-import.ts";
import type { Store } from "../ports.ts";
import { application } from "./application.ts";
import { type ImportPorts, importHandlers } from "./body.ts";
import type { ImportDoor } from "./handlers.ts";

const NOW = Date.parse("2026-10-20T12:00:00Z");
const FILE = Buffer.from(["date,asleep", "2026-10-18,420", "2026-10-19,431"].join("\n"));
const SAID = {
  ...{ name: "n.csv", bytes: FILE.length, crc32: crc32(FILE).toString(16).padStart(8, "0") },
  ...{ timeZone: "Europe/London", map: "date=date,sleepMinutes=asleep" },
};

type Plan = { readonly at: number; readonly when: "before" | "after" };

/** A person whose file has come. `request` gives the door as a process of its own, which dies as planned. */
async function arrived() {
  const store = openSqliteStore(":memory:");
  await store.transact([agreeing("me")]);
  const files = new Map<string, Uint8Array>();
  const work: string[] = [];
  const shelf: ImportDoor["shelf"] = {
    most: 1_000_000,
    address: async () => ({ url: "/file", method: "PUT", headers: {} }),
    async open(_, { id, name, bytes }) {
      const file = files.get(id);
      return (
        file && {
          ...{ name, size: bytes },
          async *stream(start = 0, end = bytes) {
            yield file.subarray(start, end);
          },
        }
      );
    },
    remove: async (_, id) => void files.delete(id),
  };
  const clock = { now: () => NOW };
  let calls = 0;
  const request = (plan?: Plan) => {
    calls = 0;
    let dead = false;
    const guard = async <T>(call: () => Promise<T>): Promise<T> => {
      if (dead) throw new Killed("already dead");
      const isPlanned = ++calls === plan?.at;
      if (isPlanned && plan?.when === "before") dead = true;
      if (dead) throw new Killed("before");
      const result = await call();
      if (isPlanned) dead = true;
      if (dead) throw new Killed("after");
      return result;
    };
    const guarded: Store = {
      get: (key) => guard(() => store.get(key)),
      query: (query) => guard(() => store.query(query)),
      transact: (writes) => guard(() => store.transact(writes)),
    };
    const imports: ImportDoor = {
      shelf: { ...shelf, open: (...asked) => guard(() => shelf.open(...asked)) },
      later: (_, id) => guard(async () => void work.push(id)),
    };
    const ports: ImportPorts = { store: guarded, clock, imports };
    const app = application(importHandlers, { who: () => "me", ports: () => ports, log: () => {} });
    const asked = async (sent: Request) => app.fetch(sent);
    const begin = (id: string) => callRoute(asked, "http://waldo.test", "startImport", { key: id, body: SAID });
    const finish = (id: string) => callRoute(asked, "http://waldo.test", "finishImport", { params: { id } });
    const look = (id: string) => callRoute(asked, "http://waldo.test", "imported", { params: { id } });
    return { begin, finish, look };
  };
  /** Does what was left to do, as another process. `during` happens while it reads. */
  const readAll = async (during = async (): Promise<unknown> => undefined) => {
    const startWake = async () => void (await during());
    const ports = { store, clock, shelf, log: () => {}, startWake };
    for (const id of work.splice(0)) await readImport(ports, "me", id);
  };
  const bring = async (id: string): Promise<ImportView> => {
    await request().begin(id);
    files.set(id, FILE);
    await request().finish(id);
    await readAll();
    return request().look(id);
  };
  await request().begin("import-1");
  files.set("import-1", FILE);
  const days = async () => (await store.query(keys.sourceDay.all("me"))).rows.length;
  return { request, readAll, bring, files, work, days, calls: () => calls };
}

const whole = await arrived();
await whole.request().finish("import-1");
const deaths = Array.from({ length: whole.calls() }, (_, i) => i + 1).flatMap((at) =>
  (["before", "after"] as const).map((when): Plan => ({ at, when })),
);

it("is read once the same is asked again", async () => {
  expect(deaths.length).toBeGreaterThan(8);
  for (const plan of deaths) {
    const { request, readAll, files, days } = await arrived();
    await expect(request(plan).finish("import-1"), `${plan.when} ${plan.at}`).rejects.toThrow();
    expect(await request().finish("import-1"), `${plan.when} ${plan.at}`).toMatchObject({ state: "reading" });
    await readAll();
    expect(await request().look("import-1"), `${plan.when} ${plan.at}`).toMatchObject({ state: "done" });
    expect([await days(), files.size], `${plan.when} ${plan.at}`).toEqual([2, 0]);
  }
});

it("stands in the way of no other export before a process reads it", async () => {
  for (const plan of deaths) {
    const { request, readAll, bring, files, days } = await arrived();
    await expect(request(plan).finish("import-1"), `${plan.when} ${plan.at}`).rejects.toThrow();
    expect(await bring("import-2"), `${plan.when} ${plan.at}`).toMatchObject({ state: "done" });
    await readAll();
    expect([await days(), files.size], `${plan.when} ${plan.at}`).toEqual([2, 0]);
  }
});

it("begins no second reading of a file that a process reads", async () => {
  const { request, work, readAll } = await arrived();
  await request().finish("import-1");
  await readAll(() => request().finish("import-1"));
  expect(work).toEqual([]);
  expect(await request().look("import-1")).toMatchObject({ state: "done" });
});
