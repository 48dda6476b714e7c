import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConversations } from "./recall-conversations.ts";
import { ENGINES } from "./recall-engines.ts";
import { measure, quantile } from "./recall-measure.ts";
import { grown, syntheticConversation } from "./recall-synthetic.ts";

const NINE = Date.UTC(2023, 4, 8, 21, 5);
const FILE = {
  sample_id: "one",
  qa: [
    { question: "where is the key", category: 4, evidence: ["D1:1; D2:1"] },
    { question: "who sang", category: 1, evidence: ["D1:2", "D9:9"] },
    { question: "nobody knows", category: 3, evidence: [] },
  ],
  conversation: {
    speaker_a: "Ana",
    session_1_date_time: "9:05 pm on 8 May, 2023",
    session_1: [
      { speaker: "Ana", dia_id: "D1:1", text: "The key is in the pot.", blip_caption: "a blue pot" },
      { speaker: "Bo", dia_id: "D1:2", text: "I sang all night." },
    ],
    session_2_date_time: "12:30 am on 9 May, 2023",
    session_2: [{ speaker: "Bo", dia_id: "D2:1", text: "No pot, no key." }],
    session_3_date_time: "29.12.2023, 23:06",
    session_3: [{ speaker: "Bo", dia_id: "D3:1", text: "Good night." }],
    session_4_date_time: "2024-01-02T10:00:00Z",
    session_4: [{ speaker: "Bo", dia_id: "D4:1", text: "Good morning." }],
  },
};

describe("conversations", () => {
  it("reads captions, times and packed evidence, and leaves out a question without evidence", () => {
    const folder = mkdtempSync(join(tmpdir(), "recall-"));
    try {
      const path = join(folder, "data.json");
      writeFileSync(path, JSON.stringify([FILE]));
      const [one] = readConversations(path) ?? [];
      expect(one?.turns[0]).toEqual({ id: "D1:1", who: "Ana", at: NINE, text: "The key is in the pot. a blue pot" });
      expect(one?.turns.slice(2).map(({ at }) => at)).toEqual([
        Date.UTC(2023, 4, 9, 0, 30),
        Date.UTC(2023, 11, 29, 23, 6),
        Date.UTC(2024, 0, 2, 10),
      ]);
      expect(one?.questions).toEqual([
        { text: "where is the key", category: "4", evidence: new Set(["D1:1", "D2:1"]) },
        { text: "who sang", category: "1", evidence: new Set(["D1:2"]) },
      ]);
      expect(readConversations(join(folder, "none.json"))).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("measure", () => {
  it("is the share of evidence found, and one over the rank of the first of it", () => {
    const conversation = {
      ...syntheticConversation(),
      questions: [{ text: "q", category: "1", evidence: new Set(["T0003", "T0001"]) }],
    };
    const ranking = ["T0000", "T0003", "T0002", "T0004", "T0005", "T0006", "T0001"];
    const found = ranking.map((id, at) => ({ id, score: -at }));
    const { overall } = measure([conversation], () => ({ search: () => found, bytes: () => 1 }));
    expect(overall).toEqual({ questions: 1, recallAt5: 0.5, recallAt10: 1, mrr: 0.5 });
  });

  it("breaks ties in the same way for every engine, newest first", () => {
    const conversation = {
      ...syntheticConversation(),
      questions: [{ text: "q", category: "1", evidence: new Set(["T0009"]) }],
    };
    const level = ["T0001", "T0009", "T0004"].map((id) => ({ id, score: 1 }));
    expect(measure([conversation], () => ({ search: () => level, bytes: () => 1 })).overall.mrr).toBe(1);
  });

  it("finds every engine working on the made-up conversation", () => {
    for (const { name, build } of ENGINES)
      expect(measure([syntheticConversation()], build).overall.recallAt10, name).toBeGreaterThan(0.5);
  });
});

it("grows a corpus with ids of its own", () => {
  const { turns } = syntheticConversation();
  const many = grown(turns, 3 * turns.length);
  expect(new Set(many.map(({ id }) => id)).size).toBe(3 * turns.length);
  expect(many).toEqual(grown(turns, 3 * turns.length));
});

it("takes quantiles by rank", () => {
  expect([quantile([3, 1, 2, 4], 0.5), quantile([3, 1, 2, 4], 0.95), quantile([], 0.5)]).toEqual([2, 4, Number.NaN]);
});
