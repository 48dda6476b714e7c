/**
 * The gates that a candidate must pass before it becomes outbox rows. A model's words and a template's words pass the
 * same gates. A refusal is a verdict with a reason; the gates do not throw.
 */
import {
  type Band,
  HealthAnswer,
  type NightFinding,
  type Pillar,
  type Sign,
  type SignName,
  type ToolResult,
} from "@waldo/contracts";
import { type BodyClaim, bodyClaims, type Direction } from "../safety/body/body-claims.ts";
import { withoutHelpNumbers } from "../safety/crisis/hotlines.ts";
import { wordingFault } from "../safety/wording.ts";
import { DayScore } from "./candidate.ts";
import { clockWords } from "./writers/phrase.ts";

/** A claim and the tool result that carries it. With it a Brief can be checked afterwards. */
export type TracedClaim = {
  readonly kind: string;
  readonly words: string;
  readonly callId: string;
  readonly path: string;
};

export type Verdict =
  | { readonly ok: true; readonly claims: TracedClaim[] }
  | { readonly ok: false; readonly reason: string };

const DIRECTION: Record<Band, Direction> = {
  well_below: "worse",
  below: "worse",
  usual: "usual",
  above: "better",
  well_above: "better",
};

/**
 * Refuses wording faults, and every claim about the body and every number that no tool result of this run carries
 * (hallucination guard). A number that the person said may be said back.
 */
export function judge(text: string, results: readonly ToolResult[], owner: readonly string[] = []): Verdict {
  const fault = wordingFault(text);
  // A number to call is no claim about the body.
  const spoken = withoutHelpNumbers(text);
  if (fault) return { ok: false, reason: fault };
  const claims: TracedClaim[] = [];
  for (const claim of bodyClaims(spoken)) {
    const echoed = claim.kind === "number" && owner.some((words) => mentions(words, claim.value));
    const source = echoed ? { callId: "owner", path: "message" } : trace(claim, results);
    if (!source) return { ok: false, reason: `untraced_${claim.kind}` };
    claims.push({ kind: claim.kind, words: claim.words, ...source });
  }
  return { ok: true, claims };
}

type Source = { readonly callId: string; readonly path: string };

function trace(claim: BodyClaim, results: readonly ToolResult[]): Source | undefined {
  for (const result of results) {
    if (!result.ok) {
      // "Nothing arrived" may rest on the result that found nothing.
      if (result.error === "not_found" && (claim.kind === "missing" || claim.kind === "no_score"))
        return { callId: result.callId, path: "error" };
      if (claim.kind === "number" && mentions(result.message, claim.value))
        return { callId: result.callId, path: "message" };
      continue;
    }
    const path = claim.kind === "number" ? pathOfNumber(result.value, claim.value) : pathOf(claim, result);
    if (path !== undefined) return { callId: result.callId, path };
  }
  return undefined;
}

function pathOf(claim: Exclude<BodyClaim, { kind: "number" }>, result: ToolResult & { ok: true }): string | undefined {
  if (result.name === "get_health") return pathInHealth(claim, HealthAnswer.safeParse(result.value).data);
  if (result.name !== "get_crs") return undefined;
  const parsed = DayScore.safeParse(result.value);
  if (!parsed.success) return undefined;
  const score = parsed.data;
  switch (claim.kind) {
    case "bodyZone":
      return score.bodyZone === claim.bodyZone ? "bodyZone" : undefined;
    case "drag":
      return score.drag === claim.pillar ? "drag" : undefined;
    case "missing":
      return score.missing.includes(claim.pillar) ? "missing" : undefined;
    case "provisional":
      return score.status === "provisional" ? "status" : undefined;
    case "no_score":
      return score.form === undefined && score.recovery === undefined ? "reason" : undefined;
    case "pillar": {
      const band = score.pillars[claim.pillar]?.band;
      return band !== undefined && DIRECTION[band] === claim.direction ? `pillars.${claim.pillar}.band` : undefined;
    }
    case "trend":
    case "since_morning":
    case "streak":
    case "rank":
    case "hours":
    case "arrival":
      return undefined;
  }
}

