/** Tests a chat with a bot through its webhook. */

import { CONSENT_TEXTS, keys } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { proposedAction } from "@waldo/core/tools/approval";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { describe, expect, test, vi } from "vitest";
import type { ApiAnswer } from "../test/http-api.ts";
import { api, BOT, cloud, engine, store, TOKEN } from "./stage.ts";

export function telegramChats(): void {
  describe("a Telegram chat", engine.options, () => {
    const person = "3b1f8c52-6f0e-4a59-8a55-2d0d6a1c9e77";
    const chat = 5550003334;
    let updates = 0;
    const from = (id: number) => ({ from: { id, is_bot: false }, chat: { id, type: "private" } });
    const words = (text: string, id = chat) => ({ update_id: ++updates, message: { ...from(id), text } });
    const tap = (data: string, id = chat) => ({
      update_id: ++updates,
      callback_query: { id: `tap-${updates}`, ...from(id), message: from(id), data },
    });
    /** Does what Telegram does with an update. */
    const hook = async (update: unknown, { secret = cloud.world.hookSecret, bot = BOT } = {}) => {
      const body = typeof update === "string" ? update : JSON.stringify(update);
      const headers = { "x-telegram-bot-api-secret-token": secret, "content-type": "application/json" };
      const event = { pathParameters: { bot }, headers, body, requestContext: { requestId: `hook-${updates}` } };
      return ((await cloud.invoke("telegram", event)) as ApiAnswer).statusCode;
    };
    const told = (id = chat) => cloud.telegrams.filter((one) => one.chat === String(id)).map(({ text }) => text);
    const button = (label: string): string => {
      const rows = cloud.telegrams.at(-1)?.markup?.["inline_keyboard"] as { text: string; callback_data: string }[][];
      return rows.flat().find(({ text }) => text === label)?.callback_data ?? "";
    };
    const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);

    test("is linked by a link of the door, once", async () => {
      await api("PUT /v1/zone", person, { timeZone: "Europe/Lisbon" });
      await api("PUT /v1/me", person, { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30" });
      await cloud.idle();
      const { url } = await read("POST /v1/telegram/link", {});
      expect(url).toMatch(new RegExp(`^https://t\\.me/${BOT}\\?start=[A-Za-z0-9_-]{22}${person}$`));
      const start = words(`/start ${new URL(url).searchParams.get("start")}`);
      expect(await hook(start)).toBe(200);
      expect(told()).toEqual([expect.stringContaining("linked")]);
      expect(await read("GET /v1/me")).toMatchObject({ channels: { telegram: true } });
      expect(await hook({ ...start, update_id: ++updates, message: { ...start.message, ...from(666) } })).toBe(200);
      expect(told(666)).toEqual([expect.stringContaining("was used")]);
    });

    test("is heard and answered, once, however often an update comes", async () => {
      const before = told().length;
      const hello = words("how am I doing?");
      expect(await Promise.all([hook(hello), hook(hello), hook(hello)])).toEqual([200, 200, 200]);
      const runs = await cloud.idle();
      expect(runs).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
      expect(told()).toHaveLength(before + 1);
      expect(await hook(hello)).toBe(200);
      expect(await cloud.idle()).toEqual([]);
      // Until the person agrees, the chat gets nothing about their health.
      expect(told().at(-1)).toMatch(/in the app/);
      expect(await hook(tap(button("Write such things here")))).toBe(200);
      expect(await read("GET /v1/me")).toMatchObject({ channels: { telegram: true, telegramHealth: true } });
      const { items } = await read("GET /v1/messages");
      expect(items.map(({ from: who }: { from: string }) => who)).toEqual(["waldo", "owner"]);
    });

    test("does what is tapped there", async () => {
      const action = proposedAction("write_task", { title: "call the bank" }, "Add a task", { tainted: [] });
      const proposal = newProposal(person, "run-x", [action], Date.now());
      await store.transact([proposalWrite(proposal)]);
      expect(await hook(tap(`do:${proposal.proposalId}`))).toBe(200);
      expect(told().at(-1)).toMatch(/exactly what I will do/);
      const confirm = button("Confirm");
      expect(await hook(tap(confirm, 666))).toBe(200);
      expect((await read("GET /v1/tasks")).items).toEqual([]);
      expect(await hook(tap(confirm))).toBe(200);
      expect(told().at(-1)).toBe("Done: Add a task.");
      expect(await read("GET /v1/tasks")).toMatchObject({ items: [{ title: "call the bank" }] });
    });

    test("leaves a voice message to itself, and says so when nothing could be heard", async () => {
      const version = CONSENT_TEXTS.model.version;
      await read("PUT /v1/me/consents", { purpose: "model", given: true, version });
      const before = told().length;
      const voice = { update_id: ++updates, message: { ...from(chat), voice: { file_id: "voice-1", duration: 3 } } };
      expect(await hook(voice)).toBe(200);
      // Transcribe is not part of this cloud, so the second half hears nothing.
      await vi.waitFor(() => expect(told()).toHaveLength(before + 1), PATIENCE_MS);
      expect(told().at(-1)).toMatch(/could not listen to that just now/);
      // The function answers first and stores the row of the update afterwards, so the test waits for that row.
      const noted = keys.botUpdate(BOT, voice.update_id);
      await vi.waitFor(async () => expect(await store.get(noted)).toBeDefined(), PATIENCE_MS);
      const stranger = { ...voice, update_id: ++updates, message: { ...voice.message, ...from(777) } };
      expect(await hook(stranger)).toBe(200);
      expect(told(777)).toEqual([]);
    });

    test("an update that is forged, of no bot, or not readable changes nothing", async () => {
      const count = async () => (await store.query({ table: "agent", pk: `BOT#${BOT}` })).rows.length;
      const [rows, said] = [await count(), cloud.telegrams.length];
      for (const secret of ["", "x", `${cloud.world.hookSecret}x`, TOKEN])
        expect(await hook(words("remind me to pay"), { secret })).toBe(403);
      expect(await hook(words("remind me to pay"), { bot: "other_bot" })).toBe(404);
      for (const update of [
        "{",
        "[]",
        "null",
        "5",
        `"${"x".repeat(300_000)}"`,
        {},
        { update_id: "x" },
        words("hi", 777),
      ])
        expect(await hook(update)).toBe(200);
      expect([await count(), cloud.telegrams.length, await cloud.idle()]).toEqual([rows, said, []]);
    });

    test("a store that is down is answered with 503, so Telegram gives the update again", async () => {
      cloud.world.secretsDown = true;
      await cloud.restart("telegram");
      const late = words("add stamps to my list");
      expect(await hook(late)).toBe(503);
      cloud.world.secretsDown = false;
      expect(await hook(late)).toBe(200);
      expect(await cloud.idle()).toMatchObject([{ machine: "Waldo-run", status: "SUCCEEDED" }]);
    });

    test("is left by one write, and is a stranger's from then on", async () => {
      expect(await read("DELETE /v1/telegram/link")).toMatchObject({ channels: { telegram: false } });
      const said = told().length;
      expect(await hook(words("hello"))).toBe(200);
      expect([told().length, await cloud.idle()]).toEqual([said, []]);
    });
  });
}
