/** The patrol, tasks, recipes and settings on the page, in a real browser before a whole server, by what a person sees. */
import { keys } from "@waldo/contracts";
import type { Channel, ModelGateway } from "@waldo/core/ports";
import { HOUR_MS } from "@waldo/core/time";
import { type Line, scriptedModel } from "@waldo/testkit/scripted-model";
import { PERSON } from "@waldo/testkit/synthetic-person";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { repositoryUnderstanding } from "../../src/bundled-intents.ts";
import { offlineComposer } from "../../src/offline-composer.ts";
import { stageOfEach } from "./each-stage.ts";
import { fetched, looks } from "./patrolled.ts";

const set = stageOfEach();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("the patrol", () => {
  it("says what a stress alert in shadow would have told, and the person's word on it survives a reload", async () => {
    const house = await set();
    await fetched(house);
    const page = await house.open("/log");
    await seen(page, "stress high for 14 minutes at rest");
    await seen(page, "Would have told you:");
    await seen(page, /That has been a tense stretch/);
    const pressed = (name: string) => page.getByRole("button", { name, pressed: true });
    await button(page, "False alarm").click();
    await pressed("False alarm").waitFor();
    await page.reload();
    await pressed("False alarm").waitFor();
    await page.getByLabel("Show").selectOption("Stress alerts");
    await seen(page, "You have judged 1 of 1.");
    // The same thumb again takes it back.
    await button(page, "False alarm").click();
    await seen(page, "You have judged 0 of 1.");
    expect(await pressed("False alarm").count()).toBe(0);
  });

  it("folds silence into lines that say why, and unfolds one with the keyboard", async () => {
    const house = await set();
    await looks(house, 300);
    const page = await house.open("/log");
    const folded = page.getByRole("button", { name: /looks, nothing to say: nothing moved; quiet hours/ }).first();
    await folded.waitFor();
    await folded.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { expanded: true }).waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: /quiet hours$/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { expanded: true }).waitFor({ state: "detached" });
  });

  it("scrolls through ten thousand looks with few of them in the document, to the very first", async () => {
    const house = await set();
    await looks(house, 10_000);
    const page = await house.open("/log?show=each");
    const lines = page.getByRole("listitem");
    await seen(page, "nothing moved");
    const most = async () => expect(await lines.count()).toBeLessThan(100);
    await most();
    const end = page.getByText("That is all of the last thirty days.");
    while ((await end.count()) === 0) {
      const size = await lines.first().getAttribute("aria-setsize");
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      await page.locator(`.lines > li:not([aria-setsize="${size}"])`).or(end).first().waitFor();
      await most();
    }
    // Each line says which of how many it is: ten thousand looks, and the headings of the days.
    const size = await lines.last().getAttribute("aria-setsize");
    expect(Number(size)).toBeGreaterThan(10_000);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.locator(`.lines > li[aria-posinset="${size}"]`).waitFor();
    await most();
  });
});

describe("tasks", () => {
  it("a goal is added, a task belongs to it, and its end leaves the task", async () => {
    const page = await (await set()).open("/tasks");
    await page.getByLabel("What you want to reach").fill("A garden");
    await button(page, "Add the goal").click();
    await panel(page, "Goals").getByText("A garden").waitFor();
    await page.getByLabel("What is to do").fill("Buy seeds");
    await page.getByLabel("Belongs to").selectOption("A garden");
    await button(page, "Add").click();
    await panel(page, "Open tasks").getByText("for “A garden”").waitFor();
    await panel(page, "Goals").getByText("0 of 1 tasks done; next: Buy seeds").waitFor();
    await button(page, "Done: Buy seeds").click();
    await panel(page, "Goals").getByText("1 of 1 tasks done").waitFor();
    await button(page, "Reached: A garden").click();
    await panel(page, "Goals").getByText("A garden").waitFor({ state: "detached" });
  });

  it("one that is handed over shows its plan, is done after the tap, and is undone", async () => {
    const actions = ["Write to the landlord", "Water the plants"].map((title) => ({
      tool: "write_task",
      args: { title },
    }));
    const lines: readonly Line[] = [
      { text: "There is nothing in the way of it this week." },
      { calls: [{ id: "p", name: "propose_action", args: { actions } }] },
      { text: "Here is what I would do." },
    ];
    // The day is written by plain code, and the task planned by a model.
    let model: ModelGateway = offlineComposer(repositoryUnderstanding);
    const house = await set({
      model: { shape: (tier) => model.shape(tier), converse: (asked) => model.converse(asked) },
    });
    model = scriptedModel(lines);
    const page = await house.open("/tasks");
    await page.getByLabel("What Waldo should take over").fill("plan my week");
    await button(page, "Hand it over").click();
    const handed = panel(page, "Handed over");
    await handed.getByText("Waits for your tap").waitFor();
    await handed.getByRole("list", { name: "The plan" }).getByText("title: Write to the landlord").waitFor();
    await handed.getByRole("button", { name: "Do it" }).click();
    await handed.getByText("This is exactly what I will do").waitFor();
    await handed.getByRole("button", { name: "Confirm" }).click();
    await handed.getByText("Done", { exact: true }).waitFor();
    await panel(page, "Open tasks").getByText("Water the plants").waitFor();
    await handed.getByRole("button", { name: "Undo" }).first().click();
    await panel(page, "Open tasks").getByText("Write to the landlord").waitFor({ state: "detached" });
  });
});

