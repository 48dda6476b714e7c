/** Tests the export and the erasure on AWS: the export of a person, and the erasure of a person beside a neighbour. */
import { keys, PARTITION, PERSON_PARTITIONS, SCHEDULE_NAMES } from "@waldo/contracts";
import { personDigest } from "@waldo/core/digest";
import { zipEntries } from "@waldo/core/health/import/archive-zip";
import type { ByteSource, Row } from "@waldo/core/ports";
import { openExport } from "@waldo/core/privacy/import";
import { queryAll } from "@waldo/core/store/query-all";
import { HOUR_MS } from "@waldo/core/time";
import { describe, expect, test } from "vitest";
import type { ApiAnswer } from "../test/http-api.ts";
import { beginImport, sendTo, whoopExport } from "./imports.ts";
import { api, BOT, CHAT, cloud, engine, introduce, modelThatPlans, nights, store, wake } from "./stage.ts";

const LEAVING = "11111111-aaaa-4bbb-8ccc-222222222222";
const STAYING = "33333333-aaaa-4bbb-8ccc-444444444444";
const NOTED = "Keeps a zanzibarquokka in the garden";

async function rowsOf(person: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const partition of PERSON_PARTITIONS) {
    const table = partition === "agent" ? ("agent" as const) : ("health" as const);
    for await (const row of queryAll(store, { table, pk: PARTITION[partition](person) })) rows.push(row);
  }
  return rows;
}
const objectsOf = (person: string) => [...cloud.objects].filter(([name]) => name.includes(`/${person}/`));
const text = (answer: ApiAnswer) => JSON.parse(answer.body) as Record<string, unknown>;

/** A person with nights, a Brief, a night's pages, a linked chat, schedules and an account. */
async function settle(person: string): Promise<void> {
  await introduce(person);
  cloud.accounts.add(person);
  await store.transact([
    { op: "put", key: keys.botChat(BOT, `chat-of-${person}`), body: { userId: person, at: 1 } },
    { op: "put", key: keys.botPace(BOT, `chat-chat-of-${person}`), body: { next: 1 } },
  ]);
  await api("POST /v1/sync", person, { days: nights(20), settled: true });
  await cloud.idle();
  const note = { kind: "note", hall: "facts", claim: NOTED, conditions: "", origin: "owner", trust: "provisional" };
  const at = Date.now();
  await store.transact([
    { op: "put", key: keys.inbox(person, at, "0123456789ab"), body: { ...note, at, source: "run-x" } },
  ]);
  wake(person, "upkeep");
  await cloud.idle();
  // The export of a wearable that was sent but not yet read.
  const file = whoopExport();
  expect(await sendTo((await beginImport(person, "import-1", file)).address, file)).toBe(200);
}

