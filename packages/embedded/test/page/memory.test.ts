/** Memory in a browser: it is searched, a claim is forgotten, put back and corrected, and the past is looked at. */
import { keys } from "@waldo/contracts";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { stageOfEach } from "./each-stage.ts";
import { designed, remember } from "./remembered.ts";
import type { Stage } from "./stage.ts";

const opened = stageOfEach();
let stage: Stage;

async function memory(path = "/memory"): Promise<Page> {
  stage = await opened();
  await remember(stage);
  return stage.open(path);
}
const TEA = "Prefers tea after lunch";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

describe("the memory", () => {
  it("shows what holds and what waits for the night, and finds while one types", async () => {
    const page = await memory();
    await page.getByText(TEA).waitFor();
    const waiting = page.getByRole("region", { name: "Waits for the night" });
    await waiting.getByText("Runs a race in May").waitFor();
    await page.getByLabel("Search what is remembered").pressSequentially("wine");
    await page.getByText("Sleeps badly after wine").waitFor();
    await page.getByText(TEA).waitFor({ state: "detached" });
    await page.reload();
    expect(await page.getByLabel("Search what is remembered").inputValue()).toBe("wine");
  });

  it("forgets a claim, shows it among what no longer holds, and puts it back", async () => {
    const page = await memory();
    await page.getByRole("link", { name: TEA }).click();
    await page.getByText("you wrote it").waitFor();
    await press(page, "Forget it");
    await page.getByText(`“${TEA}” no longer holds.`).waitFor();
    await page.goto("/memory");
    await page.getByText("Works at a school").waitFor();
    expect(await page.getByText(TEA).count()).toBe(0);
    await page.goto("/memory?view=gone");
    await page.getByRole("link", { name: TEA }).click();
    await press(page, "Put it back");
    await page.getByText(`“${TEA}” holds.`).waitFor();
    await page.goto("/memory");
    await page.getByText(TEA).waitFor();
  });

  it("keeps what was before a correction in its history", async () => {
    const page = await memory();
    await page.getByRole("link", { name: "Works at a school" }).click();
    await page.getByText("Correct it", { exact: true }).click();
    await page.getByLabel("What is right").fill("Works at a library");
    await press(page, "Save the correction");
    await page.getByRole("status").getByText("“Works at a library” holds.").waitFor();
    const history = page.getByRole("region", { name: "How it changed" });
    await history.getByText("Works at a library").first().waitFor();
    await history.getByText("Works at a school").first().waitFor();
  });

  it("shows an earlier day by the slider, with the keys too", async () => {
    const page = await memory();
    await page.getByText(TEA).waitFor();
    const slider = page.getByLabel("Back in time");
    await slider.focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowLeft");
    expect(await page.getByLabel("On the day").inputValue()).toBe("2026-10-28");
    await page.getByText("Nothing of that day is remembered.").waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toContain("28");
    await page.keyboard.press("End");
    await page.getByText(TEA).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  it("leads through its pages, by their links and by the picture of them", async () => {
    const page = await memory("/wiki/index");
    const picture = page.getByRole("region", { name: "How the pages hang together" });
    await picture.getByText("Facts").first().click();
    await page.getByText("Works at a school").first().waitFor();
    await page.goBack();
    await picture.waitFor();
  });

  it("says by which numbers it is searched, and goes back step by step with the keys", async () => {
    const page = await memory();
    const fold = page.getByText("How memory is searched");
    await fold.click();
    await page.getByText("The standard numbers.").waitFor();
    await page.getByText("Nothing was tried yet").waitFor();
    const back = page.getByRole("button", { name: "Go back one step" });
    expect(await back.count()).toBe(0);

    await designed(stage);
    await page.reload();
    await fold.focus();
    await page.keyboard.press("Enter");
    await page.getByText("how much facts count: 1.4 (usually 1)").first().waitFor();
    await page.getByText("2 of 7 nights").waitFor();
    await page.getByText("It gives up what is compared. What is in force stays.").waitFor();
    await page.getByText("What the last nights compared").click();
    await page.getByText("finds less on the questions that are the same for everyone").waitFor();
    await back.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("It is given up.").waitFor();
    await page.getByText("The standard numbers come into force again.").waitFor();
    await back.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("The standard numbers are in force again.").waitFor();
    await back.waitFor({ state: "detached" });
    // The focus stays in the part that had the button.
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Go back one step");
    const row = await stage.world.store.get(keys.design("me"));
    expect(row?.body).toEqual({ state: "default", changes: {} });
  });
});
