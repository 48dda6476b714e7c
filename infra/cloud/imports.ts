/** Tests the export of a wearable: it is sent to a signed address, read, scored, and told to the person. */
import { request } from "node:http";
import { crc32 } from "node:zlib";
import {
  type ImportBegun,
  type ImportView,
  type ImportWanted,
  keys,
  MeterRow,
  ToldScore,
  type UploadAddress,
} from "@waldo/contracts";
import { addDays } from "@waldo/core/time";
import { whoopFile, whoopRow, zipped } from "@waldo/testkit/made-up-exports";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { api, cloud, engine, introduce, journal, store, TODAY, ZONE } from "./stage.ts";

const NIGHTS = 30;

/** The nights of one person, up to today. The nights of two people have no number in common and no common trend. */
export function whoopExport(of: 1 | 2 = 1): Buffer {
  const rows = Array.from({ length: NIGHTS }, (_, back) => {
    const date = addDays(TODAY, -back);
    const wave = of === 1 ? back % 7 : (back * 3) % 5;
    return whoopRow({
      start: `${addDays(date, -1)} ${of === 1 ? "22:50:00" : `21:1${wave}:00`}`,
      end: "",
      wake: `${date} 06:40:00`,
      timeZone: `UTC${ZONE}`,
      recovery: of === 1 ? 50 + wave : 80 - wave,
      hrv: of === 1 ? 61 + wave : 33 - wave,
      strain: of === 1 ? 10 + wave : 4 + wave / 10,
      asleep: of === 1 ? 420 + 5 * wave : 350 - 7 * wave,
    });
  });
  return Buffer.from(zipped({ "my_whoop_data/physiological_cycles.csv": whoopFile(...rows) }));
}

