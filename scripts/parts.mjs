// The parts of Waldo that are installed apart, and the packages of each, read from the one lockfile. A command installs
// the parts that it needs. It uses only what Node itself brings.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

// `workspaces` are the workspaces with the dependencies of the part. `megabytes`: the size that the part adds to a day,
// as `npm run weight` counts on Linux.
export const PARTS = {
  day: { is: "what a day needs", megabytes: 85, workspaces: ["packages/embedded"] },
  page: { is: "what builds the page", megabytes: 130, workspaces: ["packages/app"] },
  aws: { is: "the AWS SDK", megabytes: 40, workspaces: ["packages/aws"] },
  deploy: {
    is: "what deploys to AWS",
    megabytes: 400,
    workspaces: ["packages/app", "packages/aws", "infra"],
  },
  all: { is: "everything that tests and benches need", megabytes: 590, workspaces: [] },
};

export function readLock(root = ROOT) {
  return JSON.parse(readFileSync(`${root}/package-lock.json`, "utf8")).packages;
}

/**
 * Returns the packages of these parts on this platform: the folder of each, and its version. Packages of this
 * repository are among them, as links.
 */
export function packagesOf(parts, lock, { platform = process.platform, arch = process.arch } = {}) {
  const isAll = parts.includes("all");
  const ours = Object.keys(lock).filter((at) => !isInstalled(at));
  const todo = isAll ? ours : parts.flatMap((part) => PARTS[part].workspaces);
  const links = new Map(ours.map((at) => [at, `node_modules/${lock[at].name}`]));
  const seen = new Set();
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (seen.has(at)) continue;
    const about = lock[at];
    if (!runsOn(about.os, platform) || !runsOn(about.cpu, arch) || !runsOn(about.libc, "glibc")) continue;
    seen.add(at);
    for (const name of neededBy(about, isAll && !isInstalled(at))) {
      const found = lookUp(name, at, lock);
      if (found !== undefined) todo.push(found);
    }
  }
  seen.delete("");
  return new Map([...seen].sort().map((at) => [links.get(at) ?? at, lock[at].version]));
}

const isInstalled = (at) => at.startsWith("node_modules/") || at.includes("/node_modules/");

function runsOn(named, here) {
  return (
    named === undefined ||
    ((named.includes(here) || named.every((one) => one.startsWith("!"))) && !named.includes(`!${here}`))
  );
}

function neededBy(
  { dependencies, optionalDependencies, devDependencies, peerDependencies, peerDependenciesMeta },
  dev,
) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies, ...(dev ? devDependencies : {}) }), ...peers];
}

/** As in Node: a package is looked for in the folder, then in each folder above. */
function lookUp(name, from, lock) {
  for (
    let folder = from;
    ;
    folder =
      isInstalled(folder) && folder.includes("/node_modules/")
        ? folder.slice(0, folder.lastIndexOf("/node_modules/"))
        : ""
  ) {
    const at = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (lock[at]) return lock[at].link ? lock[at].resolved : at;
    if (folder === "") return undefined;
  }
}