describe("recipes", () => {
  it("can be read, and one that is switched off stays so", async () => {
    const page = await (await set()).open("/recipes");
    const kept = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await page.getByLabel("Use Catch up").click();
    await kept;
    await button(page, "Read it: Catch up").click();
    await seen(page, /^Used for: /);
    await page.reload();
    await page.getByLabel("Use Catch up").waitFor();
    expect(await page.getByLabel("Use Catch up").isChecked()).toBe(false);
    expect(await page.getByLabel("Use Recovery day").isChecked()).toBe(true);
    // The rhythm of the day has no switch.
    await page.getByRole("heading", { name: "Morning brief" }).waitFor();
    expect(await page.getByLabel("Use Morning brief").count()).toBe(0);
  });
});

describe("settings", () => {
  it("keep the day of the review, the alerts, the number of pushes and the length of quiet", async () => {
    const house = await set();
    const page = await house.open("/settings");
    await page.getByLabel("The weekly review comes on").selectOption("Sunday");
    await page.getByLabel("How often a device may ring by itself").selectOption("1 time a day");
    await page.getByLabel("What the better language models may cost").selectOption("5 US cents a day");
    await page.getByLabel(/^Tell me at once/).check();
    await button(page, "Save when it speaks").click();
    await seen(page, "Saved.");
    await page.getByLabel("For how long").selectOption("8 hours");
    await button(page, "Be quiet").click();
    await seen(page, /^Quiet until /);
    await page.reload();
    await page.getByLabel("The weekly review comes on").waitFor();
    expect(await page.getByLabel("The weekly review comes on").inputValue()).toBe("7");
    expect(await page.getByLabel("How often a device may ring by itself").inputValue()).toBe("1");
    const saved = (await house.world.store.get(keys.profile("me")))?.body;
    expect(saved).toMatchObject({ weeklyReview: 7, pushesADay: 1, modelCentsADay: 5, fetch: "live" });
    expect(Number(saved?.["quietUntil"]) - house.world.clock.now()).toBeGreaterThan(7.9 * HOUR_MS);
  });

  it("send a test to a linked chat, and say what became of it", async () => {
    const sent: string[] = [];
    const telegram: Channel = {
      name: "telegram",
      async send(_, message) {
        if (message.channel === "telegram") sent.push(message.text);
        return { outcome: "sent" };
      },
    };
    const profile = { ...PERSON, channels: { telegramChatId: "77", telegramHealth: true } };
    const house = await set({ profile, channels: { telegram } });
    const before = sent.length;
    const page = await house.open("/settings");
    await button(page, "Send a test").click();
    await seen(page, "The test was sent.");
    expect(sent.slice(before)).toEqual([expect.stringContaining("the test that you asked for")]);
  });
});

it("the last step of the first run offers what may be set up, with the link to Telegram as a code", async () => {
  const bots = { names: async () => ["waldo_example_bot"], newSecret: () => "a-secret-of-a-link" };
  const page = await (await set({ bots })).open("/welcome?step=ready");
  await page.getByText("Let this browser ring").first().waitFor();
  await page.getByText("Calendars").first().waitFor();
  await page.getByText("Briefs and answers in a chat on your phone").click();
  await button(page, "Link Telegram").click();
  await page.getByRole("img", { name: "The link as a QR code" }).waitFor();
  await button(page, "Show my day").click();
});
