/** The screen of thoughts and concerns in a browser. */
import { Concern, keys } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { stageOfEach } from "./each-stage.ts";
import { button, seen } from "./journey-steps.ts";
import { livingKept } from "./living-kept.ts";

const stage = stageOfEach({ days: 3 });

describe("thoughts and concerns", () => {
  it("are read, reworded, muted and judged", async () => {
    const house = await stage();
    await livingKept(house);
    const page = await house.open("/living");
    await seen(page, "You were still up late at night.");
    await seen(page, "Lately it comes back to this: Late nights");
    await button(page, "Reword: learn the song").click();
    await page.getByLabel("Reword", { exact: true }).fill("learn the second song");
    await button(page, "Save").click();
    await seen(page, "learn the second song");
    const row = await house.world.store.get(keys.concern("me", "c-000000000002"));
    expect(Concern.parse(row?.body)).toMatchObject({ summary: "learn the second song", edited: true });
    await button(page, "Right").click();
    await expect.poll(() => button(page, "Right").getAttribute("aria-pressed")).toBe("true");
    await button(page, "Let go: the offer of the printer").click();
    await expect.poll(() => page.getByText("Will look at").count()).toBe(0);
    await button(page, "Keep it as it is").click();
    await seen(page, "Let it move again");
  });

  it("say what begins them where there are none, and the loop is turned off", async () => {
    const house = await stage();
    const page = await house.open("/living");
    await seen(page, "No thought has been written down yet.");
    const on = page.getByLabel("Sense, think and stay concerned");
    await on.click();
    await expect.poll(() => on.isChecked()).toBe(false);
  });
});
