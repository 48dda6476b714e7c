/** Tests a phone that posts Apple Health with its person's key: past days, the night, its score and its Brief. */
import { keys, ToldScore } from "@waldo/contracts";
import { addDays } from "@waldo/core/time";
import { applePost } from "@waldo/testkit/apple-phone";
import { beforeAll, describe, expect, test } from "vitest";
import { api, cloud, EAST_MINUTES, engine, introduce, store, TODAY } from "./stage.ts";
import { briefsOf, madeOf } from "./wearers.ts";

export function aPhone(): void {
  describe("a phone", engine.options, () => {
    const person = "e1b7c9d4-6a5f-4d3e-8c2b-9f0a1b2c3d4e";
    let key: { readonly header: string; readonly token: string };
    const post = (body: object, token = key.token) => {
      const headers = { [key.header.toLowerCase()]: token };
      return api("POST /v1/hooks/apple", "nobody", body, { headers, requestContext: { requestId: "hook-1" } });
    };
    const nights = (from: number, to: number) =>
      applePost(
        Array.from({ length: from - to + 1 }, (_, n) => {
          const back = from - n;
          return {
            date: addDays(TODAY, -back),
            minutes: back === 0 ? 431 : 410 + (back % 5) * 10,
            hrv: 60 + (back % 4),
          };
        }),
        EAST_MINUTES,
      );
    beforeAll(async () => {
      await introduce(person);
      key = JSON.parse((await api("POST /v1/wearables/apple/token", person, {})).body);
    });

    test("posts its past, and with a forged key nothing", async () => {
      for (const forged of ["", `${"A".repeat(22)}${person}`, `${key.token}x`])
        expect(await post(nights(1, 0), forged)).toMatchObject({ statusCode: 403 });
      expect(await cloud.quiet()).toEqual([]);
      expect(JSON.parse((await post(nights(40, 1))).body)).toEqual({ dates: 40, samples: 0, passedOver: 0 });
      await cloud.quiet();
      expect((await store.query({ ...keys.sourceDay.all(person), limit: 1000 })).rows).toHaveLength(40);
      const past = keys.crs.between(person, [addDays(TODAY, -40)], [TODAY]);
      expect((await store.query({ ...past, limit: 1000 })).rows).toHaveLength(40);
    });

    test("posts the night, and the night has a score and one Brief, in whatever order windows come and repeat", async () => {
      const before = await briefsOf(person);
      await post(nights(2, 0));
      const ended = await cloud.quiet();
      expect(ended[0]).toMatchObject({ machine: "Waldo-wake", status: "SUCCEEDED", input: { settled: true } });
      const score = ToldScore.parse(JSON.parse((await api("GET /v1/form", person)).body));
      expect(score).toMatchObject({ date: TODAY, status: "final", primarySource: "apple_watch" });
      expect(await briefsOf(person)).toHaveLength(before.length + 1);
      const made = await madeOf(person);
      for (const again of [nights(2, 0), nights(3, 2), nights(1, 0)])
        expect(await post(again)).toMatchObject({ statusCode: 200 });
      await cloud.quiet();
      expect(await madeOf(person)).toEqual(made);
      expect(cloud.refused).toEqual([]);
    });
  });
}
