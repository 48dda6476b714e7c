/**
 * An intent: one meaning that a message of the person may have, such as "how did I sleep" or "set a reminder". The
 * bundled intents are in `data/intents/`. core/language reads them and recognises them in messages.
 */
import * as z from "zod";
import type { ProposedAction } from "./actions.ts";
import type { Zone } from "./body-zones.ts";
import { INTENT_LANGUAGES, type IntentLanguage, type LocalDate, type LocalTime } from "./ids.ts";
import type { ThreadTurn } from "./prompt.ts";
import { ToolName } from "./tools.ts";

export const INTENT_SLOTS = ["text", "about", "when", "date", "day", "zone"] as const;
export type IntentSlot = (typeof INTENT_SLOTS)[number];

/** What an intent is about, where the next message may lean on it. `self`: what a person tells of themselves. */
const IntentSubject = z.enum(["body", "self", "reminders", "tasks", "goals", "memory", "quiet"]);
export type IntentSubject = z.infer<typeof IntentSubject>;

export const IntentHeader = z.strictObject({
  name: z.string().regex(/^[a-z][a-z-]{1,30}$/),
  /** Completes "Did you mean …?", for a message that may have two meanings. */
  means: z.string().min(2).max(60),
  slots: z.array(z.enum(INTENT_SLOTS)).default([]),
  /** The tools that answer it. The writer of the intent calls no others. */
  tools: z.array(ToolName).default([]),
  /** True when the intent changes something. A message must then be clearer. */
  acts: z.boolean().default(false),
  subject: IntentSubject.optional(),
  /** True when its usual answer could overlook something grave in the message (core/run/urgent.ts). */
  light: z.literal(true).optional(),
  /** The sentences of an answer, by outcome. The writer chooses one of several and fills in each word in braces. */
  says: z.record(z.string().regex(/^[a-z][a-zA-Z]*$/), z.array(z.string().min(1).max(400)).min(1)),
});

/** What an intent means and says in another language than English. An outcome that is not there is said in English. */
export const IntentWords = IntentHeader.pick({ name: true, says: true }).extend({
  means: IntentHeader.shape.means.optional(),
});
export type IntentWords = z.infer<typeof IntentWords>;

/** One line of the examples. A slot stands in the text as "[call mum](text)". */
export const IntentExampleLine = z.strictObject({
  intent: IntentHeader.shape.name,
  language: z.enum(INTENT_LANGUAGES),
  text: z.string().min(1).max(400),
});

/** An example with its slots. `parts` are the pieces of its text in order. */
export type IntentExample = {
  readonly text: string;
  readonly language: IntentLanguage;
  readonly parts: readonly { readonly text: string; readonly slot?: IntentSlot }[];
};

export type Intent = z.infer<typeof IntentHeader> & {
  readonly examples: readonly IntentExample[];
  readonly words?: Readonly<Partial<Record<IntentLanguage, IntentWords>>>;
};

/** The person's wall clock. A time in a named zone can be read only if `timeZone` is known. */
export type WallClock = { readonly date: LocalDate; readonly time: LocalTime; readonly timeZone?: string };

/** A time in a message. */
export type When =
  | { readonly on: "once"; readonly date: LocalDate; readonly time: LocalTime }
  /** Without `days` it is every day. 1 is Monday. */
  | { readonly on: "days"; readonly time: LocalTime; readonly days?: readonly number[] }
  /** How many minutes before an event of a date: the first one, or the one that the words name. */
  | { readonly on: "before"; readonly minutes: number; readonly event: string; readonly date?: LocalDate };

/** The content of a message besides its intent. */
export type Slots = {
  readonly text?: string;
  readonly about?: string;
  readonly when?: When;
  /** Set when the person named a day or a part of it but no clock time. `when` then has a usual hour. */
  readonly around?: true;
  readonly date?: LocalDate;
  /** A past day that a question about the body names. */
  readonly day?: LocalDate;
  readonly zone?: Zone;
};

/** One of several things that a message asks for, with its own words. */
export type Wish = { readonly intent: Intent; readonly slots: readonly [Slots, ...Slots[]]; readonly message: string };

/** What a message of the person asks for, as plain code understands it. */
export type Asked =
  /** `slots` has several entries when a message asks for the same thing several times. */
  | {
      readonly is: "clear";
      readonly intent: Intent;
      readonly slots: readonly [Slots, ...Slots[]];
      readonly message: string;
      /** The intent of the request before, where the message leans on it. */
      readonly before?: string;
      /** True for a question about readings, which the person's page answers in numbers (core/ask). */
      readonly reads?: true;
      /** What the message asks for besides, in its order. */
      readonly also?: readonly Wish[];
    }
  | { readonly is: "unclear"; readonly between: readonly [Intent, Intent] }
  /** The message names what Waldo cannot do. It asks whether it should do this instead. `bought`: things alone are named. */
  | { readonly is: "offered"; readonly wish: Wish; readonly bought?: true }
  | { readonly is: "unknown" };

/** An action with the arguments of its tool, and the line that the person saw. */
export type PlainAction = Pick<ProposedAction, "tool" | "args" | "title">;

/**
 * How the person wants to change the proposed actions. `changed` holds all remaining actions completely. `unclear`:
 * plain code does not understand the change.
 */
export type Wanted = { readonly is: "changed"; readonly actions: readonly PlainAction[] } | { readonly is: "unclear" };

/** Understands messages. The same message in the same conversation always gets the same answer. */
export type Understanding = {
  change(message: string, actions: readonly PlainAction[], clock: WallClock): Wanted;
  /** `language` is the one that the person chose. It decides where the words of a message tell none. */
  understand(
    message: string,
    moment: WallClock & {
      readonly thread?: readonly ThreadTurn[] | undefined;
      readonly language?: IntentLanguage | undefined;
    },
  ): Asked;
};
