/** Says in small words what a claim rests on: a fact of the body, a thing of a list, a claim of memory, or words. */
import {
  PatternId,
  Pillar,
  type PromptContext,
  SignName,
  type SourceOfClaim,
  TOOL_AREA,
  ToolName,
  type ToolResult,
  type TracedClaim,
} from "@waldo/contracts";
import { isObject, titleOf } from "../../agent/claims/evidence.ts";
import type { Json } from "../../ports.ts";

type Rest = Omit<SourceOfClaim, "claim" | "kind" | "words" | "callId" | "path">;
type Fact = NonNullable<SourceOfClaim["fact"]>;

/** The most characters of a title. A claim of memory may be long. */
const TITLE_CHARS = 160;

export type Known = {
  readonly results: ReadonlyMap<string, ToolResult>;
  readonly context: PromptContext | undefined;
  /** What the prompt held of the person, line by line, as the gates read it. */
  readonly lines: readonly string[];
};

export function restsOn({ kind, callId, path }: TracedClaim, { results, context, lines }: Known): Rest {
  if (callId === "owner") return { area: "words" };
  const result = results.get(callId);
  if (!result) return remembered(lines[Number(path)], context);
  const tool = ToolName.safeParse(result.name).data;
  const area = tool === undefined ? "web" : TOOL_AREA[tool];
  const base = { tool: result.name, area };
  if (kind.startsWith("deed_")) return { ...base, fact: "deed" };
  if (kind.startsWith("empty_")) return { ...base, fact: "nothing" };
  if (!result.ok) return { ...base, fact: area === "body" ? "noScore" : "nothing" };
  const outside = result.origin === "untrusted" ? ({ fromOutside: true } as const) : {};
  if (area === "body") return { ...base, ...ofBody(path, result.value) };
  return { ...base, ...outside, ...itemAt(path, result.value) };
}

/** A line of the prompt: a claim of memory when one was recalled with these words. */
function remembered(line: string | undefined, context: PromptContext | undefined): Rest {
  if (line === undefined) return { area: "known" };
  const claim = context?.recalled.find((one) => line.includes(one.claim));
  return claim
    ? { area: "memory", fact: "item", title: clipped(claim.claim), patternId: claim.patternId }
    : { area: "known", title: clipped(line) };
}

/** The places of a score and of a day's findings that mean one thing. */
const OF_PATH: Readonly<Record<string, Fact>> = {
  bodyZone: "zone",
  drag: "drag",
  missing: "missing",
  status: "provisional",
  reason: "noScore",
  yesterday: "zoneYesterday",
  daysInZone: "zoneDays",
  sinceMorning: "sinceMorning",
  trend: "trend",
  usualArrival: "arrival",
};

function ofBody(path: string, value: Json): Partial<Rest> {
  const [first = "", second = ""] = path.split(".");
  const fact = OF_PATH[first];
  if (fact !== undefined) return { fact };
  if (first === "night") return { fact: "night" };
  if (first === "bodyStrain") return { fact: "strain" };
  const pillar = first === "pillars" ? Pillar.safeParse(second).data : undefined;
  if (pillar !== undefined) return { fact: "pillar", pillar };
  const found = at(`${first}.${second}`, value);
  const sign =
    first === "signs" && found !== undefined && isObject(found) ? SignName.safeParse(found["sign"]).data : undefined;
  return sign === undefined ? {} : { fact: "sign", sign };
}

/** The thing at a place of a result, or the one that the place is a detail of. A claim of memory has an id in it. */
function itemAt(path: string, value: Json): Partial<Rest> {
  const parts = path === "" ? [] : path.split(".");
  for (let end = parts.length; end > 0; end--) {
    const found = at(parts.slice(0, end).join("."), value);
    const title = found === undefined || !isObject(found) ? undefined : titleOf(found);
    if (found === undefined || title === undefined) continue;
    const patternId = isObject(found) ? PatternId.safeParse(found["id"]).data : undefined;
    return { fact: "item", title: clipped(title), ...(patternId === undefined ? {} : { patternId }) };
  }
  const whole = at(path, value);
  return typeof whole === "string" ? { fact: "item", title: clipped(whole) } : {};
}

function at(path: string, value: Json): Json | undefined {
  let found: Json | undefined = value;
  for (const part of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(part)];
    else if (found !== undefined && isObject(found)) found = found[part];
    else return undefined;
  }
  return found;
}

function clipped(text: string): string {
  return text.length > TITLE_CHARS ? `${text.slice(0, TITLE_CHARS - 1)}…` : text;
}
