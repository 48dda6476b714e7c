/**
 * Measures the house: how many files and lines there are, how large a file is, how the rooms of core stand on each other,
 * who imports what, and what nobody uses. It fails where a limit of house.json is broken.
 *
 *   forbidden      imports that no file makes. Tests may make each of them
 *   fixed limits   the size of a file, circles, arrows that run back up. They hold for every change
 *   totals         a ratchet. A change that adds a room raises them, and says in its message what it removed
 *
 *   npm run house              prints the table, and fails on a broken limit
 *   npm run house -- --json    the same as JSON, with the names behind each number
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as z from "zod";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CORE = "packages/core/src/";
/** The limit counts only code that somebody wrote: data has its own folder with its schema. */
const DATA = /^data\//;
const CODE = /\.(?:ts|tsx|mts|mjs|cjs)$/;
/** Packages whose command has another name: biome, and tsc. */
const BY_COMMAND = new Set(["@biomejs/biome", "typescript"]);
const TEST = /\.test\.ts$|\/test\//;
/** A catalogue of the words of the screens is as long as the screens need. */
const CATALOGUE = /packages\/app\/src\/words\//;

const Limits = z.strictObject({
  /** The rooms of core from the top. */
  floors: z.array(z.array(z.string())),
  forbidden: z.array(
    z.strictObject({
      name: z.string(),
      from: z.string(),
      fromNot: z.string().optional(),
      to: z.string().optional(),
      toNot: z.string().optional(),
      /** What is allowed nevertheless: types alone, or what is loaded when it is first asked for. */
      unless: z.array(z.enum(["types", "late"])).optional(),
    }),
  ),
  fixed: z.strictObject({ linesOfAFile: z.number(), circles: z.number(), upwardArrows: z.number() }),
  totals: z.record(z.string(), z.number()),
});

type Source = {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly exports: readonly string[];
  readonly imports: readonly Import[];
  /** What it imports: a file, `node_modules/name/` or a part of Node. */
  readonly reaches: readonly { readonly target: string; readonly how: How }[];
};

/** An import: the file, and the names, or "*" for all names. */
type Import = { readonly file: string; readonly names: readonly string[]; readonly passedOn: boolean };

/** `late`: when the code asks for it. */
type How = "at once" | "late" | "types";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const linesOf = (text: string) => text.split("\n").length - 1;

const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, maxBuffer: 1e8 })
  .toString()
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));

const entries = new Map<string, Readonly<Record<string, string>>>();
const sources = new Map(tracked.filter((path) => CODE.test(path)).map((path) => [path, sourceOf(path)]));
const inCore = [...sources.values()].filter(({ path }) => path.startsWith(CORE) && !TEST.test(path));

function sourceOf(path: string): Source {
  const text = read(path);
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const exports: string[] = [];
  const imports: Import[] = [];
  const reaches: { target: string; how: How }[] = [];
  const add = (specifier: ts.Node | undefined, how: How, names: string[], passedOn = false) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const target = fileOf(path, specifier.text);
    reaches.push({ target: target ?? packageOf(specifier.text), how });
    if (target) imports.push({ file: target, names, passedOn });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const isTypes = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      add(node.moduleSpecifier, isTypes ? "types" : "at once", namesIn(node.importClause));
    } else if (ts.isExportDeclaration(node)) {
      const listed = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : [];
      exports.push(...listed.map(({ name }) => name.text));
      const names = listed.map(({ name, propertyName }) => (propertyName ?? name).text);
      const how = node.isTypeOnly ? "types" : "at once";
      add(node.moduleSpecifier, how, names.length > 0 ? names : ["*"], names.length === 0);
    } else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, "types", ["*"]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], "late", wordsOf(text));
    } else if (ts.canHaveModifiers(node) && isExported(node)) exports.push(...declared(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, text, lines: linesOf(text), exports, imports, reaches };
}

