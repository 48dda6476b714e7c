/** A command at the door: it is answered like a message, and what it deleted is shown nowhere. */
import { contextRoutes } from "@waldo/contexts/routes";
import { keys, type WakeInput } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../../embedded/src/bundled-intents.ts";
import { offlineComposer } from "../../../embedded/src/offline-composer.ts";
import { header } from "../../../embedded/test/outbox-world.ts";
import { testWorld, WAKE } from "../../../embedded/test/world.ts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { putNew } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";
import { door } from "./door.ts";
import { fixedModels } from "./own.ts";

async function house() {
  const world = await testWorld({
    days: 0,
    model: offlineComposer(repositoryUnderstanding),
    understanding: repositoryUnderstanding,
  });
  const startWake = async (_name: string, _wake: WakeInput) => {};
  const ports = { ...world, approvalKey: new Uint8Array(32), models: fixedModels(null), push: {}, startWake };
  const app = door({ optIn: contextRoutes, who: () => "me", ports: () => ports, log: () => {} });
  let asked = 0;
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json", "idempotency-key": `key-${++asked}-0001` };
    const sent = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await app.request(`http://waldo.test/v1${path}`, sent);
    await world.machines.idle();
    return { status: answer.status, value: (await answer.json()) as Record<string, never> };
  };
  const say = async (text: string) => {
    const { status, value } = await send("POST", "/messages", { text });
    const run = await send("GET", `/runs/${value["runId"]}`);
    return { status, runId: String(value["runId"]), run };
  };
  return { world, send, say };
}

describe("a command at the door", () => {
  it("is answered at once, and its answer is over", async () => {
    const { say, send } = await house();
    const { status, run } = await say("/status");
    expect(status).toBe(202);
    expect(run.value).toMatchObject({ state: "DONE", isOver: true, said: [expect.stringContaining("Sent today")] });
    const { items } = (await send("GET", "/messages")).value as unknown as { items: { kind: string; from: string }[] };
    expect(items.map(({ from, kind }) => `${from} ${kind}`)).toEqual(["waldo reply", "owner command"]);
    const { run: ping } = await say("/ping");
    expect(ping.value).toMatchObject({ isOver: true, said: [] });
  });

  it("and plain words tell the same of what was kept quiet and what did not get through", async () => {
    const { world, say } = await house();
    const held = [{ voice: "midday", why: "quiet hours" }];
    const entry = { at: WAKE - MINUTE_MS, act: "nothing", reason: "calm", held };
    const [row] = enqueueDelivery(header("n"), PERSON, [{ kind: "reminder", text: "A word.", threadId: "t" }], WAKE);
    if (row?.op !== "put") throw new Error("no row");
    await world.store.transact([
      putNew(keys.patrol("me", entry.at), entry),
      { ...row, body: { ...row.body, state: "dead", reason: "410" } },
    ]);
    const { run } = await say("what did you send me today?");
    expect(run.value).toMatchObject({
      said: [
        "I said nothing unasked today. One message did not get through. I kept one thing to myself. /status says more.",
      ],
    });
    expect((await say("/status")).run.value).toMatchObject({
      said: [
        expect.stringMatching(
          /Kept quiet: the midday Brief \(quiet hours\)\.\nDid not work: a reminder at 07:00 by app\./,
        ),
      ],
    });
  });

  it("that redacts leaves every view of the run readable and without words", async () => {
    const { world, say, send } = await house();
    const { runId } = await say("remember that my zorbulating quuxwidget is purple");
    const { run } = await say("/redact 2");
    expect(run.value).toMatchObject({ said: [expect.stringContaining("found them nowhere")] });
    for (const path of [
      `/runs/${runId}`,
      `/inside/runs/${runId}`,
      `/runs/${runId}/sources`,
      "/messages",
      "/inside/runs",
    ]) {
      const { status, value } = await send("GET", path);
      expect(status, `${path} ${JSON.stringify(value)}`).toBeLessThan(500);
      expect(JSON.stringify(value)).not.toContain("quux");
    }
    expect((await world.store.query(keys.step.all("me", runId))).rows.length).toBeGreaterThan(3);
  });
});
