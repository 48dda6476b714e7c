// Loads the recipes of the person and of connectors from the person's workspace, and shows and switches them. A recipe
// file is a typed header in YAML between two lines of `---`, then the recipe itself. A broken file is skipped and
// logged, and the run continues.
import {
  identityFault,
  identityLocked,
  MAX_RECIPE_CHARS,
  type RecipeView,
  type Skill,
  SkillHeader,
  type SkillName,
  type SkillProvenance,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { LineCounter, parseDocument } from "yaml";
import { openWorkspace } from "../memory/pages/workspace.ts";
import { changeProfile, loadProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { medicalFault } from "../safety/medical/medical.ts";
import { sanitise } from "../safety/sanitise.ts";
import { retryConflicts } from "../store/cas.ts";
import { keepRecipe, type LoadedStanding, loadStandings, stateOf } from "./effectiveness.ts";

/** The most UTF-16 units of a whole file. A recipe is about one page. */
export const MAX_SKILL_FILE_CHARS = 8000;

const FENCE = /^---[ \t]{0,8}$/;

/**
 * Returns the recipe of one file. `file` is used only in errors. Throws `InvalidInput` with file and line for an
 * invalid header, for a name or category that is not allowed for this provenance, or for a body that may not be shown.
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

/** YAML aliases can expand a few lines to gigabytes. A header needs none, so the parser refuses the first one. */
function plain(read: () => unknown, refuse: Refuse): unknown {
  try {
    return read();
  } catch {
    return refuse(2, "the header may not use aliases");
  }
}

/** Returns the line of the file where an issue is, or the line of the nearest parent. */
function lineOf(document: ReturnType<typeof parseDocument>, counter: LineCounter, path: readonly string[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true) as { range?: readonly number[] | null } | undefined;
    const start = node?.range?.[0];
    if (start !== undefined) return counter.linePos(start).line + 1;
  }
  return 2;
}

/**
 * Cleans a recipe before it is used. A connector's words count as text from outside, the person's words as their own.
 * Medical guidance is refused in both. Returns undefined when the recipe may not be shown.
 */
function clean(text: string, provenance: SkillProvenance): string | undefined {
  if (medicalFault(text) !== undefined) return undefined;
  const origin = provenance === "user" ? "owner" : "untrusted";
  const { text: words, verdict } = sanitise({ text, origin }, "internal", { maxChars: MAX_RECIPE_CHARS });
  return verdict === "blocked" || words.trim() === "" ? undefined : words;
}

const FOLDERS: readonly (readonly [folder: string, provenance: SkillProvenance])[] = [
  ["skills/user/", "user"],
  ["skills/connector/", "connector"],
];

/** The most files that are read for one person, in the order of their names. This limits the cost of a run. */
export const MOST_SKILL_FILES = 30;

/**
 * Returns every readable recipe of the person's workspace, by path. Never throws. A file that cannot be read is logged.
 */
export async function personalSkills(ports: Pick<Ports, "archive" | "log">, userId: UserId): Promise<Skill[]> {
  const workspace = openWorkspace(ports.archive, userId);
  let paths: string[];
  try {
    paths = await workspace.list("skills/");
  } catch (error) {
    ports.log("warn", "skill.unlisted", { reason: nameOf(error) });
    return [];
  }
  const known = paths.flatMap((path) => {
    const folder = FOLDERS.find(([prefix]) => path.startsWith(prefix) && !path.slice(prefix.length).includes("/"));
    return folder ? [{ path, provenance: folder[1] }] : [];
  });
  if (known.length > MOST_SKILL_FILES) ports.log("warn", "skill.too_many", { files: known.length });
  const read = await Promise.all(
    known.slice(0, MOST_SKILL_FILES).map(async ({ path, provenance }) => {
      try {
        const text = await workspace.read(path);
        return text === undefined ? [] : [parseSkill(text, provenance, path)];
      } catch (error) {
        // The error names the file and the line, and contains no text of the recipe.
        ports.log("warn", "skill.skipped", { file: path, reason: error instanceof Error ? error.message : "unread" });
        return [];
      }
    }),
  );
  return read.flat();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

type SkillPorts = Pick<Ports, "store" | "archive" | "log" | "skills">;

/** Returns every recipe that a run of the person may use. If several have the same name, only the first is used. */
export async function knownRecipes(ports: Omit<SkillPorts, "store">, userId: UserId): Promise<Skill[]> {
  const all = [...((await ports.skills?.()) ?? []), ...(await personalSkills(ports, userId))];
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i);
}

/**
 * True when the person may switch the recipe off. Recipes of the lifecycle always stay on, because a trigger needs one
 * to answer.
 */
export function isSwitchable({ category }: Pick<Skill, "category">): boolean {
  return category !== "lifecycle";
}

/** Returns what the person sees of each recipe. Throws `InvalidInput` for a person without a profile. */
export async function recipeViews(
  ports: SkillPorts,
  userId: UserId,
): Promise<{ readonly skill: Skill; readonly view: RecipeView }[]> {
  const [known, { recipesOff = [] }, standings] = await Promise.all([
    knownRecipes(ports, userId),
    loadProfile(ports.store, userId),
    loadStandings(ports.store, userId),
  ]);
  return known.map((skill) => ({ skill, view: viewOf(skill, recipesOff, standings) }));
}

function viewOf(skill: Skill, off: readonly SkillName[], standings: ReadonlyMap<string, LoadedStanding>): RecipeView {
  const { name, category, provenance, template } = skill;
  const found = standings.get(name);
  const switchable = isSwitchable(skill);
  return {
    ...{ name, category, provenance, about: template, switchable },
    on: !(switchable && off.includes(name)),
    state: found === undefined ? "usual" : stateOf(found.standing),
  };
}

/**
 * Switches a recipe off or on. A recipe that is switched on also leaves the review, and earlier feedback against it no
 * longer counts, because the person wants it.
 */
export async function switchRecipe({ store }: Pick<Ports, "store">, userId: UserId, name: SkillName, on: boolean) {
  await changeProfile(store, userId, ({ recipesOff = [], ...profile }) => {
    const others = recipesOff.filter((one) => one !== name);
    const off = on ? others : [...others, name].sort();
    return off.length === 0 ? profile : { ...profile, recipesOff: off };
  });
  if (on) await retryConflicts(() => keepIfReviewed(store, userId, name));
}

/** Brings a recipe out of review. If the person only switched it off and on, its feedback is kept. */
async function keepIfReviewed(store: Ports["store"], userId: UserId, name: SkillName): Promise<void> {
  const found = (await loadStandings(store, userId)).get(name);
  if (found && stateOf(found.standing) === "review") await keepRecipe(store, userId, name);
}