function namesIn(clause: ts.ImportClause | undefined): string[] {
  const bound = clause?.namedBindings;
  const own = clause?.name ? ["default"] : [];
  if (!bound) return own;
  if (ts.isNamespaceImport(bound)) return ["*"];
  return [...own, ...bound.elements.map(({ name, propertyName }) => (propertyName ?? name).text)];
}

/** Returns the words of a file. A file that loads another one late uses the names of its exports somewhere. */
function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_$][\w$]*/g))];
}

function isExported(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function declared(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  const { name } = node as ts.Node & { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function boundBy(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundBy(element.name)));
}

function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const [, name = "", rest] = /^@waldo\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const entries = name === "" ? {} : entriesOf(name);
  const entry = entries[rest === undefined ? "." : `./${rest}`] ?? entries["./*"]?.replace("*", rest ?? "");
  return entry && join("packages", name, entry);
}

/** Parts of Node keep their name, and so does what a plugin of the build makes up. */
function packageOf(specifier: string): string {
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  return isBuiltin(specifier) || specifier.startsWith("virtual:") ? specifier : `node_modules/${name}/`;
}

/** Returns the imports that house.json forbids. */
function forbidden(): string[] {
  return limits.forbidden.flatMap(({ name, from, fromNot, to = "", toNot, unless = [] }) => {
    const matches = (text: string, pattern: string, not?: string) =>
      new RegExp(pattern).test(text) && !(not !== undefined && new RegExp(not).test(text));
    return [...sources.values()]
      .filter(({ path }) => !path.endsWith(".test.ts") && matches(path, from, fromNot))
      .flatMap(({ path, reaches }) =>
        reaches
          .filter(({ target, how }) => matches(target, to, toNot) && !unless.some((one) => one === how))
          .map(({ target }) => `${name}: ${path} → ${target}`),
      );
  });
}

/** Returns the entries of a package of ours. Each package is read once. */
function entriesOf(name: string): Readonly<Record<string, string>> {
  const known = entries.get(name) ?? JSON.parse(read(`packages/${name}/package.json`)).exports ?? {};
  entries.set(name, known);
  return known;
}

const importedFiles = () => new Set([...sources.values()].flatMap(({ imports }) => imports.map(({ file }) => file)));

/** What a file may be started from: the code, and what npm, the CDK and the page read. */
const STARTS = /(?:^|\/)(?:package|cdk)\.json$|\.html$/;
/** Tools find these by themselves. */
const FOUND_BY_TOOLS = /\.test\.ts$|\.d\.ts$|(?:^|\/)(?:vitest|vite)\.config\.ts$/;

/** Returns the files that no file imports, and whose name stands in no other file. */
function unusedFiles(): string[] {
  const imported = importedFiles();
  const texts = [...sources].map(([path, { text }]) => [path, text] as const);
  texts.push(...tracked.filter((path) => STARTS.test(path)).map((path) => [path, read(path)] as const));
  const isNamed = (file: string) => texts.some(([path, text]) => path !== file && text.includes(basename(file)));
  return [...sources.keys()].filter((path) => !FOUND_BY_TOOLS.test(path) && !imported.has(path) && !isNamed(path));
}

/**
 * Returns the packages that a package.json lists and no file below it names, and those that a file imports and neither
 * its own package.json lists nor the one of the root.
 */
