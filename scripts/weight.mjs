// Prints the size of an install: each installed package of a part, the largest first.
//
//     npm run weight [-- --part page] [--json]
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PARTS, packagesOf, ROOT, readLock } from "./parts.mjs";

const { values } = parseArgs({
  options: { part: { type: "string", default: "day" }, json: { type: "boolean", default: false } },
});
if (!(values.part in PARTS)) {
  console.error(`There is no part ${values.part}. The parts: ${Object.keys(PARTS).join(", ")}.`);
  process.exit(1);
}

const MB = 1024 * 1024;

/** Returns the bytes of a folder on the disk, as `du` counts. Packages inside the folder are counted separately. */
function bytesIn(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const { blocks } = lstatSync(path);
    bytes += blocks * 512;
    if (entry.isDirectory() && entry.name !== "node_modules") bytes += bytesIn(path);
  }
  return bytes;
}

const packages = [...packagesOf([values.part], readLock())]
  .filter(
    ([at]) => at.includes("node_modules/") && existsSync(join(ROOT, at)) && !lstatSync(join(ROOT, at)).isSymbolicLink(),
  )
  .map(([at, version]) => ({
    name: at.slice(at.lastIndexOf("node_modules/") + 13),
    version,
    at,
    mb: bytesIn(join(ROOT, at)) / MB,
  }))
  .sort((a, b) => b.mb - a.mb);
const mb = packages.reduce((sum, one) => sum + one.mb, 0);

if (values.json)
  console.log(JSON.stringify({ part: values.part, packages: packages.length, mb, each: packages }, null, 2));
else {
  for (const one of packages) console.log(`${one.mb.toFixed(1).padStart(7)} MB  ${one.name} ${one.version}`);
  console.log(`${mb.toFixed(1).padStart(7)} MB in ${packages.length} packages: ${PARTS[values.part].is}`);
}
