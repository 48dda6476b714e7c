/** Comments cite docs/sources.md by its headings: each heading exists, and nothing cites what a reader cannot open. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/sources.md";

/** `docs/sources.md, Retention` or `docs/sources.md#retention`; a heading ends where a sentence or a bracket may. */
const CITATION = /docs\/sources\.md(?:, ([^).:;"`*]+)|#([\w-]+))/g;
/** Documents that are not part of this repository. */
const FOREIGN =
  /\bADR-\d{4}\b|\bseeds? (?:\d{3}|table|figure)\b|\bfig(?:ure|\.) ?\d{2}\b|\bhealth\.md\b|\bthe atlas\b|\bpitfalls: /i;

const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

function headingsOf(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)));
}

function citationsIn(text: string): string[] {
  // A comment may break the line within a heading.
  const flat = text.replace(/\n\s*(?:\*|\/\/)? */g, " ");
  return [...flat.matchAll(CITATION)].map(([, heading, anchor]) => anchor ?? anchorOf(heading ?? ""));
}

/** Every text of the repository but this file, and the files that tools write. */
function texts(): { readonly path: string; readonly text: string }[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  return listed
    .toString()
    .split("\0")
    .filter((path) => /\.(ts|mjs|cjs|md|json|txt)$/.test(path))
    .filter((path) => path !== "package-lock.json" && path !== "scripts/sources.test.ts")
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(`${ROOT}${path}`, "utf8") }];
      } catch {
        return []; // Deleted and not yet committed.
      }
    });
}

const headings = headingsOf(readFileSync(`${ROOT}${PAGE}`, "utf8"));

it("every heading of docs/sources.md that is cited exists", () => {
  const wrong = texts().flatMap(({ path, text }) =>
    path === PAGE
      ? []
      : citationsIn(text)
          .filter((cited) => !headings.has(cited) && !headings.has(`the-${cited}`))
          .map((cited) => `${path}: ${cited}`),
  );
  expect(wrong).toEqual([]);
});

it("nothing cites a document that is not part of this repository", () => {
  const foreign = texts().flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) => (FOREIGN.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(foreign).toEqual([]);
});

it("finds both faults in a text that has them", () => {
  expect(citationsIn("/** (docs/sources.md, The\n * moon). And docs/sources.md#retention. */")).toEqual([
    "the-moon",
    "retention",
  ]);
  for (const line of ["(ADR-0011)", "seed 000 §3e", "figure 04", "fig. 09", "(health.md)", "(pitfalls: x#1)"])
    expect(FOREIGN.test(line)).toBe(true);
});
