/**
 * Reads a prompt in the literal shape, for a composer that is not a language model. It is the inverse of layers.ts and
 * build.ts, and reads only what code wrote. For any other text it returns `undefined` or nothing.
 */
import {
  BriefVariant,
  INTENT_LANGUAGES,
  type IntentLanguage,
  LocalDate,
  LocalTime,
  type PlainAction,
  type PromptContext,
  ProposedAction,
  type ThreadTurn,
  Trigger,
} from "@waldo/contracts";
import * as z from "zod";
import type { ModelRequest } from "../ports.ts";
import { CHOSE_LANGUAGE, type LayerName, MESSAGE, PROPOSED } from "./layers.ts";

/** The facts of a prompt's moment. `skills` are the names of the system's own recipes, in their order. */
export type Moment = Pick<PromptContext, "trigger" | "variant"> & {
  readonly date: LocalDate;
  readonly time?: LocalTime;
  readonly message?: string;
  /** The earlier proposed actions, which the person wants to change. */
  readonly changing?: readonly PlainAction[];
  /** The open conversation before the message, oldest first. */
  readonly thread: readonly ThreadTurn[];
  readonly skills: readonly string[];
  /** The language that the person chose. */
  readonly language?: IntentLanguage;
};

/** Returns the moment of a request, from the user content, the clock and the skills index. */
export function readMoment({ system, messages }: Pick<ModelRequest, "system" | "messages">): Moment | undefined {
  const user = requestIn(messages);
  const occasion = /^Occasion: ([a-z_]+)(?:\/([a-z]+))?\. Date: (\d{4}-\d{2}-\d{2})\./.exec(user ?? "");
  const trigger = Trigger.safeParse(occasion?.[1]);
  const variant = BriefVariant.optional().safeParse(occasion?.[2]);
  const date = LocalDate.safeParse(occasion?.[3]);
  if (user === undefined || !trigger.success || !variant.success || !date.success) return undefined;
  const layers = system.flatMap(({ text }) => partsOf(text));
  const layer = (name: LayerName) => layers.find((part) => part.layer === name)?.text ?? "";
  const time = LocalTime.safeParse(/^Now \S+ (\d\d:\d\d) /.exec(layer("clock_session"))?.[1]);
  const message = messageIn(user);
  const changing = changingIn(user);
  const language = INTENT_LANGUAGES.find((one) => languageLine.exec(layer("platform"))?.[1] === one);
  return {
    trigger: trigger.data,
    ...(variant.data === undefined ? {} : { variant: variant.data }),
    date: date.data,
    thread: threadIn(messages),
    // Recipes inside a fence are not the system's own.
    skills: [...(layer("skills_index").split("<<<")[0] ?? "").matchAll(/^- ([a-z0-9-]+): /gm)].flatMap(
      ([, name]) => name ?? [],
    ),
    ...(time.success ? { time: time.data } : {}),
    ...(message === undefined ? {} : { message }),
    ...(changing === undefined ? {} : { changing }),
    ...(language === undefined ? {} : { language }),
  };
}

// bounded: layers.ts wrote the line, in fewer than a hundred characters
const languageLine = new RegExp(`^${CHOSE_LANGUAGE} \\p{L}+ \\(([a-z]{2})\\)`, "mu");

/** Returns the user content of a conversation. Earlier turns are ignored, so nobody's words can replace it. */
export function requestIn(messages: ModelRequest["messages"]): string | undefined {
  const texts = messages.flatMap(({ role, content }) => (role === "user" ? content : []));
  return texts
    .flatMap((part) => (part.type === "text" ? partsOf(part.text) : []))
    .flatMap(({ request }) => request ?? [])[0];
}

/** Returns the turns of the open conversation. Other people's words stay inside their fence. */
function threadIn(messages: ModelRequest["messages"]): ThreadTurn[] {
  return messages.flatMap(({ role, content }) =>
    content
      .flatMap((part) => (part.type === "text" ? partsOf(part.text) : []))
      .flatMap(({ said }) =>
        said === undefined
          ? []
          : [{ from: role === "user" ? ("owner" as const) : ("waldo" as const), text: unfenced(said) }],
      ),
  );
}

/** Returns the person's message, taken from inside its fence. */
function messageIn(user: string): string | undefined {
  return fencedBy(`${MESSAGE}\n`, user);
}

const Actions = z.array(ProposedAction.pick({ tool: true, args: true, title: true }).strip());

/** Returns the actions that the message changes. They come before the message, so a message cannot replace them. */
function changingIn(user: string): readonly PlainAction[] | undefined {
  const inside = fencedBy(PROPOSED, user.split(`<<<${MESSAGE}\n`)[0] ?? "");
  if (inside === undefined) return undefined;
  try {
    return Actions.safeParse(JSON.parse(inside.slice(inside.indexOf("\n") + 1))).data;
  } catch {
    return undefined;
  }
}

/** Returns the text inside the fence after a label with this beginning. The text cannot close that fence. */
function fencedBy(label: string, text: string): string | undefined {
  const open = `<<<${label}`;
  const start = text.indexOf(open);
  const end = text.indexOf("\n>>>", start);
  return start < 0 || end < 0 ? undefined : text.slice(start + open.length, end);
}

/** Returns the text inside a fence. A text without a fence is returned unchanged. */
export function unfenced(text: string): string {
  return /^<<<[^\n]*\n([\s\S]*)\n>>>$/.exec(text)?.[1] ?? text;
}

const Part = z.object({
  layer: z.string().optional(),
  text: z.string().optional(),
  request: z.string().optional(),
  said: z.string().optional(),
});

/** Returns the objects of a prompt in the literal shape: one per paragraph. */
function partsOf(text: string): z.infer<typeof Part>[] {
  return text.split("\n\n").flatMap((paragraph) => {
    try {
      return Part.safeParse(JSON.parse(paragraph)).data ?? [];
    } catch {
      return [];
    }
  });
}
