/**
 * How Stryker runs here: its options, the configuration of vitest inside it, and what it does not change.
 *
 * Stryker copies the project to a folder under `.cache/`, so a run that is stopped leaves no changed source behind. There
 * `mutants-bundle.ts` puts each test and all it imports into one file. Loading 200 modules anew for each mutant would take
 * most of the time. The bundle also makes `@waldo/core` the copy's own source; through `node_modules` a test would meet
 * the changed file and the unchanged one at once.
 */
import { matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import type { Stryker } from "@stryker-mutator/core";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

type Options = NonNullable<ConstructorParameters<typeof Stryker>[0]>;

/** The environment variable that names the tests to the processes that Stryker starts. */
export const TESTS = "WALDO_MUTANTS_TESTS";
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where a folder's last result is kept. Stryker reads it again and runs only what changed. */
export const reportOf = (folder: string) => here(`../.cache/mutants/${folder}.json`);

/** Returns Stryker's options for a run that changes `files` and judges them by `tests`. Stryker's processes inherit the tests. */
export function strykerOptions(folder: string, files: readonly string[], tests: readonly string[]): Options {
  process.env[TESTS] = JSON.stringify(tests);
  return {
    mutate: [...files],
    testRunner: "vitest",
    buildCommand: "node bench/mutants-bundle.ts",
    vitest: { configFile: "bench/mutants-stryker.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(import.meta.url)],
    ignorers: ["prose"],
    ignorePatterns: [".waldo", "cdk.out", "coverage", ".cache", "docs"],
    incremental: true,
    incrementalFile: reportOf(folder),
    tempDirName: ".cache/stryker",
    cleanTempDir: "always" as const,
    disableTypeChecks: false,
    allowEmpty: true,
    concurrency: 2,
    timeoutMS: 10_000,
    timeoutFactor: 2,
    reporters: process.stderr.isTTY ? ["progress"] : ["json"],
    jsonReporter: { fileName: ".cache/mutants/last.json" },
    logLevel: "warn" as NonNullable<Options["logLevel"]>,
    allowConsoleColors: false,
  };
}

/** A string with a space in it is prose: a person or an operator reads it. Other strings are keys, states and names. */
export function isProse(text: string): boolean {
  return /\s/.test(text.trim());
}

type SyntaxNode = {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  readonly expressions?: readonly SyntaxNode[];
  readonly expression?: SyntaxNode;
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } };
};

/** What is not changed: prose, and the lines of the log. A template with logic in it is changed, and `bench/mutants.ts` leaves the text out. */
export const strykerPlugins = [
  {
    kind: "Ignore" as const,
    name: "prose",
    value: {
      shouldIgnore({ node }: { node: SyntaxNode }): string | undefined {
        if (node.type === "StringLiteral" && isProse(String(node.value))) return "prose";
        const plain = node.expressions?.every(({ type }) => type === "Identifier" || type === "MemberExpression");
        if (node.type === "TemplateLiteral" && plain && isProse(node.quasis?.map((q) => q.value.raw).join("") ?? ""))
          return "prose";
        const { callee } = node.expression ?? node;
        return (callee?.property?.name ?? callee?.name) === "log" ? "a line of the log" : undefined;
      },
    },
  },
];

const tests: readonly string[] = JSON.parse(process.env[TESTS] ?? "[]");

/** Runs the tests in the order of the folder's list, quick ones first, because the first that fails ends a mutant's run. */
class AsListed extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    const place = (file: string) => tests.findIndex((pattern) => matchesGlob(file, `**/${pattern}`));
    return files.toSorted((a, b) => place(a.moduleId) - place(b.moduleId));
  }
}

export default defineConfig({
  test: {
    include: [...tests],
    sequence: { sequencer: AsListed },
    setupFiles: ["scripts/property-seed.ts"],
    reporters: [],
    isolate: false,
    // A test that is slow on a busy machine has noticed nothing. Stryker has a limit of its own.
    testTimeout: 60_000,
  },
});