function strayPackages(): { unused: string[]; unlisted: string[] } {
  const homes = tracked
    .filter((path) => basename(path) === "package.json")
    .map((path) => {
      const about = JSON.parse(read(path));
      const listed = Object.keys({ ...about.dependencies, ...about.devDependencies, ...about.optionalDependencies });
      return { at: path.slice(0, -"package.json".length), listed, scripts: JSON.stringify(about.scripts ?? {}) };
    })
    .sort((a, b) => b.at.length - a.at.length);
  const root = homes.find(({ at }) => at === "");
  const unlisted: string[] = [];
  for (const { path, reaches } of sources.values()) {
    const home = homes.find(({ at }) => path.startsWith(at));
    for (const { target } of reaches) {
      const [, name] = /^node_modules\/(.+)\/$/.exec(target) ?? [];
      if (name && !home?.listed.includes(name) && !root?.listed.includes(name)) unlisted.push(`${path} → ${name}`);
    }
  }
  const unused = homes.flatMap(({ at, listed, scripts }) => {
    const text = [...sources.values()].flatMap((one) => (one.path.startsWith(at) ? one.text : [])).join("\n") + scripts;
    const names = (name: string) => ['"', "'", "`", "/", " "].some((one) => text.includes(`${one}${name}`));
    return listed
      .filter((name) => !names(name.replace("@types/", "")) && !BY_COMMAND.has(name))
      .map((name) => `${at}package.json: ${name}`);
  });
  return { unused, unlisted };
}

/** Returns the exports, as "file#name", that no other file imports. An entry of a package passes its names on. */
function unusedExports(): string[] {
  const used = new Set<string>();
  const use = (file: string, name: string): void => {
    if (used.has(`${file}#${name}`)) return;
    used.add(`${file}#${name}`);
    for (const { file: next, passedOn } of sources.get(file)?.imports ?? []) if (passedOn) use(next, name);
  };
  for (const { imports } of sources.values())
    for (const { file, names, passedOn } of imports) if (!passedOn) for (const name of names) use(file, name);
  const imported = importedFiles();
  const isEntry = (path: string) => TEST.test(path) || (!path.startsWith("packages/") && !imported.has(path));
  return [...sources.values()]
    .filter(({ path }) => !isEntry(path) && !path.endsWith(".d.ts"))
    .flatMap(({ path, exports }) =>
      exports.filter((name) => !used.has(`${path}#${name}`) && !used.has(`${path}#*`)).map((name) => `${path}#${name}`),
    );
}

/** Returns the files of each circle of imports: the strongly connected parts of more than one file (Tarjan). */
function circlesOf(next: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const at = new Map<string, { index: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const walk = (one: string): { index: number; low: number; open: boolean } => {
    const own = { index: at.size, low: at.size, open: true };
    at.set(one, own);
    stack.push(one);
    for (const other of next.get(one) ?? []) {
      const seen = at.get(other);
      if (seen === undefined) own.low = Math.min(own.low, walk(other).low);
      else if (seen.open) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) {
      const part = stack.splice(stack.indexOf(one));
      for (const name of part) (at.get(name) as { open: boolean }).open = false;
      if (part.length > 1) found.push(part);
    }
    return own;
  };
  for (const one of next.keys()) if (!at.has(one)) walk(one);
  return found;
}

const roomOf = (path: string) => path.slice(CORE.length).split("/").slice(0, -1)[0];

/** Returns for each room of core the rooms that it uses. The files beside the rooms are not a room. */
function roomsOf(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of inCore) {
    const room = roomOf(path);
    if (room === undefined) continue;
    const under = rooms.get(room) ?? new Set<string>();
    rooms.set(room, under);
    for (const { file } of imports) {
      const other = file.startsWith(CORE) ? roomOf(file) : undefined;
      if (other !== undefined && other !== room) under.add(other);
    }
  }
  return rooms;
}

/** Returns the number of floors. Rooms that use each other are on one floor. */
function heightOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): number {
  const part = new Map(circlesOf(rooms).flatMap((names) => names.map((name) => [name, names] as const)));
  const heights = new Map<string, number>();
  const height = (room: string): number => {
    const known = heights.get(room);
    if (known !== undefined) return known;
    const together = part.get(room) ?? [room];
    const below = together.flatMap((one) => [...(rooms.get(one) ?? [])]).filter((one) => !together.includes(one));
    const own = 1 + Math.max(0, ...below.map(height));
    for (const one of together) heights.set(one, own);
    return own;
  };
  return Math.max(...[...rooms.keys()].map(height));
}

