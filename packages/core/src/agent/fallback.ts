// Answers without a model (level L3). This file holds the sentences that tell the person why plain code answers, and it
// writes a text from the results of calls with a template. Each reason has its own sentences, which are true. Waldo
// says that a model does not answer only when no model answered, and offers to ask again only when that can help.
import {
  type Asked,
  CANARY_LEAK,
  type PromptContext,
  type RunHeader,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
  type Wanted,
} from "@waldo/contracts";
import { NO_CONSENT } from "../models/ladder.ts";
import type { ShapeFault } from "../models/shape/reply-shape.ts";
import { typed } from "../prompt/layers.ts";
import { kindWords } from "../safety/crisis/answers/answer.ts";
import { detectDanger } from "../safety/crisis/danger.ts";
import { languageOf } from "../safety/crisis/language.ts";
import { together } from "../spoken.ts";
import { hasWords } from "./transcript.ts";
import { type Made, MOST_ROUNDS, nextStep, writeSkill } from "./writers/write-skill.ts";
import type { Told } from "./writers/writer.ts";

type WhyPlain = {
  /** The excuse before an answer. It is absent when the answer needs no excuse. */
  readonly before?: string;
  /** Waldo says this when it has no other answer. */
  readonly alone: string;
};

const UNCHANGED = "Nothing has been changed.";

const DOWN: WhyPlain = {
  before: "My language model does not answer right now, so I keep it plain.",
  alone: "I can't answer that properly right now. Nothing has been changed; please ask me again in a little while.",
};
const NOT_AGREED: WhyPlain = {
  alone:
    "A language model must answer that. You have not agreed that a model outside of your own machine reads your words. You can agree in your settings, under consents. Nothing has been changed.",
};
const UNBACKED: WhyPlain = {
  before: "I checked what I wanted to say and could not back it, so I keep it plain.",
  alone: "I checked what I wanted to say and could not back it.",
};
const UNREADABLE: WhyPlain = {
  before: "I did not get my own answer into words, so I keep it plain.",
  alone: `I did not get my answer into words. ${UNCHANGED} Other words may help.`,
};
const BROKEN_OFF: WhyPlain = {
  before: "My own answer broke off before its end, so I keep it plain.",
  alone: `My answer broke off before its end. ${UNCHANGED} A smaller question may help.`,
};
const WITHHELD: WhyPlain = {
  before: "What I wanted to say held something that I keep to myself, so I keep it plain.",
  alone: `What I wanted to say held something that I keep to myself. ${UNCHANGED}`,
};
const NO_WAY_ON: WhyPlain = {
  before: "I looked several times and came no further, so I keep it plain.",
  alone: "I looked several times and came no further. A smaller question may help.",
};
const TOO_MANY_STEPS: WhyPlain = {
  before: "That takes more steps than I make for one message, so I keep it plain.",
  alone: "That takes more steps than I make for one message. Ask me for one part of it.",
};
const TOO_MUCH: WhyPlain = {
  before: "That is more than I can read at once, so I keep it plain.",
  alone: `That is more than I can read at once. ${UNCHANGED} Fewer words may help.`,
};
const TOO_LONG: WhyPlain = {
  before: "My own answer became too long, so I keep it plain.",
  alone: "My answer became too long to send. Ask me for one part of it.",
};
const DECLINED: WhyPlain = {
  before: "My language model did not want to answer that, so I keep it plain.",
  alone: `My language model did not want to answer that. ${UNCHANGED}`,
};
const READING: WhyPlain = {
  before: "I do not write readings of your body as numbers, so I keep it plain.",
  alone: "I do not write readings of your body as numbers. Ask me how you are, and I will say it in words.",
};
const FOR_A_DOCTOR: WhyPlain = {
  before: "The rest of that is a matter for a doctor, so I keep it plain.",
  alone: "That is a matter for a doctor or a pharmacist, so I leave it to them.",
};
const OUR_FAULT: WhyPlain = {
  before: "A part of me did not work just now, so I keep it plain.",
  alone: `A part of me did not work just now. ${UNCHANGED} Please ask me again in a little while.`,
};
/** Plain code answers by itself, because no model is used. */
const BY_ITSELF: WhyPlain = { alone: `I have nothing to say to that. ${UNCHANGED}` };

const WHY: Readonly<Record<string, WhyPlain>> = {
  ...({
    cut: BROKEN_OFF,
    empty: UNREADABLE,
    thinking: UNREADABLE,
    tool_text: UNREADABLE,
    json: UNREADABLE,
    echo: UNREADABLE,
    loop: UNREADABLE,
  } satisfies Record<ShapeFault, WhyPlain>),
  model_unavailable: DOWN,
  model_declined: DECLINED,
  [NO_CONSENT]: NOT_AGREED,
  rate_limited: {
    alone: "That is a lot at once, and I am falling behind. Give me a few minutes and I will be with you.",
  },
  [CANARY_LEAK]: WITHHELD,
  sanitiser: WITHHELD,
  repeating: NO_WAY_ON,
  diminishing_returns: NO_WAY_ON,
  out_of_turns: TOO_MANY_STEPS,
  over_budget: TOO_MANY_STEPS,
  prompt_too_large: TOO_MUCH,
  malformed: UNREADABLE,
  raw_value: READING,
  medical: FOR_A_DOCTOR,
  banned_word: UNREADABLE,
  too_long: TOO_LONG,
  incomplete_brief: UNREADABLE,
  calm: BY_ITSELF,
};

