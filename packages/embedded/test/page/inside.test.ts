/**
 * From a sentence to its trace: sources under the Brief and under an answer, a run from the inside, and what a run does
 * now.
 */
import { runIdFor } from "@waldo/core/digest";
import { submitMemoryIntent } from "@waldo/core/memory/claims/inbox";
import { runScribe } from "@waldo/core/memory/claims/scribe";
import { likelyIn, openView } from "@waldo/core/memory/search/index-files";
import type { ModelGateway } from "@waldo/core/ports";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { MORNING } from "../world.ts";
import { stageOfEach } from "./each-stage.ts";
import { REACHES, reaching } from "./reaching.ts";
import { composer, DATE, type Stage } from "./stage.ts";

const BRIEF = runIdFor(MORNING);

const set = stageOfEach();

const said = (page: Page) => page.getByRole("list", { name: "Chat" }).getByRole("listitem");
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("Say something to Waldo").fill(text);
  await page.keyboard.press("Enter");
}

/** A wish that was said earlier, and that a night has settled. */
async function rememberTrains({ world }: Stage): Promise<void> {
  const now = world.clock.now();
  const told = { trigger: "user_message", runId: "run-earlier", at: now, owner: ["I prefer trains"] } as const;
  await submitMemoryIntent(
    world,
    "me",
    { hall: "preferences", claim: "I prefer trains" },
    { ...told, outside: false, recalled: [] },
  );
  await runScribe(world, "me", `dream-${DATE}`, likelyIn(await openView(world, "me"), now));
}

/** A model that waits before its second turn in a chat, until it is let go on. */
function held(model: ModelGateway) {
  const on = Promise.withResolvers<void>();
  const converse: ModelGateway["converse"] = async (request) => {
    const text = JSON.stringify(request.messages);
    if (text.includes("what is on today?") && text.includes("tool_result")) await on.promise;
    return model.converse(request);
  };
  return { model: { ...model, converse }, goOn: on.resolve };
}

describe("the Brief", () => {
  it("says in plain words what each sentence rests on, and each sentence leads to its trace", async () => {
    const page = await (await set()).open();
    const brief = page.getByRole("region", { name: "The Brief of today" });
    await brief.getByText("Why · sources").click();
    await brief.getByText("where you stand today", { exact: true }).waitFor();
    // No text that a person reads contains the name of a tool.
    expect(await brief.innerText()).not.toMatch(/get_|_health|call-/);
    await brief.getByRole("link", { name: "Show the trace of sentence 1" }).click();
    await page.getByRole("heading", { name: "Brief, morning", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/inside/runs/${BRIEF}`);
    await page.locator("#sentence-1[data-here]").waitFor();
    await page.locator("#sentence-1").getByRole("link", { name: "get_crs bodyZone" }).click();
    await page.locator("#call-call-1[data-here]").waitFor();
  });

  it("is shown from the inside: every state, the prompt by layer with its words, the outbox and the cost", async () => {
    const page = await (await set()).open(`/inside/runs/${BRIEF}`);
    const states = section(page, "States").getByRole("listitem");
    await expect.poll(() => states.count()).toBe(9);
    await expect.poll(() => states.last().innerText()).toMatch(/^DONE/);
    const prompt = section(page, "Prompt by layer");
    await prompt.getByText("Counted again: these are the words that were sent").waitFor();
    await prompt.getByText("approach_structure").click();
    await prompt.getByText("Tools you may call:").waitFor();
    await section(page, "Outbox").getByRole("cell", { name: "sent" }).first().waitFor();
    await section(page, "Cost").getByText("on AWS, at list prices.").waitFor();
  });
});

describe("a run that reached for what it may not do", () => {
  it("stands in the list of the menu, and shows the refused call with its arguments and the reason", async () => {
    const page = await (await set({ model: reaching(composer) })).open("/chat");
    await say(page, REACHES);
    await said(page).filter({ hasText: "I cannot run code." }).waitFor();
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Inside: runs, prompts and cost" }).click();
    await page.getByLabel("Kind").selectOption("Answer to you");
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await page.getByRole("link", { name: "Answer to you" }).click();
    const call = section(page, "Tool calls").getByRole("listitem").filter({ hasText: "execute_code" });
    await call.getByText("refused", { exact: true }).waitFor();
    await call.getByText("denied: execute_code is not available to user_message").waitFor();
    await call.getByText("Arguments").click();
    await call.getByText("1 + 1").waitFor();
    await section(page, "States").getByText("1 result, 1 refused or failed").waitFor();
  });
});

describe("the chat", () => {
  it("says what the run looks at while it works, and what the answer rests on when it is asked", async () => {
    const { model, goOn } = held(composer);
    const page = await (await set({ model })).open("/chat");
    await said(page).first().waitFor();
    await say(page, "what is on today?");
    await page.getByText("Looking at your calendar …").waitFor();
    goOn();
    await page.getByText("Looking at your calendar …").waitFor({ state: "detached" });
    // The Brief has sources too. The answer may come a moment after the work has ended.
    const withSources = said(page).filter({ hasText: "Why · sources" });
    await expect.poll(() => withSources.count()).toBe(2);
    const answer = withSources.last();
    await answer.getByText("Why · sources").click();
    await answer
      .getByText(/^your calendar: “/)
      .first()
      .waitFor();
    await answer.getByRole("link", { name: "Show the whole run" }).click();
    await page.getByRole("heading", { name: "Answer to you", level: 1 }).waitFor();
  });

  it("leads from an answer that rests on memory to that memory", async () => {
    const house = await set();
    await rememberTrains(house);
    const page = await house.open("/chat");
    await say(page, "what do you know about trains?");
    const answer = said(page).filter({ hasText: "trains”" }).last();
    await answer.getByText("Why · sources").click();
    await answer.getByRole("link", { name: "what Waldo remembers: “I prefer trains”" }).click();
    await page.getByRole("heading", { name: "I prefer trains", level: 1 }).waitFor();
  });
});

it("a run that has left the store is said to have left, and cost shows the day", async () => {
  const page = await (await set()).open("/inside/runs/run-of-long-ago");
  await page.getByText("This run is not in the store.").waitFor();
  await page.getByRole("link", { name: "Inside", exact: true }).click();
  await page.getByRole("link", { name: "Cost" }).click();
  await page.getByRole("row").filter({ hasText: "2026-10-30" }).waitFor();
});
