/** A recipe file: a typed header in YAML between two lines of `---`, then the recipe itself. */
import {
  identityFault,
  identityLocked,
  MAX_RECIPE_CHARS,
  type Skill,
  SkillHeader,
  type SkillProvenance,
  WaldoError,
} from "@waldo/contracts";
import { LineCounter, parseDocument } from "yaml";
import { medicalFault } from "../safety/medical/medical.ts";
import { sanitise } from "../safety/sanitise.ts";

/** The most UTF-16 units of a whole file. A recipe is about one page. */
export const MAX_SKILL_FILE_CHARS = 8000;

const FENCE = /^---[ \t]{0,8}$/;

/**
 * Returns the recipe of one file. `file` is used only in errors. Throws `InvalidInput` with file and line for an
 * invalid header, for a name or category that this provenance may not have, or for a body that may not be shown.
 */
export function parseSkill(text: string, provenance: SkillProvenance, file: string): Skill {
  const refuse = (line: number, message: string): never => {
    throw new WaldoError("InvalidInput", `${file}:${line}: ${message}`);
  };
  if (text.length > MAX_SKILL_FILE_CHARS) refuse(1, `a recipe file has at most ${MAX_SKILL_FILE_CHARS} characters`);
  const lines = text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .split("\n");
  const end = lines.findIndex((line, i) => i > 0 && FENCE.test(line));
  if (!FENCE.test(lines[0] ?? "") || end < 0)
    return refuse(1, "a recipe begins with a header between two lines of ---");
  const header = readHeader(lines.slice(1, end).join("\n"), refuse);
  const fault = identityFault({ ...header, provenance });
  if (fault !== undefined) refuse(1, `${header.name}: ${fault}`);
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  const line = end + 2;
  if (body === "") refuse(line, "there is no recipe below the header");
  if (body.length > MAX_RECIPE_CHARS) refuse(line, `a recipe has at most ${MAX_RECIPE_CHARS} characters`);
  const fixed = identityLocked({ ...header, provenance });
  const shown = [body, header.template].map((words) =>
    fixed ? words : (clean(words, provenance) ?? refuse(line, "the text may not be shown")),
  );
  const [recipe = "", template = ""] = shown;
  return { ...header, template, provenance, recipe };
}

type Refuse = (line: number, message: string) => never;

function readHeader(yaml: string, refuse: Refuse): SkillHeader {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, uniqueKeys: true, prettyErrors: false });
  const [broken] = document.errors;
  // The header's first line is the second line of the file.
  if (broken) refuse(lineCounter.linePos(broken.pos[0]).line + 1, `the header is not YAML: ${broken.code}`);
  const parsed = SkillHeader.safeParse(plain(() => document.toJS({ maxAliasCount: 0 }) as unknown, refuse));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  return refuse(
    lineOf(document, lineCounter, path),
    `${path.join(".") || "header"}: ${issue?.message ?? "not understood"}`,
  );
}

/** Aliases can grow a few lines into gigabytes. A header needs none, and the library throws at the first one. */
function plain(read: () => unknown, refuse: Refuse): unknown {
  try {
    return read();
  } catch {
    return refuse(2, "the header may not use aliases");
  }
}

/** Returns the file's line that an issue is about, or the line of the nearest parent. */
function lineOf(document: ReturnType<typeof parseDocument>, counter: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: readonly number[] | null } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return counter.linePos(start).line + 1;
  }
  return 2;
}

/**
 * Cleans a recipe of a person or connector before it is kept. A connector's words count as text from outside, and the
 * person's own as the person's. No one may write medical guidance. Undefined means that the recipe may not be shown.
 */
function clean(text: string, provenance: SkillProvenance): string | undefined {
  if (medicalFault(text) !== undefined) return undefined;
  const origin = provenance === "user" ? "owner" : "untrusted";
  const { text: words, verdict } = sanitise({ text, origin }, "internal", { maxChars: MAX_RECIPE_CHARS });
  return verdict === "blocked" || words.trim() === "" ? undefined : words;
}
