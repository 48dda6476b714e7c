/**
 * Selects the recipes that a run gets. It is plain code over typed conditions: the same moment always selects the same
 * recipes.
 */
import {
  type BriefVariant,
  type Occasion,
  type Skill,
  type SkillCondition,
  type SkillProvenance,
  TOOL_PERMISSIONS,
  type Trigger,
  type Zone,
} from "@waldo/contracts";
import { wordsOf } from "../safety/words.ts";
import type { RecipeState } from "./effectiveness.ts";

/** The most recipes in a prompt (docs/sources.md, The fifteen recipes). */
export const TOP_SKILLS: Record<Trigger, number> = {
  brief: 5,
  fetch_alert: 3,
  patrol: 3,
  handoff_explore: 3,
  handoff_plan: 3,
  handoff_act: 3,
  handoff_replan: 3,
  intervention: 3,
  user_message: 8,
  dreaming_mode: 3,
  pre_activity_spot: 3,
  heartbeat: 1,
  ambient: 1,
};

/** The facts of the moment. An absent value is unknown, and a condition on it fails. */
export type SkillSignals = {
  /** 0–100, rounded. */
  readonly form?: number;
  readonly bodyZone?: Zone;
  readonly daysInZone?: number;
  readonly jetLagged?: true;
  readonly hoursSinceLastSeen?: number;
  /** 1 is Monday. */
  readonly weekday?: number;
  readonly minutesToNextEvent?: number;
  readonly nextEventTitle?: string;
  readonly message?: string;
};

export type Moment = { readonly trigger: Trigger; readonly variant?: BriefVariant | undefined };

type Selected = {
  readonly skills: readonly Skill[];
  readonly refused: readonly { readonly name: string; readonly reason: "tools" | "agent_authored" }[];
};

const RANK: Record<SkillProvenance, number> = { system: 0, user: 1, connector: 2, agent_authored: 3 };

/**
 * Returns the recipes of a moment. Recipes of the lifecycle come first, then preferred ones, then those with more
 * specific conditions, then the order of names. A recipe under review is left out, unless it belongs to the lifecycle
 * or the person asks for it. If several have the same name, the system's recipe is used before the person's, and the
 * person's before a connector's. If a recipe needs a tool that its trigger may not use, it is refused, because recipes
 * give no permissions.
 */
export function selectSkills(
  skills: readonly Skill[],
  moment: Moment,
  signals: SkillSignals,
  {
    topK = TOP_SKILLS[moment.trigger],
    stateOf = () => "usual",
  }: { readonly topK?: number; readonly stateOf?: (name: string) => RecipeState } = {},
): Selected {
  const refused: { name: string; reason: "tools" | "agent_authored" }[] = [];
  const fit: { skill: Skill; weight: number; first: number }[] = [];
  const names = new Set<string>();
  for (const skill of [...skills].sort((a, b) => RANK[a.provenance] - RANK[b.provenance])) {
    if (!skill.triggers.some((occasion) => isOn(occasion, moment))) continue;
    if (skill.provenance === "agent_authored") {
      refused.push({ name: skill.name, reason: "agent_authored" });
      continue;
    }
    if (skill.requiredTools.some((tool) => !TOOL_PERMISSIONS[moment.trigger].includes(tool))) {
      refused.push({ name: skill.name, reason: "tools" });
      continue;
    }
    const weight = weightOf(skill, moment, signals);
    if (weight === undefined || names.has(skill.name)) continue;
    names.add(skill.name);
    const state = stateOf(skill.name);
    const isLifecycle = skill.category === "lifecycle";
    if (state === "review" && !isLifecycle && !isAskedFor(skill, moment, signals)) continue;
    fit.push({ skill, weight, first: isLifecycle ? 0 : state === "preferred" ? 1 : 2 });
  }
  fit.sort((a, b) => a.first - b.first || b.weight - a.weight || (a.skill.name < b.skill.name ? -1 : 1));
  return { skills: fit.slice(0, Math.max(0, topK)).map(({ skill }) => skill), refused };
}

/** True when the message contains words that a condition of the recipe names (`mentions`). */
function isAskedFor({ conditions = [] }: Skill, moment: Moment, signals: SkillSignals): boolean {
  return conditions.some(
    (condition) => condition.mentions !== undefined && holds(condition, moment, signals) !== undefined,
  );
}

function isOn(occasion: Occasion, { trigger, variant }: Moment): boolean {
  return occasion === trigger || occasion === `${trigger}/${variant}`;
}

/**
 * Returns how specific a recipe is for the moment: the weight of its most specific true condition. Returns undefined
 * when no condition is true.
 */
function weightOf({ conditions }: Skill, moment: Moment, signals: SkillSignals): number | undefined {
  if (conditions === undefined) return 0;
  const weights = conditions.flatMap((condition) => holds(condition, moment, signals) ?? []);
  return weights.length === 0 ? undefined : Math.max(...weights);
}

/**
 * Returns the weight of a true condition: one for each thing that it names besides the occasion and, for a phrase, the
 * number of its words.
 */
function holds(condition: SkillCondition, moment: Moment, signals: SkillSignals): number | undefined {
  const { on, formBelow, zoneSustainedDays, jetLagged, absentHours, weekdays } = condition;
  const { eventWithinMinutes, eventMentions, mentions } = condition;
  const { form, bodyZone, daysInZone, hoursSinceLastSeen, weekday, minutesToNextEvent, nextEventTitle, message } =
    signals;
  if (on !== undefined && !on.some((occasion) => isOn(occasion, moment))) return undefined;
  let weight = 0;
  const each: readonly [asked: boolean, held: () => boolean][] = [
    [formBelow !== undefined, () => form !== undefined && form < (formBelow ?? 0)],
    [
      zoneSustainedDays !== undefined,
      () => bodyZone !== undefined && daysInZone !== undefined && daysInZone >= (zoneSustainedDays ?? 0),
    ],
    [jetLagged !== undefined, () => signals.jetLagged === true],
    [absentHours !== undefined, () => hoursSinceLastSeen !== undefined && hoursSinceLastSeen >= (absentHours ?? 0)],
    [weekdays !== undefined, () => weekday !== undefined && (weekdays ?? []).includes(weekday)],
    [
      eventWithinMinutes !== undefined,
      () => minutesToNextEvent !== undefined && minutesToNextEvent <= (eventWithinMinutes ?? 0),
    ],
  ];
  for (const [asked, held] of each) {
    if (!asked) continue;
    if (!held()) return undefined;
    weight++;
  }
  for (const [phrases, text] of [
    [eventMentions, nextEventTitle],
    [mentions, message],
  ] as const) {
    if (phrases === undefined) continue;
    const said = longestSaid(phrases, text ?? "");
    if (said === 0) return undefined;
    weight += said;
  }
  return weight;
}

/**
 * Returns the number of words in the longest phrase that occurs in a text, or 0. It compares whole words, folded as in
 * words.ts.
 */
function longestSaid(phrases: readonly string[], text: string): number {
  const spoken = ` ${wordsOf(text)
    .map(({ text: word }) => word)
    .join(" ")} `;
  const lengths = phrases.flatMap((phrase) => {
    const words = wordsOf(phrase).map(({ text: word }) => word);
    return words.length > 0 && spoken.includes(` ${words.join(" ")} `) ? [words.length] : [];
  });
  return Math.max(0, ...lengths);
}
