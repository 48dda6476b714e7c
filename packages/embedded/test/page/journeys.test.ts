/** The journeys on one machine. On the cloud they run in infra/cloud-page.test.ts. */
import { afterAll, beforeAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { journeys } from "./journeys.ts";
import { oneMachine } from "./one-machine.ts";

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

journeys(oneMachine(() => browser));
