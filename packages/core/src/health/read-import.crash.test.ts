/** The reading of an export dies at every await, and runs again. */
import { type ImportJob, keys, type WakeInput, WaldoError } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { Killed } from "@waldo/testkit/faults";
import { expect, it } from "vitest";
import { decideConsent } from "../person/consents.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { MINUTE_MS } from "../time.ts";
import { findJob, jobWrites, readingFrom, viewOf } from "./import-job.ts";
import { type ReadingPorts, readImport } from "./read-import.ts";

const NOW = Date.parse("2026-10-20T12:00:00Z");
const CSV = ["date,hrv,asleep", ...Array.from({ length: 16 }, (_, i) => `2026-10-${i + 4},${50 + i},${420 + i}`)]
  .join("\n")
  .replaceAll(/-(\d),/g, "-0$1,");
const FILE = Buffer.from(CSV);
const JOB: ImportJob = {
  ...{ id: "import-1", name: "n.csv", bytes: FILE.length, crc32: "00000000", timeZone: "Europe/London" },
  ...{ map: "date=date,hrvRmssdMs=hrv,sleepMinutes=asleep", ...readingFrom(NOW) },
};

/** `unavailable`: the call fails and the process lives. */
type Plan = { readonly at: number; readonly when: "before" | "after" | "unavailable" };

/** A home with a file that is to be read. `run` reads it in a process of its own, which dies as planned. */
async function home(atomic: boolean, job = JOB) {
  const sqlite = openSqliteStore(":memory:");
  await sqlite.transact([agreeing("me"), ...jobWrites("me", undefined, job, NOW)]);
  const files = new Map([[job.id, FILE]]);
  const wakes = new Map<string, WakeInput>();
  let calls = 0;
  const run = async (plan?: Plan, id = job.id) => {
    calls = 0;
    // So much time passes that it tells at each occasion how far it is.
    let now = NOW;
    let dead = false;
    const guard = async <T>(call: () => Promise<T> | T): Promise<T> => {
      if (dead) throw new Killed("already dead");
      const isPlanned = ++calls === plan?.at;
      if (isPlanned && plan?.when === "unavailable") throw new WaldoError("StoreUnavailable", "busy");
      if (isPlanned && plan?.when === "before") dead = true;
      if (dead) throw new Killed("before");
      const result = await call();
      if (isPlanned) dead = true;
      if (dead) throw new Killed("after");
      return result;
    };
    const store: Store = {
      get: (key) => guard(() => sqlite.get(key)),
      query: (query) => guard(() => sqlite.query(query)),
      transact: (writes) => guard(() => sqlite.transact(writes)),
    };
    const ports: ReadingPorts = {
      store: atomic ? { ...store, atomically: sqlite.atomically } : store,
      clock: { now: () => (now += 3_000) },
      log: () => {},
      startWake: (name, input) => guard(() => void wakes.set(name, input)),
      shelf: {
        most: FILE.length,
        address: () => Promise.reject(new Error("nobody sends")),
        open: (_, { id, name }) =>
          guard(() => {
            const file = files.get(id);
            return (
              file && {
                ...{ name, size: file.length },
                async *stream(start = 0, end = file.length) {
                  yield await guard(() => file.subarray(start, end));
                },
              }
            );
          }),
        remove: (_, id) => guard(() => void files.delete(id)),
      },
    };
    await readImport(ports, "me", id);
  };
  const rows = async () => {
    const found: Pick<Row, "key" | "body">[] = [];
    for (const kind of [keys.sourceDay, keys.imported, keys.crs, keys.crsVersion, keys.timeZone, keys.importJob])
      for await (const { key, body } of queryAll(sqlite, kind.all("me"))) found.push({ key, body });
    return found;
  };
  const state = async () => (await findJob(sqlite, "me"))?.job;
  return { sqlite, files, wakes, run, rows, state, calls: () => calls };
}

