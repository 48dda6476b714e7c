import { Card } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { detectEmergency } from "./emergency.ts";
import { emergencyAnswer } from "./emergency-answer.ts";
import type { Region } from "./hotlines.ts";
import { sanitise } from "./sanitise.ts";

const crisis = detectEmergency("I want to die") ?? { category: "self_harm", signal: "" };
const numbers = (region: Region) => emergencyAnswer(crisis, region).card.lines.map((line) => line.number);

describe("numbers of the place a person is in", () => {
  it.each<[Region, string[]]>([
    [{ zone: "America/New_York" }, ["988", "911"]],
    [{ zone: "America/Indiana/Tell_City" }, ["988", "911"]],
    [{ zone: "Pacific/Honolulu" }, ["988", "911"]],
    [{ zone: "America/Toronto" }, ["988", "911"]],
    [{ zone: "Asia/Kolkata" }, ["14416", "9152987821", "112"]],
    [{ zone: "Europe/London" }, ["116 123", "999"]],
    [{ zone: "Europe/Dublin" }, ["116 123", "112"]],
    [{ zone: "Australia/Sydney" }, ["13 11 14", "000"]],
    [{ zone: "America/Sao_Paulo" }, ["findahelpline.com", "112"]],
    [{ zone: "Europe/Berlin" }, ["findahelpline.com", "112"]],
    [{ zone: "+05:30" }, ["findahelpline.com", "112"]],
    [{}, ["findahelpline.com", "112"]],
    [{ zone: "Europe/Berlin", country: "us" }, ["988", "911"]],
    [{ zone: "America/New_York", country: "FR" }, ["findahelpline.com", "112"]],
    [{ country: "constructor" }, ["findahelpline.com", "112"]],
  ])("%j", (region, expected) => {
    expect(numbers(region)).toEqual(expected);
  });
});

it("every number on the card is in the words too, and the card is a card", () => {
  for (const zone of ["America/Chicago", "Asia/Calcutta", "Europe/Paris"]) {
    const { text, card } = emergencyAnswer(crisis, { zone });
    expect(Card.parse(card)).toEqual(card);
    for (const { number } of card.lines) expect(text).toContain(number);
  }
});

it("is short, promises nothing, and has a kind way out for whoever was misread", () => {
  const { text } = emergencyAnswer(crisis, { zone: "Europe/London" });
  expect(text.length).toBeLessThan(1_200);
  expect(text).toMatch(/if I misread you/i);
  expect(text).not.toMatch(/diagnos|disorder|policy|cannot help|as an AI|!/i);
});

it("passes the sanitiser unchanged", () => {
  const { text } = emergencyAnswer(crisis, { zone: "Asia/Kolkata" });
  expect(sanitise({ text, origin: "system" }, "user")).toMatchObject({ text, verdict: "clean" });
});
