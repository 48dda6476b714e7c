/**
 * A scripted hour of chat without a language model, on real parts: questions, orders, corrections, chit-chat, typing
 * mistakes, four languages, a prompt injection. The transcript is a file that people can read.
 */

import { keys } from "@waldo/contracts";
import { localTime } from "@waldo/core/time";
import { casesOf } from "@waldo/testkit/data";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { expect, it } from "vitest";
import { NO_MODEL } from "../src/offline-composer.ts";
import { withCalendar } from "./calendar.ts";
import { talk } from "./talk.ts";

const HOUR = casesOf<string>("chat-hours", "an hour without a model");

/** What may be left without an answer: at most three in a hundred. General knowledge needs a model. */
const MOST_UNANSWERED = 0.03;

it("an hour of chat is answered from the tools, and the same hour gives the same transcript", async () => {
  const { world, gatedAfter } = await talk();
  await withCalendar(world);
  const lines: string[] = [];
  let unanswered = 0;
  for (const text of HOUR) {
    const at = localTime(world.clock.now(), PERSON.timeZone);
    const gated = await gatedAfter(text);
    const answer = String(gated["text"] ?? "(no answer)");
    if (gated["text"] === undefined || answer === NO_MODEL || gated["source"] === "template") unanswered++;
    lines.push(`${at} > ${text}`, `        ${answer}`);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../../../data/golden/transcripts/offline-hour.txt");
  expect(unanswered / HOUR.length).toBeLessThanOrEqual(MOST_UNANSWERED);
  const { table, pk } = keys.watch("me", "");
  const watches = (await world.store.query({ table, pk, prefix: "WATCH#" })).rows.map(({ body }) =>
    String(body["text"]),
  );
  expect(watches.filter((text) => text === "call mum")).toHaveLength(1);
});
