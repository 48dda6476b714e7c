/**
 * Proves that the regular expressions of the product run in linear time, so that no text can make one slow. It reads
 * every literal and every `new RegExp(…)` of constant parts from the source and asks recheck. recheck makes an
 * automaton proof where the pattern allows one, and searches for attacks where it does not (look-around, back
 * references). The script prints one line when all is well. Otherwise it prints one line per pattern and ends with exit
 * code 1.
 *
 * A pattern that is not linear but meets only short text may stay. Its reason stands on its line or on the line before:
 * `// bounded: at most 1,200 characters, see MAX_CHARS`. A file whose patterns all meet such text says so once, in its
 * first comment: ` * bounded: …` or `// bounded: …`.
 *
 * The results of this machine are kept beside the packages, so only new patterns take time. `--quick` searches less for
 * attacks on the patterns that have no proof.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { check, type Diagnostics } from "recheck";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The folders whose code meets text from outside. Tests, benches and the test kit do not. */
const FOLDERS = [
  "packages/contracts/src",
  "packages/core/src",
  "packages/outside/src",
  "packages/aws/src",
  "packages/embedded/src",
  "lambdas",
];
/** Every limit counts characters, not time, so that a busy machine gives the same verdict. */
const LIMITS = {
  timeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackTimeout: null,
  randomSeed: 1,
} as const;
/**
 * `npm test` searches less far, because a whole search takes ten minutes. It finds nested repeats behind a look-around,
 * but not every square of a long text: a release runs `npm run regexes` without `--quick`.
 */
const QUICK = {
  ...{ maxIteration: 1, crossoverSize: 5, mutationSize: 5, maxInitialGenerationSize: 60 },
  ...{ incubationLimit: 5_000, attackLimit: 50_000_000, maxAttackStringSize: 20_000 },
} as const;
const isQuick = process.argv.includes("--quick");
const HOW = isQuick ? { ...LIMITS, ...QUICK } : LIMITS;
const AT_ONCE = availableParallelism();
const REASON = /\/\/ bounded: \S.{8,}/;
const REASON_OF_FILE = /^(?: \*|\/\/) bounded: \S.{8,}/m;

const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };
/** Another release, or other limits, may judge otherwise. */
const JUDGE = JSON.stringify([version, HOW]);
const KEPT = join(ROOT, `node_modules/.cache/waldo/linear-patterns${isQuick ? "-quick" : ""}.json`);

type Proof = Diagnostics["checker"];
/** The kind of proof for each pattern. A pattern that appears in several places is judged once. */
const proofs = new Map<string, Proof>(rememberedProofs());

type Found = { readonly place: string; readonly pattern: string | undefined; readonly flags: string };
type Verdict = { readonly found: Found; readonly fault?: string; readonly proof?: Proof };

const found = FOLDERS.flatMap((folder) => sources(join(ROOT, folder))).flatMap(regexesIn);
const started = performance.now();
const verdicts = await judgeAll(found);
const faults = verdicts.filter((verdict) => verdict.fault !== undefined);
for (const { found, fault } of faults) console.log(`${found.place}: ${fault}: /${found.pattern ?? "…"}/${found.flags}`);
const searched = verdicts.filter((verdict) => verdict.proof === "fuzz").length;
console.log(
  `${verdicts.length} regular expressions in ${((performance.now() - started) / 1000).toFixed(1)} s: ${faults.length} not linear, ${searched} searched for attacks, the others proved`,
);
mkdirSync(dirname(KEPT), { recursive: true });
writeFileSync(KEPT, JSON.stringify({ judge: JUDGE, proofs: [...proofs] }));
process.exit(faults.length === 0 ? 0 : 1);

function rememberedProofs(): [string, Proof][] {
  try {
    const { judge, proofs } = JSON.parse(readFileSync(KEPT, "utf8"));
    return judge === JUDGE ? proofs : [];
  } catch {
    return [];
  }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|node_modules/.test(file))
    .map((file) => join(folder, file))
    .sort();
}

function regexesIn(file: string): Found[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const [head = ""] = /^(?:\/\/[^\n]*\n)+|^\/\*\*[\s\S]*?\*\//.exec(source.text) ?? [];
  if (REASON_OF_FILE.test(head)) return [];
  const lines = source.text.split("\n");
  const constants = constantsOf(source);
  const all: Found[] = [];
  const add = (node: ts.Node, pattern: string | undefined, flags: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
    if (REASON.test(lines[line] ?? "") || REASON.test(lines[line - 1] ?? "")) return;
    all.push({ place: `${relative(ROOT, file)}:${line + 1}`, pattern, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      add(node, pattern && textOf(pattern, constants), (flags && textOf(flags, constants)) ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return all;
}

type Constants = ReadonlyMap<string, ts.Expression>;

function constantsOf(source: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>();
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const)
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
  return constants;
}

/**
 * Returns the value of an expression made of string constants of its file, or undefined for a value that is known only
 * at run time.
 */
function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return textOf(node.expression, constants);
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value && textOf(value, constants);
  }
  if (ts.isTemplateExpression(node))
    return joined([
      node.head.text,
      ...node.templateSpans.flatMap((s) => [textOf(s.expression, constants), s.literal.text]),
    ]);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([textOf(node.left, constants), textOf(node.right, constants)]);
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "join"
  )
    return joinedList(node.expression.expression, node.arguments[0], constants);
  return undefined;
}

/** Reads `LIST.join("|")` of a constant list of constant strings. */
function joinedList(list: ts.Expression, by: ts.Expression | undefined, constants: Constants): string | undefined {
  if (ts.isAsExpression(list)) return joinedList(list.expression, by, constants);
  if (ts.isIdentifier(list)) {
    const value = constants.get(list.text);
    return value && joinedList(value, by, constants);
  }
  if (!ts.isArrayLiteralExpression(list)) return undefined;
  const separator = by && textOf(by, constants);
  const parts = list.elements.map((element) => textOf(element, constants));
  return parts.includes(undefined) ? undefined : parts.join(separator ?? ",");
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join("");
}

async function judgeAll(all: readonly Found[]): Promise<Verdict[]> {
  const waiting = [...all];
  const verdicts: Verdict[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) verdicts.push(await judge(next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return verdicts;
}

async function judge(found: Found): Promise<Verdict> {
  if (found.pattern === undefined) return { found, fault: "built from parts known only when it runs" };
  const name = `/${found.pattern}/${found.flags}`;
  const known = proofs.get(name);
  if (known !== undefined) return { found, proof: known };
  const result = await check(found.pattern, found.flags, HOW);
  if (result.status === "safe") {
    proofs.set(name, result.checker);
    return { found, proof: result.checker };
  }
  if (result.status === "unknown") return { found, fault: `not decided (${result.error.kind})` };
  return {
    found,
    fault: result.complexity.type === "exponential" ? "exponential" : `polynomial, degree ${result.complexity.degree}`,
  };
}
