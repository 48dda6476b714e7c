/** One browser for a file of tests, and a stage for each test. The page may report no fault in any of them. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser } from "./browser.ts";
import { openStage, type Stage, type StageOptions } from "./stage.ts";

/** Returns what opens the stage of a test. It is closed after the test. */
export function stageOfEach(usual: StageOptions = {}): (options?: StageOptions) => Promise<Stage> {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let stage: Stage | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const faults = stage?.takeFaults();
    await stage?.close();
    stage = undefined;
    expect(faults ?? []).toEqual([]);
  });
  return async (options = {}) => {
    stage = await openStage(browser, { ...usual, ...options });
    return stage;
  };
}