/** Reasons with only a fixed beginning or a fixed end, such as `untraced_memory` or `<hook>_failed`. */
const FAMILIES: readonly (readonly [RegExp, WhyPlain])[] = [
  [/^untraced_/, UNBACKED],
  [/^unwelcome_/, UNREADABLE],
  [/_failed$/, OUR_FAULT],
];

/** Returns the sentences for a reason, or undefined when this file has none for it. */
export function wordsFor(reason: string): WhyPlain | undefined {
  return WHY[reason] ?? FAMILIES.find(([pattern]) => pattern.test(reason))?.[1];
}

/**
 * Returns the sentences for a reason. An unknown reason is a fault of Waldo's own code, so the sentences do not blame a
 * model.
 */
export function whyPlain(reason: string): WhyPlain {
  return wordsFor(reason) ?? OUR_FAULT;
}

/** The reasons that have a full name. The families above have only a part. */
export const NAMED_REASONS: readonly string[] = Object.keys(WHY);

/** Returns the moment of a run in the form that the writers read. If there is no context, only the header is used. */
export function toldOf(
  { trigger, variant, date }: RunHeader,
  context: PromptContext | undefined,
  { asked, wanted }: { readonly asked?: Asked | undefined; readonly wanted?: Wanted | undefined } = {},
): Told {
  const { userText, localTime: time, thread = [] } = context ?? {};
  const message = userText === undefined ? undefined : typed(userText);
  return {
    trigger,
    variant,
    date,
    skills: context?.skills.map(({ name }) => name) ?? [],
    ...(time === undefined ? {} : { time }),
    ...(message === undefined ? {} : { message, thread }),
    ...(asked === undefined ? {} : { asked }),
    ...(context?.changing && wanted ? { changing: { actions: context.changing.actions, wanted } } : {}),
  };
}

/** Carries out calls and returns their results in the same order. */
export type CarryOut = (calls: readonly ToolCall[], before: Made) => Promise<readonly ToolResult[]>;

/**
 * Makes the calls that a template needs, round by round. Calls that were made before are left out. The ids are fixed,
 * so the same run always makes the same calls, and a call whose result is known already is not made again.
 */
export async function callsOfTemplate(told: Told, before: Made, carryOut: CarryOut): Promise<Made> {
  let made: Made = { calls: before.calls, results: before.results };
  // If the model has changed something already, the template does not do it a second time.
  if (changed(madeByModel(before.results))) return made;
  // A recipe only reads here. A proposal that it would make waits for a model or the composer.
  const rounds = told.asked?.is === "clear" ? MOST_ROUNDS : 1;
  for (let round = 0; round < rounds; round++) {
    const step = nextStep(told, made);
    if (!("ask" in step)) break;
    const count = made.calls.length - before.calls.length;
    const calls = step.ask.map((ask, i) => ({ id: `${TEMPLATE}${count + i + 1}`, ...ask }));
    const unknown = calls.filter(({ id }) => !made.results.some(({ callId }) => callId === id));
    const fetched = await carryOut(unknown, made);
    made = { calls: [...made.calls, ...calls], results: [...made.results, ...fetched] };
  }
  return made;
}

/**
 * L3: writes a text from real data without a model. Returns undefined when there is nothing true to say, and the run
 * ends silently (L4).
 */
export function writeFallback(
  told: Told,
  made: Made,
  { reason, danger }: { readonly reason: string; readonly danger?: boolean },
): string | undefined {
  // Plain code makes no plan. The handoff ends and tells the person once (core/handoff).
  if (told.trigger.startsWith("handoff_")) return undefined;
  if (!hasWords(told.trigger)) return writeSkill(told, made.results, made.calls);
  if (danger) return kindlyTo(told.message ?? "");
  const { before, alone } = whyPlain(reason);
  if (reason === "rate_limited") return alone;
  if (changed(madeByModel(made.results))) return CHANGED;
  // The template answers what tools alone can answer. For everything else it says why it cannot answer.
  const text = told.message === undefined ? undefined : writeSkill(told, made.results, made.calls);
  return text === undefined ? alone : together(before, text);
}

/** Returns the fixed text that answers a message that may be about danger, in the language of the message. */
export function kindlyTo(message: string): string {
  return kindWords({ kind: detectDanger(message)?.kind ?? "self" }, languageOf(message) ?? "en");
}

function madeByModel(results: readonly ToolResult[]): ToolResult[] {
  return results.filter(({ callId }) => !callId.startsWith(TEMPLATE));
}

/** The ids of a template's calls begin with this. */
const TEMPLATE = "template-";

const CHANGED =
  "I did what you will find in my log, where you can undo it, but I can't put the rest into words right now.";

/** True when a call of this run changed something. */
function changed(results: readonly ToolResult[]): boolean {
  return results.some(({ ok, name }) => {
    const tool = ToolName.safeParse(name);
    return ok && tool.success && !["read", "send"].includes(TOOL_EFFECT[tool.data]);
  });
}
