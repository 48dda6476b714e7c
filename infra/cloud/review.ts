/** Tests a weekly review on AWS: it is asked in a chat with a bot and on the page, and answered in both. */
import { GoalsFile, keys } from "@waldo/contracts";
import { agreeing } from "@waldo/testkit/agreeing";
import { describe, expect, test } from "vitest";
import type { ApiAnswer } from "../test/http-api.ts";
import { api, BOT, cloud, engine, store } from "./stage.ts";

const GOALS = {
  ...{ text: "## This Week\n- Run twice\n", revision: 1, at: 1, by: "app" },
  goals: { quarter: [], week: ["Run twice"], today: [], commitments: [], people: [], targets: {} },
};

export function reviews(): void {
  describe("a weekly review", engine.options, () => {
    const person = "7c2e9d41-0b3a-4f68-9a17-e5d4c3b2a190";
    const chat = 5550007778;
    let updates = 70_000;
    const from = { from: { id: chat, is_bot: false }, chat: { id: chat, type: "private" } };
    const words = (text: string) => ({ update_id: ++updates, message: { ...from, text } });
    const tap = (data: string) => ({
      update_id: ++updates,
      callback_query: { id: `tap-${updates}`, ...from, message: from, data },
    });
    const hook = async (update: object) => {
      const headers = {
        "x-telegram-bot-api-secret-token": cloud.world.hookSecret,
        "content-type": "application/json",
      };
      const requestContext = { requestId: `hook-${updates}` };
      const event = { pathParameters: { bot: BOT }, headers, body: JSON.stringify(update), requestContext };
      expect(((await cloud.invoke("telegram", event)) as ApiAnswer).statusCode).toBe(200);
      return cloud.idle();
    };
    const told = () => cloud.telegrams.filter((one) => one.chat === String(chat)).map(({ text }) => text);
    const read = async (request: string, body?: unknown) => JSON.parse((await api(request, person, body)).body);
    const buttons = () => {
      const rows = cloud.telegrams.at(-1)?.markup?.["inline_keyboard"] as { text: string; callback_data: string }[][];
      return new Map(rows.flat().map(({ text, callback_data }) => [text, callback_data]));
    };

    test("begins at the door and asks in the chat; its machine waits, and payloads hold ids only", async () => {
      await api("PUT /v1/zone", person, { timeZone: "Europe/Lisbon" });
      await api("PUT /v1/me", person, { timeZone: "Europe/Lisbon", wakeTime: "06:30", sleepTime: "22:30" });
      await cloud.idle();
      await store.transact([
        agreeing(person, ["body", "memory"]),
        { op: "put", key: keys.goals(person), body: GoalsFile.parse(GOALS) },
      ]);
      const { url } = await read("POST /v1/telegram/link", {});
      await hook(words(`/start ${new URL(url).searchParams.get("start")}`));
      const { reviewId } = await read("POST /v1/review", {});
      await cloud.idle();
      expect(told().at(-1)).toContain("Question 1 of 7.");
      expect(cloud.open("Waldo-review")).toEqual([`${reviewId}-1`]);
    });

    test("takes an answer once, however often it comes, and asks the next question", async () => {
      const answer = words("a long walk with Noor");
      await hook(answer);
      await hook(answer);
      expect(told().filter((text) => text.includes("Question 2 of 7."))).toHaveLength(1);
      await hook(tap(buttons().get("Skip") ?? ""));
      expect(told().at(-1)).toContain("Question 3 of 7.");
      const { latest } = await read("GET /v1/review");
      expect(latest).toMatchObject({
        state: "asking",
        asked: [{ answer: "a long walk with Noor" }, { skipped: true }, { block: "people" }],
      });
    });

    test("waits while something else is answered, and then offers to go on", async () => {
      const before = told().length;
      const ended = await hook(words("what time is it?"));
      expect(ended.map(({ machine }) => machine)).toContain("Waldo-run");
      expect(told().slice(before).at(-1)).toBe("Shall we go on with the review?");
      await hook(tap(buttons().get("Go on") ?? ""));
      expect(told().at(-1)).toContain("Question 3 of 7.");
    });

    test("is answered on the page too, and ends with a note that can be taken back", async () => {
      for (const text of ["the choir", "Sam", "finish the draft", "skip", "skip"]) {
        const { runId } = await read("POST /v1/messages", { text });
        await cloud.idle();
        expect(await read(`GET /v1/runs/${runId}`)).toMatchObject({ isOver: true });
      }
      expect(told().at(-1)).toContain("This week becomes: finish the draft (was: Run twice).");
      expect(told().at(-1)).toContain("Kept in memory: The week to");
      const { latest } = await read("GET /v1/review");
      expect(latest).toMatchObject({ state: "done", buttons: [{ label: "Undo" }] });
      expect(cloud.open("Waldo-review")).toEqual([]);
      await hook(tap(buttons().get("Undo") ?? ""));
      expect(told().at(-1)).toBe("Undone.");
      expect((await store.get(keys.goals(person)))?.body["text"]).toBe(GOALS.text);
      expect((await read("GET /v1/review")).latest).toMatchObject({ takenBack: true, buttons: [] });
      expect(cloud.refused).toEqual([]);
    });
  });
}
