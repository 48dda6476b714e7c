// Installs the parts of Waldo that a command needs (parts.mjs) into node_modules, when they are missing or the lockfile
// has changed, and prints the Node to run on: `node scripts/install.mjs day`. It uses only what Node itself brings, so
// that one command works on a fresh checkout.
//
// What is installed stands in node_modules/.waldo/installed.json. npm is not started when that file names the parts.
// A later, larger part is added; nothing that is installed goes away.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DYNAMODB_LOCAL, DYNAMODB_LOCAL_HOME, fetchInto, nodePackage, OWN, OWN_NODE } from "./fetched.mjs";
import { npm } from "./npm.mjs";
import { PARTS, packagesOf, ROOT, readLock } from "./parts.mjs";

const INSTALLED = join(OWN, "installed.json");
/** The packages that an install is adding. The file exists only while an install runs, or after one was stopped. */
const ADDING = join(OWN, "adding.json");
const LOCK = join(OWN, "lock");

const LOOK_MS = 250;
/** The seconds between two lines of progress when there is no terminal. */
const LINE_MS = 5_000;
/** After this time without an answer, the registry is slow or out of reach. */
const SILENT_MS = 25_000;
const NO_NETWORK = /\b(EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED|EIDLETIMEOUT)\b/;

/** Packages of this repository are links, so npm does not fetch them. */
const OURS = "node_modules/@waldo/";

const counted = (packages) => (packages === 1 ? "1 package" : `${packages} packages`);
const say = (line) => console.error(line);

/** Returns the path of a Node that runs Waldo. Ends the process, with a sentence, when something cannot be installed. */
export async function install(...wanted) {
  if (!isReady(wanted)) {
    if (Number(process.versions.node.split(".")[0]) < 20)
      fail(`Waldo needs Node 20 or later to install itself; this is ${process.version}.`);
    mkdirSync(OWN, { recursive: true });
    await takeLock();
    try {
      // Another process may have installed it meanwhile.
      if (!isReady(wanted)) await installNow(wanted);
    } finally {
      rmSync(LOCK, { force: true });
    }
  }
  return nodeToRunOn();
}

const runsWaldo = () => Boolean(process.features.typescript) && Boolean(process.getBuiltinModule?.("node:sqlite"));

/** This Node, when it runs TypeScript by itself and has SQLite; otherwise the one that was fetched. */
function nodeToRunOn() {
  if (runsWaldo()) return process.execPath;
  return existsSync(OWN_NODE) ? OWN_NODE : undefined;
}

function isReady(wanted) {
  const { lock, parts } = stampOf();
  const held = (part) => parts.includes("all") || parts.includes(part);
  const needsJar = wanted.includes("all") && !existsSync(DYNAMODB_LOCAL_HOME) && hasJava();
  return nodeToRunOn() !== undefined && lock === digestOfLock() && wanted.every(held) && !needsJar;
}

const hasJava = () => spawnSync("java", ["-version"], { stdio: "ignore" }).status === 0;

const digestOfLock = () =>
  createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");

function stampOf() {
  return jsonIn(INSTALLED) ?? { parts: [] };
}

