import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { freePort } from "../../test/wearable-home.ts";
import { waitForBrowser } from "./come-back.ts";

it("stops soon also while the browser holds a connection that it does not use", async () => {
  const port = await freePort();
  const waiting = await waitForBrowser("whoop", port, 60_000);
  const unused = connect(port, "127.0.0.1");
  await once(unused, "connect");
  const answer = await fetch(`http://127.0.0.1:${port}/connected/whoop?code=1&state=12345678`);
  expect(answer.status).toBe(200);
  expect(await waiting?.back).toEqual({ code: "1", state: "12345678" });
  await waiting?.stop();
  unused.destroy();
});

it("answers nothing else, and gives up when nobody comes", async () => {
  const port = await freePort();
  const waiting = await waitForBrowser("whoop", port, 50);
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect([await statusOf("/connected/oura?code=1&state=12345678"), await statusOf("/connected/whoop")]).toEqual([
    404, 404,
  ]);
  expect(await waitForBrowser("whoop", port, 50)).toBeUndefined();
  expect(await waiting?.back).toBeUndefined();
  await waiting?.stop();
});