/** Sends a file as a browser does, to the host that the address names. */
export function sendTo({ url, method, headers }: UploadAddress, file: Buffer): Promise<number | undefined> {
  const { host, pathname, search } = new URL(url);
  const { hostname, port } = new URL(cloud.endpoints["AWS_ENDPOINT_URL_S3"] ?? "");
  return new Promise((resolve, reject) => {
    const own = { ...headers, host, "content-length": file.length };
    request({ host: hostname, port, path: pathname + search, method, headers: own })
      .on("response", (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end(file);
  });
}

/** Begins an import. `more` holds the members of the request that differ. */
export async function beginImport(person: string, id: string, file: Buffer, more: Partial<ImportWanted> = {}) {
  const said: ImportWanted = {
    ...{ name: "whoop.zip", bytes: file.length, timeZone: ZONE },
    crc32: crc32(file).toString(16).padStart(8, "0"),
  };
  const headers = { "idempotency-key": id, "content-type": "application/json", host: "waldo.test" };
  const answer = await api("POST /v1/imports", person, { ...said, ...more }, { headers });
  const begun = JSON.parse(answer.body) as ImportBegun;
  return { answer, begun, address: begun.upload ?? { url: "", method: "PUT" as const, headers: {} } };
}

export function exportsOfWearables(): void {
  describe("an export of a wearable", engine.options, () => {
    const person = "6b1f3c52-8f0e-4a59-9d6a-1c9e7b1f4c53";
    const file = whoopExport();
    const look = async (id: string): Promise<ImportView> =>
      JSON.parse((await api(`GET /v1/imports/${id}`, person)).body);
    const finish = (id: string) => api(`POST /v1/imports/${id}/done`, person, {});
    const uploads = () => [...cloud.objects.keys()].filter((name) => name.startsWith("uploads/"));
    const bring = async (id: string, bytes: Buffer) => {
      const { address } = await beginImport(person, id, bytes);
      expect(await sendTo(address, bytes)).toBe(200);
      expect(await finish(id)).toMatchObject({ statusCode: 202 });
      await expect.poll(async () => (await look(id)).state).toMatch(/done|refused/);
      await expect.poll(uploads).toEqual([]);
      return look(id);
    };
    const raw = async () => (await store.query({ ...keys.sourceDay.all(person), limit: 1000 })).rows;

    test("is not awaited before the person agrees, or when it is too large", async () => {
      const { answer } = await beginImport("a-stranger-who-agreed-to-nothing", "import-0", file);
      expect(answer).toMatchObject({ statusCode: 403, body: expect.stringContaining("ConsentNeeded") });
      await introduce(person);
      const { answer: large } = await beginImport(person, "import-0", file, { bytes: 6 * 1024 ** 3 });
      expect(large).toMatchObject({ statusCode: 413 });
      expect(uploads()).toEqual([]);
    });

    test("goes to an address that takes this file alone, for some minutes", async () => {
      const { answer, begun, address } = await beginImport(person, "import-1", file);
      expect(answer).toMatchObject({ statusCode: 201 });
      expect(begun).toMatchObject({ id: "import-1", state: "receiving", bytes: 0 });
      const { searchParams, pathname } = new URL(address.url);
      expect(pathname).toBe(`/uploads/${person}/import-1/export`);
      expect(searchParams.get("X-Amz-Expires")).toBe("300");
      expect(searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;content-type;host;x-amz-checksum-crc32");
      const other = Buffer.from(file);
      other[40] = (other[40] ?? 0) ^ 1;
      expect(await sendTo(address, other)).toBe(400);
      expect(await sendTo(address, Buffer.concat([file, file]))).toBe(403);
      expect(await sendTo({ ...address, url: address.url.replace(person, "somebody-else") }, file)).toBe(403);
      expect(await finish("import-1")).toMatchObject({ statusCode: 400 });
      const longer = address.url.replace("X-Amz-Expires=300", "X-Amz-Expires=9000");
      expect(await sendTo({ ...address, url: longer }, file)).toBe(403);
      vi.setSystemTime(Date.now() + 301_000);
      onTestFinished(() => void vi.useRealTimers());
      expect(await sendTo(address, file)).toBe(403);
      expect(uploads()).toEqual([]);
      vi.useRealTimers();
      expect(await look("import-1")).toMatchObject({ state: "receiving" });
      expect(await sendTo(address, file)).toBe(200);
    });

    test("is taken in, scored and said; its file is gone, and what it took is in the ledger", async () => {
      const { state, percent, taken } = await bring("import-1", file);
      const first = addDays(TODAY, 1 - NIGHTS);
      expect([state, percent]).toEqual(["done", 100]);
      expect(taken).toMatchObject({ format: "whoop", days: NIGHTS, first, last: TODAY, isKnown: false });
      const [woken, run] = await cloud.quiet();
      expect(woken).toMatchObject({ machine: "Waldo-wake", status: "SUCCEEDED", input: { job: "sync", from: first } });
      expect(run).toMatchObject({ machine: "Waldo-run", status: "SUCCEEDED" });
      const { outbox } = await journal(person, String(run?.input["runId"]));
      expect(outbox[0]).toMatchObject({ kind: "brief", state: "sent" });
      const score = ToldScore.parse(JSON.parse((await api("GET /v1/form", person)).body));
      expect(score).toMatchObject({ date: TODAY, status: "final", primarySource: "whoop" });
      expect(await raw()).toHaveLength(NIGHTS);
      const { rows } = await store.query(keys.meter.all(person));
      const counts = rows.map(({ body }) => MeterRow.parse(body).counts);
      expect(counts).toContainEqual(expect.objectContaining({ sourceDays: NIGHTS }));
    });

    test("that is the same changes nothing; one of another person is refused", async () => {
      const before = await raw();
      expect(await bring("import-2", file)).toMatchObject({ state: "done", taken: { isKnown: true, days: NIGHTS } });
      expect(await bring("import-3", whoopExport(2))).toMatchObject({
        state: "refused",
        why: expect.stringMatching(/^these are another person's nights, [^-]*$/),
      });
      expect(await bring("import-4", Buffer.from("no export"))).toMatchObject({ state: "refused" });
      expect(await raw()).toEqual(before);
      await cloud.quiet();
    });

    test("that was read is not read again, and the work of another leaves an awaited file alone", async () => {
      const { address } = await beginImport(person, "import-5", file);
      expect(await sendTo(address, file)).toBe(200);
      await cloud.invoke("imports", { importOf: person, id: "import-2" });
      await cloud.invoke("imports", { importOf: person, id: "import-5" });
      expect(uploads()).toEqual([`uploads/${person}/import-5/export`]);
      expect(await look("import-5")).toMatchObject({ state: "receiving" });
      // A new import replaces the earlier one.
      await beginImport(person, "import-6", file);
      expect(uploads()).toEqual([]);
      expect(await api("GET /v1/imports/import-5", person)).toMatchObject({ statusCode: 404 });
    });

    test("R7, R12: no function was refused, and none but this one saw the file", () => {
      expect(cloud.refused).toEqual([]);
      expect(cloud.logs()).not.toMatch(/whoop\.zip|X-Amz-Signature|my_whoop_data/);
    });
  });
}
