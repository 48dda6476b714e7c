// Prints package, version and licence of what ships, as it stands in node_modules, and fails where a licence is not on
// the list. It asks no network. docs/licences.md has the counts and the exceptions.
//
//     npm run licences [-- --count]
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { packagesOf, ROOT, readLock } from "./parts.mjs";

/** What runs: on one machine, in a browser, and on AWS. Tools that only test, build or deploy are no part of it. */
const SHIPPED = ["day", "page", "aws"];

/** Licences that ask for their own text beside a copy, and for nothing of our code. */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "Unlicense", "Zlib"];

/** Packages with another licence, each with the reason why it may stay. */
export const EXCEPTIONS = {
  "ical.js": ["MPL-2.0", "used as it comes: a change of its own files would have to be published"],
  "web-push": ["MPL-2.0", "used as it comes: a change of its own files would have to be published"],
  lightningcss: ["MPL-2.0", "builds the style sheets, and is in no bundle"],
};

/**
 * Returns the licence that a package.json names, also in the forms of the first years of npm.
 *
 * @param {{ license?: any, licenses?: any }} about
 */
export function licenceOf({ license, licenses }) {
  const named = (one) => (typeof one === "string" ? one : one?.type);
  return named(license) ?? (Array.isArray(licenses) ? licenses.map(named).join(" OR ") : named(licenses)) ?? "unknown";
}

/** True where one side of an OR is on the list, or both sides of an AND are. */
export function isAllowed(licence) {
  const plain = licence.replace(/^\((.*)\)$/, "$1");
  if (plain.includes(" AND ")) return plain.split(" AND ").every(isAllowed);
  return plain.split(" OR ").some((one) => ALLOWED.includes(one.replaceAll(/[()]/g, "")));
}

/**
 * A package may be covered by the name of an exception, or be a part of one for a platform
 * (`lightningcss-linux-x64-gnu`).
 */
export function mayStay({ name, licence }) {
  const known = Object.keys(EXCEPTIONS).find((one) => name === one || name.startsWith(`${one}-`));
  return isAllowed(licence) || (known !== undefined && EXCEPTIONS[known][0] === licence);
}

/** Returns the installed packages of these parts. Packages that are not installed on this machine are only counted. */
export function licencesOf(parts = SHIPPED, root = ROOT) {
  const fetched = [...packagesOf(parts, readLock(root)).keys()].filter((at) => !at.startsWith("node_modules/@waldo/"));
  const there = fetched.filter((at) => existsSync(join(root, at, "package.json")));
  const packages = there.map((at) => {
    const about = JSON.parse(readFileSync(join(root, at, "package.json"), "utf8"));
    return { name: about.name, version: about.version, licence: licenceOf(about) };
  });
  return { packages, missing: fetched.length - there.length };
}

/** Returns how many packages have each licence, the most first. */
export function countsOf(packages) {
  const counts = new Map();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function main() {
  const { values } = parseArgs({ options: { count: { type: "boolean", default: false } } });
  const { packages, missing } = licencesOf();
  if (!values.count)
    for (const { name, version, licence } of packages) console.log(`${licence.padEnd(14)} ${name} ${version}`);
  for (const [licence, count] of countsOf(packages)) console.log(`${String(count).padStart(5)}  ${licence}`);
  if (missing > 0) console.log(`${missing} packages are not installed here: npm install`);
  const wrong = packages.filter((one) => !mayStay(one));
  for (const { name, version, licence } of wrong) console.error(`not on the list: ${name} ${version}, ${licence}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
