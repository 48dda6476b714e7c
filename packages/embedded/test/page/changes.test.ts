/** What changes while the page reads: nothing is shown that is older than what the server has told. */
import { receiveMessage } from "@waldo/core/run/receive";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { said } from "./journey-steps.ts";
import { DATE, openStage } from "./stage.ts";

/** Runs in the page: a stream of its own that ends with the first word of a message. */
const TOLD = `new Promise((done) => {
  const stream = new EventSource("/v1/events");
  stream.onmessage = ({ data }) => data.includes("messages") && (stream.close(), setTimeout(done, 200));
})`;

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it("a first answer that was read before a change is read again", async () => {
  const stage = await openStage(browser);
  try {
    const page = await (await stage.person()).newPage();
    const [read, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isFirst = true;
    await page.route("**/v1/messages?**", async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      read.resolve();
      await changed.promise;
      await route.fulfill({ response });
    });
    await page.goto("/chat");
    await read.promise;
    const told = page.evaluate(TOLD);
    await receiveMessage(stage.world, "me", { messageId: "beside", text: "add a task: water the plants" }, DATE);
    await stage.world.machines.idle();
    await told;
    changed.resolve();
    await said(page).filter({ hasText: "water the plants" }).first().waitFor();
    expect(stage.takeFaults()).toEqual([]);
  } finally {
    await stage.close();
  }
});