function jsonIn(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

async function installNow(wanted) {
  const begun = performance.now();
  const lock = readLock();
  forgetHalf();
  const parts = partsToHold(wanted, lock);
  const packages = packagesOf(parts, lock);
  const missing = [...packages].filter(([at, version]) => versionIn(at) !== version).map(([at]) => at);
  const work = [];
  if (nodeToRunOn() === undefined) work.push(fetchNode());
  if (missing.length > 0) {
    writeFileSync(ADDING, JSON.stringify(missing));
    work.push(runNpm(wanted, parts, missing, packages));
  }
  if (parts.includes("all") && hasJava()) work.push(fetchDynamoDbLocal());
  for (const { code, ...failed } of (await Promise.all(work)).filter(Boolean)) explain(failed, code);
  rmSync(ADDING, { force: true });
  writeFileSync(INSTALLED, JSON.stringify({ lock: digestOfLock(), parts }));
  if (work.length > 0) say(`Installed, in ${Math.round((performance.now() - begun) / 1000)} s.`);
}

/** A stopped install may leave a package with missing files. npm would take the package for complete. */
function forgetHalf() {
  for (const name of readdirSync(OWN)) if (name.includes("-half-")) rmSync(join(OWN, name), { recursive: true });
  const adding = jsonIn(ADDING);
  if (existsSync(ADDING) && !Array.isArray(adding)) rmSync(INSTALLED, { force: true });
  for (const at of adding ?? [])
    if (!lstatSync(join(ROOT, at), { throwIfNoEntry: false })?.isSymbolicLink())
      rmSync(join(ROOT, at), { recursive: true, force: true });
}

/** After `npm ci` or `npm install` everything is installed, and stays so. */
function partsToHold(wanted, lock) {
  const tools = Object.keys(lock[""].devDependencies ?? {});
  const there = tools.filter((name) => existsSync(join(ROOT, "node_modules", name)));
  if (there.length > tools.length / 2) return ["all"];
  const held = new Set([...stampOf().parts.filter((part) => part in PARTS), ...wanted]);
  return held.has("all") ? ["all"] : [...held].sort();
}

function versionIn(at) {
  return jsonIn(join(ROOT, at, "package.json"))?.version;
}

async function runNpm(wanted, parts, missing, packages) {
  const names = wanted.map((part) => `${PARTS[part].is} (about ${PARTS[part].megabytes} MB)`);
  const fetched = missing.filter((at) => !at.startsWith(OURS));
  say(`Installing ${names.join(" and ")} into node_modules: ${counted(fetched.length)}. This happens once.`);
  const shown = progressOf(fetched, packages);
  const workspaces = parts.flatMap((part) => PARTS[part].workspaces).flatMap((folder) => ["--workspace", folder]);
  const which = parts.includes("all")
    ? ["--include=dev"]
    : ["--omit=dev", "--include-workspace-root=false", ...workspaces];
  // No scripts of fetched packages run. npm takes packages from its cache without asking the registry.
  const how = ["--no-save", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  const quiet = ["--loglevel=error", "--progress=false"];
  // npm is started again as long as each try fetched something.
  let ended;
  for (let left = Infinity; left > shown.left(); ) {
    left = shown.left();
    ended = await npm(["install", ...which, ...how, ...quiet]);
    if (ended.code === 0 || !NO_NETWORK.test(ended.said)) break;
  }
  shown.end();
  return ended.code === 0 ? undefined : ended;
}

async function fetchNode() {
  const about = nodePackage();
  if (!about)
    return {
      code: 1,
      said: `${process.version} is too old, and npm has no newer Node for ${process.platform}-${process.arch}: install Node 24 from https://nodejs.org`,
    };
  say(
    `This is Node ${process.version}. Waldo needs Node 22.18 or later, and brings its own (${about.name}, about 190 MB).`,
  );
  const failed = await fetchInto(join(OWN, "node"), about);
  if (failed) return failed;
  linkNode();
  return undefined;
}

/** `npx vitest` and the scripts of package.json find this Node first. */
function linkNode() {
  const link = join(ROOT, "node_modules/.bin/node");
  mkdirSync(join(ROOT, "node_modules/.bin"), { recursive: true });
  try {
    if (lstatSync(link, { throwIfNoEntry: false })) unlinkSync(link);
    symlinkSync("../.waldo/node/bin/node", link);
  } catch {
    // The commands of Waldo name it by its path.
  }
}

async function fetchDynamoDbLocal() {
  if (existsSync(DYNAMODB_LOCAL_HOME)) return undefined;
  say("There is Java here: fetching AWS's DynamoDB Local for the tests, about 65 MB.");
  return fetchInto(DYNAMODB_LOCAL_HOME, DYNAMODB_LOCAL);
}

/** Shows how many packages are there, on a terminal in one moving line. */
function progressOf(missing, packages) {
  const left = new Set(missing);
  const { isTTY } = process.stderr;
  let last = "";
  let movedAt = performance.now();
  let saidAt = movedAt;
  let isTold = false;
  const timer = setInterval(() => {
    for (const at of left) if (versionIn(at) === packages.get(at)) left.delete(at);
    const line = `${missing.length - left.size} of ${counted(missing.length)}`;
    const now = performance.now();
    if (line !== last) movedAt = now;
    if (now - movedAt > SILENT_MS && !isTold) {
      isTold = true;
      say(`${isTTY ? "\r\u001b[K" : ""}The package registry does not answer yet. npm goes on trying; Ctrl-C ends it.`);
    }
    if (line === last || (!isTTY && now - saidAt < LINE_MS)) return;
    last = line;
    saidAt = now;
    if (isTTY) process.stderr.write(`\r\u001b[K ${line}`);
    else say(` ${line}`);
  }, LOOK_MS);
  return {
    /** Returns how many packages are missing. When npm fails, it removes the packages that it has installed. */
    left: () => left.size,
    end() {
      clearInterval(timer);
      if (isTTY) process.stderr.write("\r\u001b[K");
    },
  };
}

function explain({ said = "", isMissing }, code) {
  const isFrame = (line) => /^npm error\s+at /.test(line);
  const lines = said
    .trim()
    .split("\n")
    .filter((line) => !isFrame(line))
    .slice(0, 6)
    .join("\n");
  if (isMissing) fail("npm was not found: install Node 24 from https://nodejs.org, which brings npm.", code);
  if (lines) say(lines);
  fail(
    NO_NETWORK.test(said)
      ? "Nothing was lost, but the package registry cannot be reached. Connect, and type the same command again: npm keeps what it has fetched."
      : "npm could not install it, for the reason above. Type the same command again when that is mended.",
    code,
  );
}

function fail(sentence, code = 1) {
  say(sentence);
  rmSync(LOCK, { force: true });
  process.exit(code || 1);
}

/** One process installs at a time. The lock holds the id of that process, so that a dead process blocks nobody. */
async function takeLock() {
  for (let isTold = false; ; ) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      process.once("exit", () => rmSync(LOCK, { force: true }));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") fail(`Nothing can be written into node_modules: ${error.message}`);
    }
    const holder = Number(contentOf(LOCK));
    if (holder > 0 && !isAlive(holder)) {
      rmSync(LOCK, { force: true });
      continue;
    }
    if (!isTold) say(`Another command (process ${holder}) installs at the moment; waiting for it …`);
    isTold = true;
    await new Promise((go) => setTimeout(go, LOOK_MS));
  }
}

function contentOf(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  console.log(await install(...process.argv.slice(2)));