it.each([true, false])("ends with the same rows, one wake and no file; all or nothing: %s", async (atomic) => {
  const whole = await home(atomic);
  await whole.run();
  const [rows, total] = [await whole.rows(), whole.calls()];
  expect(await whole.state()).toMatchObject({ state: "done", taken: { days: 16, isKnown: false } });
  expect(rows.length).toBeGreaterThan(15);
  expect(total).toBeGreaterThan(20);
  const same = (found: typeof rows) => found.filter(({ key }) => key.sk !== "IMPORTING");
  for (let at = 1; at <= total; at++)
    for (const when of ["before", "after"] as const) {
      const one = await home(atomic);
      await expect(one.run({ at, when }), `${when} ${at}`).rejects.toThrow(Killed);
      await one.run();
      expect(same(await one.rows()), `${when} ${at}`).toEqual(same(rows));
      expect(await one.state(), `${when} ${at}`).toMatchObject({ state: "done", taken: { days: 16 } });
      expect([one.files.size, [...one.wakes.keys()]], `${when} ${at}`).toEqual([0, [...whole.wakes.keys()]]);
    }
});

it("that a store fails for a moment keeps the file, and the next try ends with the same rows", async () => {
  const whole = await home(false);
  await whole.run();
  const [rows, total] = [await whole.rows(), whole.calls()];
  const same = (found: typeof rows) => found.filter(({ key }) => key.sk !== "IMPORTING");
  for (let at = 1; at <= total; at++) {
    const one = await home(false);
    await expect(one.run({ at, when: "unavailable" }), String(at)).rejects.toMatchObject({ name: "StoreUnavailable" });
    await one.run();
    expect(same(await one.rows()), String(at)).toEqual(same(rows));
    expect([(await one.state())?.state, one.files.size], String(at)).toEqual(["done", 0]);
  }
});

it("without consent stores nothing, says what is needed, and keeps no file", async () => {
  const { sqlite, run, state, rows, files, wakes } = await home(true);
  await decideConsent({ store: sqlite, clock: { now: () => NOW } }, "me", { purpose: "body", given: false });
  await run();
  expect(await state()).toMatchObject({ state: "refused", why: expect.stringMatching(/consent/) });
  expect([(await rows()).length, files.size, wakes.size]).toEqual([1, 0, 0]);
});

it("without consent is not read although it was taken in before: no score, no wake, no file", async () => {
  const { sqlite, run, state, rows, files, wakes } = await home(true);
  await run();
  const before = (await rows()).filter(({ key }) => key.sk !== "IMPORTING");
  const again = { ...JOB, id: "import-2", ...readingFrom(NOW + MINUTE_MS) };
  await sqlite.transact([{ op: "put", key: keys.importJob("me"), body: again }]);
  files.set("import-2", FILE);
  wakes.clear();
  await decideConsent({ store: sqlite, clock: { now: () => NOW } }, "me", { purpose: "body", given: false });
  await run(undefined, "import-2");
  expect(await state()).toMatchObject({ id: "import-2", state: "refused", why: expect.stringMatching(/consent/) });
  expect([(await rows()).filter(({ key }) => key.sk !== "IMPORTING"), files.size, wakes.size]).toEqual([before, 0, 0]);
});

it("in two processes at once ends once, with the same rows", async () => {
  const [whole, twice] = [await home(false), await home(false)];
  await whole.run();
  await Promise.all([twice.run(), twice.run()]);
  expect(await twice.rows()).toEqual(await whole.rows());
  expect([await twice.state(), twice.files.size]).toMatchObject([{ state: "done" }, 0]);
});

it("that nobody begins again is shown as broken off, and not for as long as it lives", () => {
  expect(viewOf(JOB, NOW + MINUTE_MS)).toMatchObject({ state: "reading" });
  expect(viewOf(JOB, NOW + 3 * MINUTE_MS)).toMatchObject({
    state: "refused",
    why: expect.stringMatching(/broken off/),
  });
});

it("leaves a file alone that is awaited, and removes one that no import is of", async () => {
  const awaited = await home(false, { ...JOB, state: "receiving" });
  await awaited.run();
  expect([awaited.files.size, (await awaited.state())?.state]).toEqual([1, "receiving"]);
  const left = await home(false);
  await left.sqlite.transact(jobWrites("me", { version: 1 }, { ...JOB, id: "import-2" }, NOW));
  await left.run();
  expect([left.files.size, (await left.state())?.id]).toEqual([0, "import-2"]);
});
