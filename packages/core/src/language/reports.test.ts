import { expect, it } from "vitest";
import { newsIn } from "./reports.ts";

it.each([
  "just had 2 energy drinks lol",
  "bombed my quiz",
  "got in at like 4am",
  "Hab schon drei Kaffee intus",
  "j'ai mal dormi",
])("%s: is told of oneself", (text) => expect(newsIn(text)).toBe("own"));

it.each([
  "Ben has a fever, was up with him half the night",
  "my phone died",
  "Elternabend war lang",
  "mi hermana estaba mal",
])("%s: is told of one's life", (text) => expect(newsIn(text)).toBe("others"));

it.each([
  ...["remind me at 9", "what was my hrv", "I need milk", "I have to pay my bill", "my card was stolen, help"],
  ...["bin ich heute besser drauf", "I laid out my shoes, what do you think", "can you call mum", "that was wrong"],
])("%s: asks or wants something", (text) => expect(newsIn(text)).toBeUndefined());
