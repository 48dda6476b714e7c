/** Tests that every path in a document exists, so a moved file needs new mentions. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["", "docs/", "docs/decisions/"];
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}${name}`),
);

/** The folders that `core/x` and similar short paths mean. */
const PACKAGE = /^(?:packages\/)?(contracts|core|outside|contexts|eval|aws|embedded|app|testkit)\/(?:src\/)?(.*)$/;
/** A path in backticks or italics: it begins in a folder of ours, and ends in a file's name or a slash. */
const PATH =
  /[`*(]((?:packages|contracts|core|outside|contexts|eval|aws|embedded|app|testkit|lambdas|infra|bench|scripts|statemachines|skills|docs|data)\/[\w./{},*-]*(?:\.(?:tsx?|m?js|jsonl?|md|css)|(?<=\/)))[`*)]/g;
/** A path in a comment of a source file. It may have no backticks, so it needs a file's name. */
const BARE =
  /(?<![\w/@.`-])((?:contracts|core|outside|contexts|eval|aws|embedded|testkit|infra|bench|scripts|docs)\/[\w./-]*\.(?:tsx?|mjs|md))/g;

function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH)].flatMap(([, path = ""]) => expand(path));
}

/** `a/{b,c}.ts` is two paths. */
function expand(path: string): string[] {
  const [whole, names] = /\{([^}]*)\}/.exec(path) ?? [];
  if (whole === undefined || names === undefined) return [path];
  return names.split(",").flatMap((name) => expand(path.replace(whole, name)));
}

function isThere(path: string): boolean {
  // `*.asl.json` names a folder's files; the folder is enough.
  const named = path.replace(/[^/]*\*.*$/, "");
  const [, of, rest] = PACKAGE.exec(named) ?? [];
  const places = of === undefined ? [named] : [`packages/${of}/src/${rest}`, `packages/${of}/${rest}`];
  return places.some((place) => existsSync(`${ROOT}${place}`));
}

it.each(documents)("%s names paths that exist", (document) => {
  const missing = pathsIn(readFileSync(`${ROOT}${document}`, "utf8")).filter((path) => !isThere(path));
  expect(missing).toEqual([]);
});

it("names in documents only scripts that exist, apart from those that a named commit had", () => {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  const missing = [...documents, "data/README.md"].flatMap((document) => {
    const lines = readFileSync(`${ROOT}${document}`, "utf8").split("\n");
    const today = lines.filter((line) => !/\bthe commit [0-9a-f]{8}\b/i.test(line)).join("\n");
    const named = [...today.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, script = ""]) => script);
    return named.filter((script) => !Object.hasOwn(scripts, script)).map((script) => `${document}: ${script}`);
  });
  expect(missing).toEqual([]);
});

const SOURCES = ["packages", "lambdas", "infra", "bench", "scripts"];
const sources = SOURCES.flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("node_modules"))
    .map((name) => `${folder}/${name}`),
);

it("names in comments of sources only files that exist", () => {
  const missing = sources.flatMap((source) => {
    const comments = readFileSync(`${ROOT}${source}`, "utf8").match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [];
    const named = [...comments.join("\n").matchAll(BARE)].map(([, path = ""]) => path);
    return named.filter((path) => !isThere(path)).map((path) => `${source}: ${path}`);
  });
  expect(missing).toEqual([]);
});

it("finds a path that is not there", () => {
  const paths = pathsIn("`core/ports.ts`, `core/run/{lease,nowhere}.ts`, *contracts/run.ts*, `infra/`, `any/x.ts`");
  expect(paths).toEqual(["core/ports.ts", "core/run/lease.ts", "core/run/nowhere.ts", "contracts/run.ts", "infra/"]);
  expect(paths.filter((path) => !isThere(path))).toEqual(["core/run/nowhere.ts"]);
});
