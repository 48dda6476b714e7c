/** A voice note in a browser with a microphone: from the sound to words in the field, over a server that writes it down. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decideConsent } from "@waldo/core/person/consents";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { transcriberOf } from "../../src/voice.ts";
import { openBrowser } from "./browser.ts";
import { openStage, type Stage } from "./stage.ts";

/** It hears a beep each second, and the person lets every page use it. */
const MICROPHONE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** The page waits for the person's answer, as a browser that asks does. `opened` has each microphone. */
const NOTE_MICROPHONES = `(() => {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  Object.assign(window, { asked: [], opened: [] });
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    await new Promise((allow) => asked.push(allow));
    const stream = await open(wanted);
    opened.push(...stream.getTracks());
    return stream;
  };
})()`;

let browser: Browser;
let ears: Server;
let stage: Stage;
/** What the server was sent, and what it answers. */
const heard: string[] = [];
let answer: () => { readonly status: number; readonly body: object };

beforeAll(async () => {
  browser = await openBrowser(MICROPHONE);
  ears = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    heard.push(Buffer.concat(parts).toString("latin1"));
    const { status, body } = answer();
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(ears, "listening");
});
afterEach(async () => {
  expect(stage.takeFaults().filter((fault) => !fault.includes("/v1/voice"))).toEqual([]);
  await stage.close();
});
afterAll(async () => {
  await browser.close();
  ears.close();
});

async function chat(voiceSeconds = 30) {
  const url = `http://127.0.0.1:${(ears.address() as AddressInfo).port}/v1`;
  const transcriber = transcriberOf({ url, model: "ears" }, new AbortController().signal);
  stage = await openStage(browser, { more: { transcriber, voiceSeconds } });
  return stage.open("/chat");
}

describe("a voice note", () => {
  it("becomes words in the field, which are sent when the person says so", async () => {
    answer = () => ({ status: 200, body: { text: " how was my night? " } });
    const page = await chat();
    const begin = page.getByRole("button", { name: "Record a voice note" });
    await begin.click();
    await page.getByText("Recording: 1 of").waitFor();
    await page.getByRole("button", { name: "Stop, and write it down" }).click();
    await expect.poll(() => page.getByLabel("Say something").inputValue()).toBe("how was my night?");
    const [sent = ""] = heard.splice(0);
    const wav = sent.slice(sent.indexOf("RIFF"));
    expect(sent).toContain("audio/wav");
    expect(wav.slice(8, 16)).toBe("WAVEfmt ");
    const samples = Buffer.from(wav.slice(44), "latin1");
    // More than half a second, and not silent.
    expect(samples.length).toBeGreaterThan(16_000);
    expect(new Set(samples).size).toBeGreaterThan(10);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("how was my night?", { exact: true }).waitFor();
  });

  it("ends by itself at its longest; what cannot be written down is said, and what was typed stays", async () => {
    answer = () => ({ status: 500, body: {} });
    const page = await chat(1);
    await page.getByLabel("Say something").fill("typed before");
    await page.getByRole("button", { name: "Record a voice note" }).click();
    await page.getByText("could not listen to that just now").waitFor();
    expect(await page.getByLabel("Say something").inputValue()).toBe("typed before");
    // The recording is kept, so nobody must say it again.
    answer = () => ({ status: 200, body: { text: "how was my night?" } });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.getByLabel("Say something").inputValue()).toBe("typed before how was my night?");
  });

  it("opens one microphone for two presses, and none for a person who has left", async () => {
    const page = await chat();
    await page.evaluate(NOTE_MICROPHONES);
    const begin = page.getByRole("button", { name: "Record a voice note" });
    await begin.dblclick();
    await expect.poll(() => page.evaluate("asked.length")).toBe(1);
    await page.getByRole("link", { name: "Menu" }).first().click();
    await page.getByRole("heading", { name: "Menu", level: 1 }).waitFor();
    await page.evaluate("asked.forEach((allow) => allow())");
    await expect.poll(() => page.evaluate("opened.map(({ readyState }) => readyState).join()")).toBe("ended");
  });

  it("is not offered where nothing writes it down", async () => {
    stage = await openStage(browser);
    const page = await stage.open("/more");
    const told = page.waitForResponse((response) => response.url().endsWith("/v1/me"));
    await page.goto("/chat");
    await told;
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.getByRole("textbox").waitFor();
    expect(await page.getByRole("button", { name: "Record a voice note" }).count()).toBe(0);
  });
});

it("an outside server hears nothing before the person agrees to a language model", async () => {
  stage = await openStage(browser, {
    more: { voiceSeconds: 30, transcriber: { outside: true, transcribe: async () => "words" } },
  });
  await decideConsent(stage.world, "me", { purpose: "model", given: false });
  const page = await stage.open("/chat");
  await page.getByRole("button", { name: "Record a voice note" }).click();
  await page.getByText("Recording: 1 of").waitFor();
  await page.getByRole("button", { name: "Stop, and write it down" }).click();
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Say something").inputValue()).toBe("");
  expect(await page.getByRole("alert").textContent()).toMatch(/consent/);
});