function pathInHealth(claim: BodyClaim, health: HealthAnswer | undefined): string | undefined {
  if (health === undefined) return undefined;
  switch (claim.kind) {
    case "trend":
      return health.trend === claim.trend ? "trend" : undefined;
    case "since_morning":
      return health.sinceMorning === claim.moved ? "sinceMorning" : undefined;
    case "streak":
      return pathOfStreak(claim.days, health);
    case "arrival": {
      const { usualArrival } = health;
      return usualArrival !== undefined && clockWords(usualArrival) === claim.time ? "usualArrival" : undefined;
    }
    case "rank":
      return pathOfRank(claim, health);
    case "pillar":
      return pathOfFinding(claim, health);
    case "hours":
      return [health.night?.halfHoursAsleep, health.night?.halfHoursOwed, health.night?.halfHoursLate].includes(
        claim.halves,
      )
        ? "night"
        : undefined;
    default:
      return undefined;
  }
}

function pathOfStreak(days: number, { signs, bodyStrain, daysInZone }: HealthAnswer): string | undefined {
  if (bodyStrain?.days === days) return "bodyStrain.days";
  if (daysInZone === days) return "daysInZone";
  const index = signs.findIndex((sign) => sign.days === days);
  return index < 0 ? undefined : `signs.${index}.days`;
}

/** A day is the most extreme in a span when it is so among at least as many known days. */
function pathOfRank(claim: Extract<BodyClaim, { kind: "rank" }>, { signs }: HealthAnswer): string | undefined {
  const index = signs.findIndex(
    ({ sign, side, mostOf = 0 }) => claim.signs.includes(sign) && side === claim.side && mostOf >= claim.days,
  );
  return index < 0 ? undefined : `signs.${index}.mostOf`;
}

/** The findings about a pillar, by what they say of it. A better resting heart rate or breathing is the lower one. */
const FINDINGS: Partial<
  Record<Pillar, readonly { readonly sign: SignName; readonly worse: readonly Sign["side"][] }[]>
> = {
  sleep: [
    { sign: "sleepLength", worse: ["low"] },
    { sign: "sleepQuality", worse: ["low"] },
  ],
  cass: [{ sign: "hrv", worse: ["low"] }],
  rhrts: [{ sign: "restingHr", worse: ["high"] }],
  rrs: [{ sign: "breathing", worse: ["high"] }],
  circadian: [
    { sign: "bedTime", worse: ["low", "high"] },
    { sign: "wakeTime", worse: ["low", "high"] },
  ],
  motion: [{ sign: "activity", worse: ["low", "high"] }],
};

const NIGHT_DIRECTION: Record<NightFinding["kind"], Direction | undefined> = {
  rough: "worse",
  short: "worse",
  broken: "worse",
  usual: "usual",
  good: "better",
  first: undefined,
};

function pathOfFinding(
  { pillar, direction }: Extract<BodyClaim, { kind: "pillar" }>,
  { signs, night, bodyStrain }: HealthAnswer,
): string | undefined {
  for (const { sign, worse } of FINDINGS[pillar] ?? []) {
    const index = signs.findIndex((one) => one.sign === sign);
    const found = signs[index];
    if (found && direction === (worse.includes(found.side) ? "worse" : "better")) return `signs.${index}`;
    if (direction === "worse" && bodyStrain?.signs.includes(sign)) return "bodyStrain.signs";
  }
  if (pillar !== "sleep" || night === undefined) return undefined;
  if (NIGHT_DIRECTION[night.kind] === direction) return "night.kind";
  if (
    direction === "usual" &&
    night.kind === "short" &&
    !signs.some(({ sign, side }) => sign === "sleepLength" && side === "low")
  )
    return "night.kind";
  return direction === "worse" && (night.halfHoursOwed ?? 0) > 0 ? "night.halfHoursOwed" : undefined;
}

function pathOfNumber(value: unknown, wanted: string, path = ""): string | undefined {
  if (typeof value === "number") return String(value) === wanted ? path : undefined;
  if (typeof value === "string") return mentions(value, wanted) ? path : undefined;
  if (value === null || typeof value !== "object") return undefined;
  for (const [key, member] of Object.entries(value)) {
    const found = pathOfNumber(member, wanted, path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mentions(text: string, number: string): boolean {
  return (
    text.split(/[^\d.,:]+/).some((part) => part.replace(/[.,:]{1,4}$/, "") === number) ||
    text.split(/\D+/).includes(number)
  );
}
