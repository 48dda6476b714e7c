/** A year of nights takes seconds to read and to score. Meanwhile the same process answers others. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { callRoute, keys } from "@waldo/contracts";
import { fixedModels } from "@waldo/core/door/own";
import { backfillScores } from "@waldo/core/health/ledger";
import { agreeing } from "@waldo/testkit/agreeing";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { composeWorld } from "../src/compose.ts";
import { openHome } from "../src/home.ts";
import { offlineComposer } from "../src/offline-composer.ts";
import { localImports } from "../src/serve/imports.ts";
import { startServer } from "../src/serve/server.ts";

const YEAR = readFileSync(new URL("../../../data/whoop-year.csv", import.meta.url));
const LAST = "2026-10-31";

it("while a year of nights is taken in and scored, requests are answered in between", async () => {
  const root = mkdtempSync(join(tmpdir(), "waldo-turns-"));
  const home = openHome(root);
  const world = composeWorld(home, Date.now(), offlineComposer());
  await home.store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }, agreeing("me")]);
  const happened: ("stored" | "scored" | "answered" | "over")[] = [];
  const over = Promise.withResolvers<void>();
  const startWake = async () => {
    const scored = backfillScores(world, "me", LAST).then(() => void happened.push("over"));
    void scored.then(over.resolve, over.reject);
  };
  home.store.onCommit((rows) => {
    for (const { sk } of rows) {
      if (sk.startsWith("DAY#")) happened.push("stored");
      if (sk.startsWith("CRS#")) happened.push("scored");
    }
  });
  const { clock, log } = world;
  const imports = localImports(home, { clock, log, startWake });
  const ports = { approvalKey: new Uint8Array(32), startWake, models: fixedModels(null), push: {}, imports };
  const server = await startServer({ ...world, ...ports }, "me", 0, home.store);
  const entered = await fetch(await server.link(), { redirect: "manual" });
  const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const asked = (sent: Request) =>
    fetch(new Request(sent, { headers: { ...Object.fromEntries(sent.headers), cookie } }));
  const { origin } = server;

  const sum = crc32(YEAR).toString(16).padStart(8, "0");
  const body = { name: "whoop.csv", bytes: YEAR.length, crc32: sum, timeZone: "Asia/Kolkata" };
  const { upload } = await callRoute(asked, origin, "startImport", { key: "import-1", body });
  if (upload === undefined) throw new Error("nothing is awaited");
  const file = new Blob([YEAR]);
  await asked(new Request(new URL(upload.url, origin), { method: upload.method, headers: upload.headers, body: file }));
  await callRoute(asked, origin, "finishImport", { params: { id: "import-1" } });
  const isOver = () => happened.includes("over");
  const ask = async () => {
    while (!isOver()) {
      await callRoute(asked, origin, "imported", { params: { id: "import-1" } });
      happened.push("answered");
    }
  };
  await Promise.all([ask(), over.promise]);

  const scored = happened.filter((one) => one === "scored").length;
  expect(scored).toBeGreaterThan(300);
  const [first, last] = [happened.indexOf("scored"), happened.lastIndexOf("scored")];
  const between = happened.slice(first, last);
  // One answer for each batch of days or so; at the very least more than a page needs to show how far it is.
  expect(between.filter((one) => one === "answered").length).toBeGreaterThan(5);
  await Promise.all([server.stop(), imports.stop()]);
  home.store.close();
  rmSync(root, { recursive: true, force: true });
});
