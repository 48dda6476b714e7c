import { expect, it } from "vitest";
import { playStranger, type Step } from "./stranger.ts";

it("a stranger gets from the first command to Telegram", async () => {
  const steps: Step[] = [];
  await playStranger({ quick: true }, (step) => steps.push(step));
  expect(steps.map(({ step }) => step)).toEqual([
    "npm run day: the example person's day",
    "waldo serve, with an export",
    "the link opens the page",
    "the wake time is set",
    "a question",
    "a request, and a tap that takes it back",
    "Telegram is linked",
    "and answers there",
    "Ctrl-C",
  ]);
  for (const { says } of steps) expect(says).not.toBe("");
  expect(steps.find(({ step }) => step.startsWith("a request"))?.says).toMatch(/Undone\. \(0 open tasks\)/);
});
