/**
 * Tests what each function may carry. A function can do what its bundle holds, and a person waits for what it reads at
 * its start.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bundle, FUNCTIONS, type FunctionName } from "./bundle.ts";
import { keptBundle, SOURCES } from "./kept-bundles.ts";

/** A part is recognised by the paths of its source files. */
const PARTS = {
  tools: /^packages\/core\/src\/tools\//,
  allTools: /^packages\/core\/src\/tools\/registry\.ts$/,
  agent: /^packages\/core\/src\/(agent|prompt|skills)\//,
  memory: /^packages\/core\/src\/memory\//,
  ranking: /memory\/search\/ranking\/(segment|search|query|text|languages)\.ts$|node_modules\/@orama\/stemmers\//,
  publicSet: /eval\/src\/design\/public-set\.ts$/,
  models: /^packages\/core\/src\/models\//,
  bedrock: /^packages\/aws\/src\/(bedrock|titan)|node_modules\/@aws-sdk\/client-bedrock-runtime\//,
  telegram: /^packages\/outside\/src\/telegram\.ts|node_modules\/grammy\//,
  sns: /^packages\/aws\/src\/sns|node_modules\/@aws-sdk\/client-sns\//,
  webpush: /node_modules\/web-push\//,
  secrets: /^packages\/aws\/src\/secrets\.ts|node_modules\/@aws-sdk\/client-secrets-manager\//,
  s3: /node_modules\/@aws-sdk\/client-s3\//,
  sts: /node_modules\/@aws-sdk\/client-sts\//,
  sfn: /node_modules\/@aws-sdk\/client-sfn\//,
  scheduler: /node_modules\/@aws-sdk\/client-scheduler\//,
  sqs: /node_modules\/@aws-sdk\/client-sqs\//,
  transcribe: /^packages\/aws\/src\/transcribe\.ts|node_modules\/@aws-sdk\/client-transcribe-streaming\//,
  dates: /node_modules\/chrono-node\//,
  yaml: /node_modules\/yaml\//,
} as const;
type Part = keyof typeof PARTS;

/** Parts that must not be in the bundle of any function. */
const IN_NO_BUNDLE = {
  "X-Ray's SDK": /node_modules\/aws-xray-sdk/,
  "the SDK's search for credentials": /node_modules\/@aws-sdk\/credential-provider-(?!env\/)/,
  "a fetch of grammY's own": /node_modules\/(node-fetch|abort-controller|whatwg-url)\//,
  "the SDK's names of browsers": /node_modules\/bowser\//,
  "the SDK's cache of endpoints": /node_modules\/(@aws-sdk\/endpoint-cache|mnemonist|obliterator)\//,
  "zod's other languages": /node_modules\/zod\/v4\/locales\/(?!en\.)/,
} as const;

/** R7, R8: this function reads raw health and writes scores. */
const NOT_FOR_HEALTH = [
  ...(["tools", "agent", "memory", "models", "bedrock", "telegram", "sns", "secrets"] as const),
  ...(["s3", "sts", "scheduler", "dates", "yaml"] as const),
];

/** What comes in from the clouds of wearables: no model, no channel, and no row of the agent. */
const NOT_FOR_WEARABLES = NOT_FOR_HEALTH.filter((part) => part !== "secrets");

type Limit = {
  /** Parts that may not be in its folder at all. */
  readonly never: readonly Part[];
  /** Parts that may be in its folder but are not read before the first event. */
  readonly later: readonly Part[];
  /** Kilobytes that are read at a start, and kilobytes of all code. */
  readonly startKb: number;
  readonly allKb: number;
};