/** An arrow that runs back up goes from a lower floor to a higher floor. */
function upwardArrows(rooms: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const floor = new Map(limits.floors.flatMap((names, index) => names.map((name) => [name, index] as const)));
  return [...rooms].flatMap(([room, under]) =>
    [...under].filter((other) => (floor.get(other) ?? 0) < (floor.get(room) ?? 0)).map((other) => `${room} → ${other}`),
  );
}

const quantile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

function measure() {
  const written = tracked.filter((path) => !DATA.test(path));
  const sizes = inCore.map(({ lines }) => lines).sort((a, b) => a - b);
  const imported = new Map<string, number>();
  for (const { path, imports } of sources.values())
    if (!TEST.test(path))
      for (const file of new Set(imports.map((one) => one.file))) imported.set(file, (imported.get(file) ?? 0) + 1);
  const rooms = roomsOf();
  const arrows = [...rooms.values()].reduce((sum, under) => sum + under.size, 0);
  const files = new Map([...sources].map(([path, { imports }]) => [path, new Set(imports.map(({ file }) => file))]));
  const names = new Map<string, string[]>();
  for (const { path } of inCore) names.set(basename(path), [...(names.get(basename(path)) ?? []), path]);
  const stray = strayPackages();
  const long = [...sources.values()].filter(
    ({ path, lines }) => lines > limits.fixed.linesOfAFile && !CATALOGUE.test(path),
  );
  return {
    files: written.length,
    lines: written.reduce((sum, path) => sum + linesOf(read(path)), 0),
    linesOfData: tracked.filter((path) => DATA.test(path)).reduce((sum, path) => sum + linesOf(read(path)), 0),
    coreFiles: inCore.length,
    coreLines: sizes.reduce((sum, lines) => sum + lines, 0),
    coreMedian: quantile(sizes, 0.5),
    coreP90: quantile(sizes, 0.9),
    coreLargest: sizes.at(-1) ?? 0,
    rooms: rooms.size,
    floors: heightOf(rooms),
    arrows,
    roomCircles: circlesOf(rooms).map((names) => names.join(", ")),
    oneImporter: inCore.filter(({ path }) => imported.get(path) === 1).map(({ path }) => path),
    unusedExports: unusedExports(),
    repeatedNames: [...names].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name} ${paths.length}`),
    longFiles: long.map(({ path, lines }) => `${path} ${lines}`),
    circles: circlesOf(files).map((names) => names.join(", ")),
    upwardArrows: upwardArrows(rooms),
    forbidden: forbidden(),
    unusedFiles: unusedFiles(),
    unusedPackages: stray.unused,
    unlistedPackages: stray.unlisted,
  };
}

const limits = Limits.parse(JSON.parse(read("house.json")));
const house = measure();
const count = (value: number | readonly string[]) => (typeof value === "number" ? value : value.length);

const FIXED = {
  forbidden: 0,
  unusedFiles: 0,
  unusedPackages: 0,
  unlistedPackages: 0,
  longFiles: 0,
  circles: limits.fixed.circles,
  upwardArrows: limits.fixed.upwardArrows,
};
const most = { ...limits.totals, ...FIXED } as Readonly<Record<string, number>>;
const broken = Object.entries(house).filter(([name, value]) => count(value) > (most[name] ?? Number.POSITIVE_INFINITY));

if (process.argv.includes("--json")) console.log(JSON.stringify(house, null, 2));
else
  for (const [name, value] of Object.entries(house)) {
    const limit = most[name] === undefined ? "" : `at most ${most[name].toLocaleString("en")}`;
    console.log(`${name.padEnd(15)}${count(value).toLocaleString("en").padStart(9)}  ${limit}`);
  }
for (const [name, value] of broken) {
  const what = typeof value === "number" ? "" : `:\n  ${value.join("\n  ")}`;
  console.error(`\n${name} is ${count(value)}, and house.json allows ${most[name]}${what}`);
}
process.exitCode = broken.length > 0 ? 1 : 0;