export function privacy(): void {
  describe("a person who takes everything along, and leaves", engine.options, () => {
    let link = "";

    test("an export is made beside the request, and its link leads to a zip that an import takes", async () => {
      await settle(LEAVING);
      await settle(STAYING);
      expect(text(await api("GET /v1/me/export", LEAVING))).toEqual({ state: "none" });
      expect(await api("POST /v1/me/export", LEAVING, {})).toMatchObject({ statusCode: 202 });
      await expect
        .poll(async () => text(await api("GET /v1/me/export", LEAVING)))
        .toMatchObject({ state: "ready", until: expect.any(Number) });
      const made = text(await api("GET /v1/me/export", LEAVING));
      link = String(made["link"]);
      expect(Number(made["until"]) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      const opened = await openExport(sourceOf(cloud.objects.get(`exports/${LEAVING}/waldo.zip`) ?? Buffer.alloc(0)));
      expect(opened.userId).toBe(LEAVING);
      // The days, the days that a cloud would read again, the progress of the upload, and when it counts as broken.
      expect(opened.manifest.rows).toMatchObject({ "raw-days": 23, settings: expect.any(Number) });
      const names = (
        await zipEntries(sourceOf(cloud.objects.get(`exports/${LEAVING}/waldo.zip`) ?? Buffer.alloc(0)))
      ).map(({ name }) => name);
      expect(names.some((name) => name.startsWith("export.zip/files/workspace/"))).toBe(true);
    });

    test("the link opens without a sign-in, for an address that ends soon, and no other link opens anything", async () => {
      const opened = await api(`GET ${link}`, "", undefined, {});
      expect(opened.statusCode).toBe(302);
      const address = new URL(String(opened.headers["location"]));
      expect(address.pathname).toBe(`/exports/${LEAVING}/waldo.zip`);
      expect(address.searchParams.get("X-Amz-Expires")).toBe("300");
      expect(address.searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
      for (const odd of [`${link}x`, link.replace(LEAVING, STAYING), `/v1/exports/${"x".repeat(30)}`])
        expect((await api(`GET ${odd}`, "")).statusCode, odd).toBe(404);
    });

    test("an erasure needs its phrase, and ends with nothing left but a receipt; a neighbour keeps every byte", async () => {
      const neighbour = { rows: await rowsOf(STAYING), objects: objectsOf(STAYING) };
      expect((await rowsOf(LEAVING)).length).toBeGreaterThan(60);
      expect(objectsOf(LEAVING).length).toBeGreaterThan(5);
      for (const body of [{}, { confirm: "yes" }])
        expect((await api("DELETE /v1/me", LEAVING, body)).statusCode).toBe(400);
      // A task that was handed over waits for a tap, so its state machine waits too.
      cloud.world.converse = modelThatPlans();
      await api("POST /v1/handoffs", LEAVING, { goal: "plan my week: remind me of the dentist" });
      await cloud.idle();
      const { items } = text(await api("GET /v1/handoffs", LEAVING)) as { items: { handoffId: string }[] };
      const waits = items[0]?.handoffId ?? "none";
      expect(cloud.open("Waldo-handoff")).toContain(waits);
      const before = cloud.telegrams.length;
      const asked = await api("DELETE /v1/me", LEAVING, { confirm: "erase everything" });
      expect(asked.statusCode).toBe(202);
      const { receiptId } = text(asked);
      expect(text(asked)).toEqual({ receiptId: personDigest(LEAVING), finalAfterHours: 24 });
      const all = await cloud.idle();
      expect(cloud.open("Waldo-handoff")).not.toContain(waits);
      const ended = all.find(({ machine }) => machine === "Waldo-privacy");
      expect(ended).toMatchObject({ machine: "Waldo-privacy", status: "SUCCEEDED", output: { next: "DONE" } });
      expect(ended?.name).not.toContain(LEAVING);

      expect(await rowsOf(LEAVING)).toEqual([]);
      expect(objectsOf(LEAVING)).toEqual([]);
      expect([...cloud.schedules.keys()].filter((name) => name.startsWith(LEAVING))).toEqual([]);
      expect([cloud.accounts.has(LEAVING), cloud.accounts.has(STAYING)]).toEqual([false, true]);
      const links: Row[] = [];
      for await (const row of queryAll(store, keys.botChat.all(BOT))) links.push(row);
      for await (const row of queryAll(store, keys.botPace.all(BOT))) links.push(row);
      expect(JSON.stringify(links)).not.toContain(LEAVING);
      expect(JSON.stringify(links)).toContain(STAYING);
      expect(cloud.telegrams.slice(before)).toEqual([{ chat: CHAT, text: expect.stringMatching(/^As you asked, /) }]);
      expect(await rowsOf(STAYING)).toEqual(neighbour.rows);
      expect(objectsOf(STAYING)).toEqual(neighbour.objects);

      const receipt = await api(`GET /v1/erasures/${receiptId}`, "");
      expect(text(receipt)).toMatchObject({
        state: "done",
        removed: {
          "rows.raw": 21,
          schedules: SCHEDULE_NAMES.length - 1,
          executions: 1,
          account: 1,
          links: 1,
          exports: 1,
          uploads: 1,
        },
        agesOut: expect.arrayContaining([{ what: "backups", days: 7, until: expect.any(Number) }]),
      });
      const { endedAt, finalAt } = text(receipt) as { endedAt: number; finalAt: number };
      expect(finalAt - endedAt).toBe(24 * HOUR_MS);
      expect(receipt.body).not.toMatch(new RegExp(`${LEAVING}|Philippa|quokka`));
      expect((await api(`GET /v1/erasures/${"0".repeat(32)}`, "")).statusCode).toBe(404);
    });

    test("nothing left over wakes them: a late sync, a wake, a message and an open page are refused", async () => {
      // A process remembers for some minutes that a person exists. The erasure waits longer, so these processes are
      // started anew.
      for (const folder of ["ingest", "imports", "crs", "agent-step", "door"]) await cloud.restart(folder);
      expect((await api("POST /v1/sync", LEAVING, { days: nights(2), settled: true })).statusCode).toBeGreaterThan(399);
      expect((await beginImport(LEAVING, "import-2", whoopExport())).answer.statusCode).toBeGreaterThan(399);
      expect((await api("POST /v1/messages", LEAVING, { text: "hello" })).statusCode).toBeGreaterThan(399);
      const settings = { timeZone: "Europe/Lisbon", wakeTime: "07:00", sleepTime: "23:00" };
      expect(await api("PUT /v1/me", LEAVING, settings)).toMatchObject({ statusCode: 403 });
      expect((await api(`GET ${link}`, "")).statusCode).toBe(404);
      wake(LEAVING, "brief", "morning");
      await cloud.idle();
      expect(await rowsOf(LEAVING)).toEqual([]);
      expect(objectsOf(LEAVING)).toEqual([]);
    });

    test("no log line names them: only a digest stands there", () => {
      const lines = cloud.logs().split("\n");
      expect(lines.filter((line) => line.includes(LEAVING))).toEqual([]);
      expect(lines.some((line) => line.includes(`"person":"${personDigest(LEAVING)}"`))).toBe(true);
      expect(lines.some((line) => line.includes('"erasure.done"'))).toBe(true);
    });
  });
}

function sourceOf(bytes: Buffer): ByteSource {
  return {
    name: "export.zip",
    size: bytes.length,
    async *stream(start = 0, end = bytes.length) {
      yield bytes.subarray(start, end);
    },
  };
}