const LIMITS: Readonly<Record<FunctionName, Limit>> = {
  "agent-step": {
    never: ["telegram", "sns", "secrets"],
    later: ["bedrock", "s3", "sfn", "scheduler", "allTools", "ranking", "publicSet", "dates", "yaml"],
    startKb: 860,
    // About 1,200 kB are the words and weights of the gate of gravity, which the first message of a person loads.
    allKb: 4750,
  },
  delivery: {
    never: ["bedrock", "sfn", "scheduler", "allTools", "ranking", "dates", "yaml"],
    later: ["s3", "sns", "telegram", "webpush"],
    startKb: 580,
    // Rows without their words, by schema.
    allKb: 910,
  },
  scribe: {
    never: ["bedrock", "telegram", "sns", "secrets", "scheduler"],
    later: ["s3", "sfn", "allTools", "ranking", "publicSet", "dates", "yaml"],
    startKb: 566,
    allKb: 2565,
  },
  // The kinds of rows are one table, so each function carries the schemas of all kinds: about 35 kB in these two. The
  // questions about readings are 3 kB in all functions, because a card names one.
  crs: { never: [...NOT_FOR_HEALTH, "sfn"], later: [], startKb: 509, allKb: 524 },
  ingest: { never: NOT_FOR_HEALTH, later: ["sfn"], startKb: 509, allKb: 549 },
  door: {
    never: ["bedrock", "telegram", "webpush", "scheduler", "publicSet"],
    later: ["s3", "sfn", "sns", "allTools", "ranking", "dates", "yaml"],
    // Contracts carry the schemas of a question about one's own days and of its answer, in every function.
    startKb: 790,
    allKb: 4750,
  },
  calendar: {
    never: ["bedrock", "telegram", "sns", "webpush", "secrets", "sfn", "scheduler", "allTools", "dates", "models"],
    later: ["s3"],
    startKb: 730,
    allKb: 890,
  },
  voice: {
    never: [
      ...["bedrock", "telegram", "sns", "webpush", "secrets", "sfn", "scheduler"],
      ...["allTools", "dates", "models"],
    ] as const,
    later: ["s3"],
    startKb: 665,
    allKb: 1100,
  },
  mcp: {
    never: ["bedrock", "telegram", "sns", "webpush", "secrets", "sfn", "scheduler"],
    later: ["s3"],
    startKb: 2600,
    allKb: 3350,
  },
  reach: {
    never: [
      "bedrock",
      "telegram",
      "sns",
      "webpush",
      "s3",
      "sts",
      "sfn",
      "scheduler",
      "allTools",
      "memory",
      "agent",
      "models",
    ],
    later: [],
    startKb: 900,
    allKb: 1000,
  },
  privacy: {
    never: ["bedrock", "telegram", "webpush", "allTools", "memory", "dates", "models"],
    later: ["s3", "sfn", "sns", "scheduler", "secrets", "sqs"],
    startKb: 695,
    allKb: 2000,
  },
  telegram: {
    never: ["bedrock", "sns", "scheduler"],
    later: ["s3", "sfn", "telegram", "transcribe", "allTools", "ranking", "dates", "yaml"],
    // The words of a person on their own day are 2 kB.
    startKb: 658,
    allKb: 4350,
  },
  connect: { never: [...NOT_FOR_WEARABLES, "sfn"], later: ["sqs"], startKb: 570, allKb: 800 },
  hook: { never: [...NOT_FOR_WEARABLES, "sfn"], later: ["sqs"], startKb: 510, allKb: 710 },
  imports: {
    never: NOT_FOR_HEALTH.filter((part) => part !== "s3" && part !== "sts"),
    later: ["s3", "sfn"],
    // Contracts carry the schemas of every route: the two of designs are 3 kB, a question about one's own
    // days and its answer 4 kB. What a person says of a night is 2 kB.
    startKb: 631,
    allKb: 1105,
  },
  readings: { never: [...NOT_FOR_HEALTH.filter((part) => part !== "sts"), "sfn"], later: [], startKb: 650, allKb: 700 },
  fetcher: { never: NOT_FOR_WEARABLES, later: ["sqs", "sfn"], startKb: 570, allKb: 800 },
};

const folder = mkdtempSync(join(tmpdir(), "waldo-bundles-"));
const bundles = new Map<FunctionName, Bundle>();

beforeAll(() => {
  for (const name of FUNCTIONS) bundles.set(name, keptBundle(name, join(folder, name)));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The files of each part, with the part's name in front. The first few are enough to find which import brings them. */
function found(inputs: ReadonlyMap<string, number> | undefined, parts: Readonly<Record<string, RegExp>>): string[] {
  return Object.entries(parts).flatMap(([part, files]) =>
    [...(inputs?.keys() ?? [])]
      .filter((input) => files.test(input))
      .slice(0, 3)
      .map((input) => `${part}: ${input}`),
  );
}

function these(parts: readonly Part[]): Record<string, RegExp> {
  return Object.fromEntries(parts.map((part) => [part, PARTS[part]]));
}

describe.each(FUNCTIONS)("%s", (name) => {
  const { never, later, startKb, allKb } = LIMITS[name];

  test("carries no part that it may not use", () => {
    expect(found(bundles.get(name)?.inAll, these(never))).toEqual([]);
  });

  test("leaves out the parts that no function needs", () => {
    expect(found(bundles.get(name)?.inAll, IN_NO_BUNDLE)).toEqual([]);
  });

  test("starts without the parts that only some events need", () => {
    expect(found(bundles.get(name)?.atStart, these(later))).toEqual([]);
  });

  test(`reads at most ${startKb} kB at its start, and has at most ${allKb} kB in all`, () => {
    const { startBytes = 0, allBytes = 0 } = bundles.get(name) ?? {};
    expect(startBytes / 1000).toBeLessThanOrEqual(startKb);
    expect(allBytes / 1000).toBeLessThanOrEqual(allKb);
  });
});

test("bundles are kept under a digest of all that they are made of", () => {
  const read = [...bundles.values()].flatMap(({ inAll }) => [...inAll.keys()]);
  const isIn = (file: string) => SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  const own = read.filter((file) => !file.startsWith("node_modules/"));
  expect(own.filter((file) => !isIn(file) || /\/test\/|\.test\.ts$/.test(file))).toEqual([]);
});

test("every part has files: the rule of a file that moved must move with it", () => {
  const parts = Object.keys(PARTS) as Part[];
  const everywhere = new Map([...bundles.values()].flatMap(({ inAll }) => [...inAll]));
  expect(parts.filter((part) => found(everywhere, these([part])).length === 0)).toEqual([]);
});
