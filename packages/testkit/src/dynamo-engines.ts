/**
 * The DynamoDB engines on which tests run: dynoxide, a small program that npm installs on the platforms it is published
 * for, and AWS's own DynamoDB Local, which needs Java. A test file writes its suite once and asks here for the engines:
 *
 *     for (const engine of everyEngine())
 *       describe(`on ${engine.name}`, engine.options, () => {
 *         beforeAll(async () => { server = await engine.start(); });
 *         afterAll(() => server?.stop());
 *       });
 *
 * Where the machine can run no engine, the file gets one that does not start and whose `options` skip the suite.
 * `options` also write into each test's meta which engine it ran on, or why there was none. The reporter prints that in
 * its closing lines.
 *
 * A suite names its own tables. DynamoDB Local also keeps the tables of each access key apart; dynoxide does not.
 */
import type { TestOptions } from "vitest";
import { dynamoDbLocal } from "./dynamodb-local.ts";
import { dynoxide } from "./dynoxide.ts";
import type { LocalServer } from "./local-server.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The DynamoDB engine on which a test runs, or why it has none. */
    dynamoEngine?: Found;
  }
}

/** The name and version of an engine that this machine can run, or what is missing for it. */
type Found = { readonly name: string } | { readonly missing: string };

export type DynamoEngine = {
  /** Name and version, for example `dynoxide 1.2.1`. */
  readonly name: string;
  /** The options for `describe` and `test`. */
  readonly options: Pick<TestOptions, "skip" | "meta">;
  /** The write units that the engine reports for a transactional write, in multiples of what AWS charges. */
  readonly transactFactor: number;
  /** Starts an empty server in memory, on its own port. */
  start(): Promise<LocalServer>;
};

type Program = Pick<DynamoEngine, "transactFactor" | "start"> & { find(): Found };
/** The programs, the quickest first. */
const PROGRAMS: readonly Program[] = [dynoxide, dynamoDbLocal];

/** Returns every engine that this machine can run. */
export function everyEngine(): readonly DynamoEngine[] {
  const engines = PROGRAMS.map(engineOf);
  const able = engines.filter(isAble);
  return able.length > 0 ? able : [noneOf(engines)];
}

/** Returns the quickest engine that this machine can run, for a suite that would be slow on every engine. */
export function oneEngine(): DynamoEngine {
  const tried: DynamoEngine[] = [];
  for (const program of PROGRAMS) {
    const engine = engineOf(program);
    if (isAble(engine)) return engine;
    tried.push(engine);
  }
  return noneOf(tried);
}

function engineOf({ find, ...program }: Program): DynamoEngine {
  const found = find();
  return {
    ...program,
    name: "name" in found ? found.name : "no engine",
    options: { skip: "missing" in found, meta: { dynamoEngine: found } },
  };
}

const isAble = ({ options }: DynamoEngine) => options.skip !== true;

function noneOf(engines: readonly DynamoEngine[]): DynamoEngine {
  const reasons = engines.map(({ options }) => options.meta?.dynamoEngine);
  const missing = reasons.flatMap((found) => (found && "missing" in found ? [found.missing] : [])).join("; ");
  return {
    name: "no engine",
    options: { skip: true, meta: { dynamoEngine: { missing } } },
    transactFactor: 1,
    start: () => Promise.reject(new Error(missing)),
  };
}
