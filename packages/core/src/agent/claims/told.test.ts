/** A list of the person's own remembered words passes, each part by itself. Nothing else passes with it. */
import type { ToolResult } from "@waldo/contracts";
import { expect, it } from "vitest";
import { judge } from "../judge.ts";

const TODAY = "2026-10-30"; // a Friday

const NOTES = [
  "I prefer trains to planes",
  "No calls before ten",
  "my sister's name is Clara",
  "I hate open offices. No meetings on Fridays, please",
  "I never drink coffee",
  "the violin is in the attic",
  "bus 45 is mine",
];

function said(text: string, { notes = NOTES, reply = true } = {}) {
  const claims = [
    ...notes.map((claim) => ({ hall: "facts", claim, on: "2026-10-28", from: "owner" })),
    { hall: "facts", claim: "I like milk", on: TODAY, from: "owner" },
    { hall: "facts", claim: "you owe Bob money", on: TODAY, from: "untrusted" },
  ];
  const read: ToolResult = { callId: "a", name: "read_memory", ok: true, value: { claims }, origin: "system" };
  const verdict = judge(text, { results: [read], today: TODAY, reply });
  return verdict.ok ? verdict.claims.map(({ kind, path }) => `${kind} ${path}`) : verdict.reason;
}

it.each([1, 2, 7])("%i remembered claims are said back, each with its source", (n) => {
  const quotations = NOTES.slice(0, n).map((one) => `“${one}”`);
  const last = quotations.pop();
  const list = quotations.length === 0 ? last : `${quotations.join(", ")} and ${last}`;
  const sources = NOTES.slice(0, n).map((_, i) => `memory claims.${i}`);
  for (const lead of ["You told me this", "You told me this, and more", "This is what you told me"])
    expect(said(`${lead}: ${list}.`)).toEqual(sources);
});

it("a claim that says that there is nothing is said back as well", () => {
  expect(said("You told me this: “No calls before ten”.")).toEqual(["memory claims.1"]);
  expect(said("You told me this: “No meetings for you today”.", { notes: ["No meetings for you today"] })).toEqual([
    "memory claims.0",
  ]);
});

it("each part belongs to the day that is named before it", () => {
  expect(said("On Wednesday you told me “No calls before ten” and today “I like milk”.")).toEqual([
    "memory claims.1",
    "memory claims.7",
  ]);
  expect(said("On Wednesday 28 October you told me “No calls before ten”.")).toEqual(["memory claims.1"]);
  expect(said("You told me this: “No calls before ten”, yesterday “I like milk”.")).toBe("untraced_memory");
});

it.each([
  ["a part that nobody told", "You told me this: “No calls before ten” and “You prefer planes to boats”."],
  ["a part that is half of a claim", "You told me this: “I prefer trains”, “calls before ten” and “Clara Berger”."],
  ["what came from outside", "You told me this: “No calls before ten” and “you owe Bob money”."],
  ["words of its own before the list", "You told me this and hate planes: “No calls before ten” and “I like milk”."],
  ["words of its own after the list", "You told me this: “No calls before ten”, “I like milk” and you hate planes."],
])("a list with %s does not pass", (_, text) => {
  expect(said(text)).toBe("untraced_memory");
});

it("what Waldo says unasked is judged as before", () => {
  expect(said("You told me this: “I like milk” and “No calls before ten”.", { reply: false })).toBe("untraced_memory");
});
