/** Tests that a person's own readings are answered to them alone, by a function that reaches nothing of the agent. */
import { type DataQuestion, keys } from "@waldo/contracts";
import { describe, expect, test } from "vitest";
import { api, cloud, engine, introduce, nights, store, TODAY } from "./stage.ts";

const HRV: DataQuestion = {
  of: { rows: "days", metric: "hrv" },
  range: { span: "back", days: 0 },
  filters: [],
  aggregate: "value",
};

export function ownReadings(): void {
  describe("own readings", engine.options, () => {
    test("a person's question is answered from their own raw rows, and another's reaches none of them", async () => {
      await introduce("asks");
      await introduce("asks-too");
      const days = nights(3);
      await store.transact(
        days.map((day) => ({ op: "put", key: keys.sourceDay("asks", day.date, day.source), body: day })),
      );
      const answered = async (sub: string, body: unknown = HRV) => {
        const { statusCode, body: text } = await api("POST /v1/readings/ask", sub, body);
        const { answer, shown: _, ...refused } = JSON.parse(text);
        return { statusCode, value: answer ?? refused };
      };
      expect(await answered("asks")).toEqual({
        statusCode: 200,
        value: {
          ...{ is: "number", value: days.at(-1)?.metrics.hrvRmssdMs, unit: "ms" },
          ...{ n: 1, nOf: "days", first: TODAY, last: TODAY, on: TODAY },
        },
      });
      expect(await answered("asks-too")).toEqual({
        ...{ statusCode: 200, value: { is: "none", why: "noDays", n: 0, nOf: "days" } },
      });
      expect(await answered("asks", { ...HRV, userId: "asks-too" })).toMatchObject({ statusCode: 400 });
      expect(await answered("")).toMatchObject({ statusCode: 401 });
      expect(cloud.functions.has("readings")).toBe(true);
    });
  });
}
