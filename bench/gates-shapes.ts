/**
 * Replies that are not plain words (core/models/shape). Recorded kinds are data (data/reply-shapes.jsonl). Real outputs
 * of models that were asked to call tools are read in place from a folder, or from a Git directory without a work tree,
 * in the form of the Berkeley Function-Calling results: …/result/<model>/<…>_<category>_result.json, one {"idx",
 * "result"} a line, where `result` is a text, or a list of calls that came over the API.
 */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Shaped, shapeOf } from "@waldo/core/models/shape/reply-shape";
import { dataLines, ReplyShape } from "@waldo/testkit/data";

export type KindRow = {
  readonly kind: string;
  readonly becomes: string;
  readonly reads: string;
  readonly right: boolean;
};

/** The tools of the recorded kinds: `get_crs` takes nothing, `watch` a text and a time, `query_calendar` days. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  get_crs: [],
  watch: ["text", "time"],
  query_calendar: ["from", "days"],
};
const accepts = (name: string, args: object) => Object.keys(args).every((key) => TAKES[name]?.includes(key));

/** Reads each recorded kind of reply and returns the outcome. */
export function kindRows(): KindRow[] {
  return dataLines("reply-shapes.jsonl", ReplyShape).map(
    ({ kind, text, asked = "how did I sleep?", cut, becomes, reads }) => {
      const shape = shapeOf(
        text,
        { tools: Object.keys(TAKES), accepts, asked, instructions: INSTRUCTIONS },
        cut ?? false,
      );
      const read = readOf(shape);
      return { kind, becomes: shape.is, reads: read, right: shape.is === becomes && read === reads };
    },
  );
}

/** A substitute for the part of the prompt that is the same for everybody. */
const INSTRUCTIONS =
  "You are Waldo, a calm companion who knows the person's day and says what matters.\nNever give a reading of the body as a number; say in words how it compares with the usual.";

function readOf(shape: Shaped): string {
  if (shape.is === "answer") return shape.text;
  if (shape.is === "nothing") return shape.reason;
  return shape.calls.map(({ name, args }) => `${name} ${JSON.stringify(args)}`).join("; ");
}

export type ModelRow = {
  readonly model: string;
  readonly texts: number;
  readonly calls: number;
  readonly answers: number;
  readonly nothing: number;
  /** Texts that would have reached a person although they are not plain words. */
  readonly odd: readonly string[];
};

type Line = { readonly idx: number; readonly result: string | readonly Readonly<Record<string, unknown>>[] };

/**
 * Reads the outputs of each model and returns the results. A tool counts as offered if any model called it over the
 * API.
 */
export function modelRows(path: string): ModelRow[] {
  const files = filesIn(path).map(({ name, text }) => ({
    model: basename(dirname(name)),
    category: basename(name),
    own: lines<Line>(text),
  }));
  const offered = new Map<string, Set<string>>();
  for (const { category, own } of files)
    for (const { idx, result } of own)
      if (Array.isArray(result))
        for (const call of result)
          for (const name of Object.keys(call).filter((one) => /^[\w.]+$/.test(one))) {
            const at = `${category} ${idx}`;
            offered.set(at, (offered.get(at) ?? new Set()).add(name));
          }
  return [...Map.groupBy(files, ({ model }) => model)].map(([model, own]) => {
    const counts = { answer: 0, calls: 0, nothing: 0 };
    const odd: string[] = [];
    for (const { category, own: rows } of own)
      for (const { idx, result } of rows) {
        if (typeof result !== "string") continue;
        const tools = [...(offered.get(`${category} ${idx}`) ?? [])];
        const shape = shapeOf(result, { tools, accepts: () => true });
        counts[shape.is]++;
        if (shape.is === "answer" && isOdd(shape.text, tools)) odd.push(shape.text);
      }
    const texts = counts.answer + counts.calls + counts.nothing;
    return { model, texts, calls: counts.calls, answers: counts.answer, nothing: counts.nothing, odd };
  });
}

/** Judges with other patterns than the module: tags, control words, data as a whole, a call or a name of a tool. */
function isOdd(text: string, tools: readonly string[]): boolean {
  const prose = text.replaceAll(/```[^`]*```/g, "");
  if (
    /<\/?\|?(?:tool|function|think|im_|start|end|eot|assistant|python_tag|s>)|\[\/?(?:INST|TOOL)|^\s*(?:assistant|ai)\s*:/im.test(
      prose,
    )
  )
    return true;
  if (/^\s*(?:```\w*\s*)?[[{][\s\S]*[\]}]\s*(?:```)?\s*$/.test(text)) return true;
  if (/^[\w.\\]+\([^()]*=[^()]*\);?$/m.test(prose.trim()) && !prose.trim().includes("\n")) return true;
  const plain = text.replaceAll("\\_", "_");
  const words = new Set(plain.split(/\W+/));
  return tools.some((tool) => tool.includes("_") && words.has(tool));
}

function filesIn(path: string): { readonly name: string; readonly text: string }[] {
  const isResult = (name: string) => /(?:^|\/)result\/[^/]+\/[^/]+_result\.json$/.test(name);
  if (!existsSync(join(path, "HEAD")))
    return globSync("**/*_result.json", { cwd: path })
      .filter(isResult)
      .map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", path, ...args], { encoding: "utf8", maxBuffer: 2 ** 28 });
  return git("ls-tree", "-r", "--name-only", "HEAD")
    .split("\n")
    .filter(isResult)
    .map((name) => ({ name, text: git("show", `HEAD:${name}`) }));
}

function lines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}
