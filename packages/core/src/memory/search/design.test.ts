/** The numbers of ranking became data. What memory answers with the standard numbers did not change by a byte. */
import { createHash } from "node:crypto";
import { DEFAULT_DESIGN, DESIGN_PARAMETERS, DESIGN_RANGES, Design, HALLS, type Hall, keys } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { USER, memoryWorld as world } from "../../../../embedded/test/memory-world.ts";
import { seeded } from "../../digest.ts";
import { buildIndex } from "./index-files.ts";
import { retrieve } from "./recall.ts";

/** The digest of the answers below, written down with the code that still had its numbers in constants. */
const BEFORE = "0051ead30dfd844a1271163c9968d2c382d5828740925c31ec09e158ce498d02";

const WORDS =
  "tea coffee walk run sister Lisbon Porto train call morning evening meeting sleep late early knee swim garden book sailing dentist Tuesday project deadline music guitar cooking adopted moved".split(
    " ",
  );

it("recall and lookups answer with the standard design as they did with constants", async () => {
  const w = await world();
  const next = seeded(38);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const sentence = () => Array.from({ length: 4 + Math.floor(next() * 6) }, () => pick(WORDS)).join(" ");
  for (let day = 0; day < 40; day++) {
    for (let i = 0; i < 3; i++) await w.note(pick(HALLS) as Hall, sentence());
    const runId = `told-${day}`;
    const at = w.clock.now();
    const body = {
      runId,
      at,
      trigger: "user_message",
      summary: `They said: ${sentence()} ${sentence()}`,
      origin: "owner",
    };
    await w.store.transact([{ op: "put", key: keys.episode(USER, at, runId), body, when: [{ is: "absent" }] }]);
    await w.night();
    if (day % 10 === 0) await buildIndex(w, USER);
    w.later(pick([1, 2, 5]));
  }
  const answers: unknown[] = [];
  for (let i = 0; i < 80; i++) {
    const text = `${pick(["When did", "What about", "Who", "in March"])} ${sentence()}?`;
    answers.push(await w.recalled(text, pick(["user_message", "brief"] as const)));
    answers.push(await retrieve(w, USER, { text, limit: 8 }));
  }
  expect(createHash("sha256").update(JSON.stringify(answers)).digest("hex")).toBe(BEFORE);
});

describe("a design", () => {
  it("stands with every standard number within its range, and refuses a number outside it", () => {
    expect(Design.parse(DEFAULT_DESIGN)).toEqual(DEFAULT_DESIGN);
    for (const name of DESIGN_PARAMETERS) {
      const { least, most } = DESIGN_RANGES[name];
      expect(Design.safeParse({ ...DEFAULT_DESIGN, [name]: least - 0.5 }).success).toBe(false);
      expect(Design.safeParse({ ...DEFAULT_DESIGN, [name]: most + 0.5 }).success).toBe(false);
      for (const edge of [least, most])
        expect(Design.safeParse({ ...DEFAULT_DESIGN, [name]: edge }).success).toBe(true);
    }
  });

  it("refuses a number that is missing and one that nothing reads", () => {
    const { k1: _, ...rest } = DEFAULT_DESIGN;
    expect(Design.safeParse(rest).success).toBe(false);
    expect(Design.safeParse({ ...DEFAULT_DESIGN, charm: 1 }).success).toBe(false);
  });
});
