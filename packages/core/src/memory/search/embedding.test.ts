/** Tests recall by meaning with a fake embedder: what it adds, and what it may not remove. */
import { WaldoError } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { agreeing } from "@waldo/testkit/agreeing";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../ports.ts";
import { DAY_MS } from "../../time.ts";
import { noteByOwner } from "../claims/inbox.ts";
import { buildIndex, embedIndex } from "./index-files.ts";
import { retrieve } from "./recall.ts";

/** Meanings set by hand: the vector of a text points to the first group that has one of its words. */
const MEANINGS = [
  ["beverage", "woodwind", "clarinet", "tea", "espresso"],
  ["canine", "dog", "terrier"],
  ["boat", "sail"],
  ["car"],
];

function embedder(fails = false): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    model: "by-hand",
    dimensions: MEANINGS.length,
    asked,
    async embed(texts) {
      if (fails) throw new WaldoError("ModelUnavailable", "down");
      asked.push(...texts);
      return texts.map((text) => {
        const meant = MEANINGS.findIndex((words) => words.some((word) => text.toLowerCase().includes(word)));
        return Float32Array.from(MEANINGS, (_, i) => (i === meant ? 3 : 0.01));
      });
    },
  };
}

async function world(claims: readonly string[], fails = false) {
  const own = embedder(fails);
  const ports = {
    store: openSqliteStore(":memory:"),
    archive: memoryArchive(),
    clock: { now: () => 100 * DAY_MS },
    embedder: own,
  };
  await ports.store.transact([agreeing("me")]);
  for (const claim of claims) await noteByOwner(ports, "me", { hall: "facts", claim });
  await buildIndex(ports, "me");
  const find = async (text: string) =>
    (await retrieve(ports, "me", { text, limit: 5 })).map((hit) => (hit.kind === "claim" ? hit.block.claim : hit.kind));
  return { ...ports, own, find };
}

describe("recall by meaning", () => {
  it("finds a text that shares no word with the question, once it is embedded", async () => {
    const w = await world(["Plays the clarinet at noon", "Has a terrier called Pip"]);
    expect(await w.find("any woodwind")).toEqual([]);
    expect(await embedIndex(w, "me")).toBe(2);
    expect(await w.find("any woodwind")).toEqual(["Plays the clarinet at noon"]);
  });

  it("never pushes the first lexical hit below the third place", async () => {
    const w = await world([
      "The beverage trolley stands in the hall",
      "Drinks tea at dawn",
      "Drinks tea at dusk",
      "Drinks espresso at noon",
      "Buys tea in spring",
    ]);
    await embedIndex(w, "me");
    const found = await w.find("beverage trolley hall");
    expect(found.slice(0, 3)).toContain("The beverage trolley stands in the hall");
    expect(found.length).toBeGreaterThan(3);
  });

  it("embeds a text once, and again only when its words change", async () => {
    const w = await world(["Drinks tea", "Has a dog"]);
    await embedIndex(w, "me");
    const before = w.own.asked.length;
    await noteByOwner(w, "me", { hall: "facts", claim: "Owns a sail boat" });
    await buildIndex(w, "me");
    expect(await embedIndex(w, "me")).toBe(1);
    expect(w.own.asked.slice(before)).toEqual(["Owns a sail boat"]);
    expect(await embedIndex(w, "me")).toBe(0);
  });

  it("keeps the lexical ranking when the embedder is down", async () => {
    const up = await world(["Drinks tea", "Has a dog"]);
    await embedIndex(up, "me");
    const words = await up.find("dog");
    const down = { ...up, embedder: embedder(true) };
    const found = await retrieve(down, "me", { text: "dog", limit: 5 });
    expect(found.map((hit) => (hit.kind === "claim" ? hit.block.claim : ""))).toEqual(words);
  });

  it("does not mix vectors of another model with ours", async () => {
    const w = await world(["Drinks tea", "Has a dog"]);
    await embedIndex(w, "me");
    const other = { ...w, embedder: { ...embedder(), model: "another", dimensions: 4 } };
    expect(await embedIndex(other, "me")).toBe(2);
  });
});
