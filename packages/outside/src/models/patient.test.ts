import { WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelReply, ModelRequest } from "@waldo/core/ports";
import { expect, it } from "vitest";
import { patient } from "./patient.ts";

const REPLY = { text: "ok" } as ModelReply;
const request = (tier: ModelRequest["tier"]) => ({ tier }) as ModelRequest;

/** A model that fails so often with this error, and then answers. */
function failing(name: "ModelUnavailable" | "ModelTimeout" | "ModelRefused", times: number) {
  const slept: number[] = [];
  let calls = 0;
  const gateway: ModelGateway = {
    shape: () => "terse",
    async converse() {
      if (calls++ < times) throw new WaldoError(name, "no");
      return REPLY;
    },
  };
  const model = patient(gateway, async (ms) => void slept.push(ms));
  return { model, slept, calls: () => calls };
}

it("asks a server in trouble again after 5, 15 and 45 seconds, and then gives up", async () => {
  const back = failing("ModelUnavailable", 3);
  expect(await back.model.converse(request("cheap"))).toBe(REPLY);
  expect(back.slept).toEqual([5_000, 15_000, 45_000]);
  const gone = failing("ModelUnavailable", 9);
  await expect(gone.model.converse(request("cheap"))).rejects.toMatchObject({ name: "ModelUnavailable" });
  expect(gone.calls()).toBe(4);
});

it("asks a silent one once more after ten seconds, and a refusal never", async () => {
  const silent = failing("ModelTimeout", 9);
  await expect(silent.model.converse(request("cheap"))).rejects.toMatchObject({ name: "ModelTimeout" });
  expect(silent.slept).toEqual([10_000]);
  const refused = failing("ModelRefused", 9);
  await expect(refused.model.converse(request("cheap"))).rejects.toMatchObject({ name: "ModelRefused" });
  expect(refused.slept).toEqual([]);
});

it("does not let a person wait for an answer", async () => {
  const chat = failing("ModelUnavailable", 1);
  await expect(chat.model.converse(request("primary"))).rejects.toMatchObject({ name: "ModelUnavailable" });
  expect(chat.slept).toEqual([]);
});
