// Runs before every command of this project. It installs the dependencies when they are missing or older than the
// lockfile. It uses only what Node itself brings, so that one command works on a fresh checkout. npm installs a Node
// too, the one that Waldo runs on; where it cannot, this Node must be able to run TypeScript.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);
const at = (path) => new URL(path, root);
const installed = at("node_modules/.package-lock.json");
const fresh =
  existsSync(installed) &&
  (existsSync(at("node_modules/node/bin/node")) || Boolean(process.features.typescript)) &&
  statSync(installed).mtimeMs >= statSync(at("package-lock.json")).mtimeMs;

if (!fresh) {
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 20) {
    console.error(`Waldo needs Node 20 or later to install itself; this is ${process.version}.`);
    process.exit(1);
  }
  console.error("installing what Waldo needs into node_modules (first run, or an update); this takes about a minute …");
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: fileURLToPath(root), stdio: ["ignore", 2, "inherit"] };
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync(["npm", ...args].join(" "), { ...options, shell: true });
  if (result.status !== 0) {
    // A shell ends with 127 when it does not find the command.
    const isMissing = result.error !== undefined || result.status === 127;
    console.error(
      isMissing
        ? "npm was not found: install Node 20 or later from https://nodejs.org, which brings npm."
        : "npm ci failed: check that the package registry can be reached, then try again.",
    );
    process.exit(result.status ?? 1);
  }
}
