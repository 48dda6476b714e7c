/** What of an action plain code can change: its title, its day and its time. */
import type { PlainAction } from "@waldo/contracts";
import * as z from "zod";
import type { Json } from "../ports.ts";

type Args = Readonly<Record<string, Json>>;
export type Draft = { readonly action: PlainAction; readonly args: Args };

/** The arguments by which a tool names a thing. The first that an action has is its title. */
const TITLES = ["title", "subject", "name"] as const;
/** Tools whose day and time can be moved, by their arguments. */
const MOMENTS: Readonly<Record<string, { readonly date: string; readonly time?: string }>> = {
  propose_schedule: { date: "date", time: "time" },
  watch: { date: "date", time: "time" },
  write_task: { date: "due" },
  update_task: { date: "due" },
};

export type Changeable = { readonly title: boolean; readonly date: boolean; readonly time: boolean };

/** What plain code can change of these actions. */
export function changeableIn(actions: readonly PlainAction[]): Changeable {
  const drafts = actions.map(draftOf);
  return {
    title: drafts.some((one) => titleOf(one) !== undefined),
    date: drafts.some((one) => momentOf(one)?.date !== undefined),
    time: drafts.some((one) => momentOf(one)?.time !== undefined),
  };
}

const ArgsOf = z.record(z.string(), z.json()).catch({});

export function draftOf(action: PlainAction): Draft {
  return { action, args: ArgsOf.parse(action.args) };
}

/** Returns the name of the argument that is the title. */
export const titleOf = ({ args }: Draft) => TITLES.find((name) => typeof args[name] === "string");

/** Returns the names of the arguments that say when, as far as they can be changed. */
export function momentOf({ action, args }: Draft): { readonly date?: string; readonly time?: string } | undefined {
  const moment = MOMENTS[action.tool];
  if (moment === undefined) return undefined;
  // A reminder of every day has no date, and one before an event has no time.
  if (action.tool !== "watch") return moment;
  const { date, time } = moment;
  return { ...(args[date] === undefined ? {} : { date }), ...(time && args[time] !== undefined ? { time } : {}) };
}

/** Returns the words by which an action can be named. */
export function wordsIn({ action, args }: Draft): string[] {
  return tokens([action.title, ...Object.values(args).filter((value) => typeof value === "string")].join(" "));
}

export const tokens = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}:'#]+/gu) ?? [];

const SAYS_HALF =
  /[ap]m\b|\d:\d|noon|midnight|morning|afternoon|evening|night|uhr|\dh|früh|abend|mittag|mañana|tarde|noche|matin|midi|soir/iu;

/** Returns whether a time in these words says which half of the day it is in. A bare "4" does not. */
export function saysHalf(words: string): boolean {
  return SAYS_HALF.test(words);
}
