/** `waldo goals file`, `edit`, `put`, `take`, `tick` and `set`: the person's own file of goals. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GoalList, GoalsEdit, type GoalsView, GoalTarget, WaldoError } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { type OwnDoor, withDoor } from "./own-door.ts";

export function showGoals(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const view = await call("goalsFile");
    if (options.json) return terminal.print(JSON.stringify(view, null, 2));
    terminal.print(view.text.trimEnd());
    told(view, terminal);
  });
}

/** Opens the text in an editor and saves the result. A refused text is kept in a file for the person. */
export async function editInEditor(options: MemoryOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const editor = env["VISUAL"] || env["EDITOR"];
  if (!editor) throw new WaldoError("InvalidInput", "name your editor first, such as: EDITOR=nano waldo goals edit");
  const folder = mkdtempSync(join(tmpdir(), "waldo-goals-"));
  const path = join(folder, "goals.md");
  let kept = false;
  try {
    let base = "";
    await withDoor(options, terminal, async (call) => {
      base = (await call("goalsFile")).text;
    });
    writeFileSync(path, base, { mode: 0o600 });
    const [program = "", ...args] = editor.split(" ").filter(Boolean);
    const { status, error } = spawnSync(program, [...args, path], { stdio: "inherit" });
    if (error || status !== 0) throw new WaldoError("InvalidInput", "the editor did not end well: nothing was saved");
    const text = readFileSync(path, "utf8");
    if (text === base) return terminal.print("Nothing has changed.");
    await withDoor(options, terminal, async (call) => {
      kept = true;
      // If no file is stored, the template was opened.
      const view = await save(call, text, base);
      kept = false;
      shown(view, options, terminal);
    });
  } finally {
    if (kept) terminal.note(`Your text is kept in ${path}.`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

async function save(call: OwnDoor, text: string, base: string): Promise<GoalsView> {
  return call("saveGoals", { body: { text, base } });
}

type LineEdit = {
  readonly action: "add" | "remove" | "tick";
  readonly where: string;
  readonly words: readonly string[];
};

export function editLine({ action, where, words }: LineEdit, options: MemoryOptions, terminal: Terminal) {
  const section = GoalList.safeParse(where).data;
  if (section === undefined) throw new WaldoError("InvalidInput", `expected one of ${GoalList.options.join(", ")}`);
  const edit = { do: action, section, text: words.join(" "), ...(action === "tick" ? { done: true } : {}) };
  return edited(GoalsEdit.parse(edit), options, terminal);
}

/** Without words the line is removed. */
export function setInGoals(name: string, words: readonly string[], options: MemoryOptions, terminal: Terminal) {
  const value = words.length === 0 ? null : words.join(" ");
  if (name === "star") return edited({ do: "northStar", text: value }, options, terminal);
  const target = GoalTarget.safeParse(name).data;
  if (target === undefined)
    throw new WaldoError("InvalidInput", `expected star or one of ${GoalTarget.options.join(", ")}`);
  return edited({ do: "target", target, value }, options, terminal);
}

function edited(edit: GoalsEdit, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => shown(await call("editGoals", { body: edit }), options, terminal));
}

function shown(view: GoalsView, options: MemoryOptions, terminal: Terminal): void {
  terminal.print(options.json ? JSON.stringify(view, null, 2) : `Saved, revision ${view.revision}.`);
  told(view, terminal);
}

function told({ faults }: GoalsView, terminal: Terminal): void {
  for (const { line, reason } of faults) terminal.note(`Line ${line}: ${reason}.`);
  if (faults.length > 0) terminal.note("Until this is mended, the last good version stays in force.");
}
