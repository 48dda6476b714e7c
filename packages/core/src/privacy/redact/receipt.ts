/** What is said when words were deleted: how much of what, and what a search found afterwards. */
import type { RedactedPart, Redaction } from "@waldo/contracts";
import type { Found } from "./search.ts";

const WORDS: Readonly<Record<Exclude<RedactedPart, "messages">, string>> = {
  journal: "the journal",
  outbox: "what was sent",
  diary: "the diary",
  memory: "memory",
  actions: "what was done",
  contexts: "what other agents keep",
  other: "other rows",
  archive: "the archive",
  pages: "pages",
};
const PLACES = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** `short`: how many of the messages have words that stand in many places and so are not searched for. */
export function receiptText({ removed, via }: Redaction, found: Found, short: number): string {
  const places = PLACES.flatMap((part) => ((removed[part] ?? 0) > 0 ? [`${WORDS[part]} (${removed[part]})`] : []));
  return [
    `I deleted ${counted(removed.messages ?? 0, "message")}.`,
    ...(places.length === 0 ? [] : [`Their words are also gone from ${places.join(", ")}.`]),
    foundText(found),
    ...(short === 0
      ? []
      : [`${counted(short, "of them is", "of them are")} too short to search for, and may stand elsewhere.`]),
    ...(via === "telegram" ? ["What Telegram keeps of this chat you delete there."] : []),
  ].join(" ");
}

/** Said once, when some rows could not be changed. */
export function leftText(rows: number): string {
  return `I deleted what I could. Your words still stand in ${counted(rows, "row")} that I could not change yet. I try again with every wake, and tell you when they are gone.`;
}

function foundText({ messages, own, names }: Found): string {
  const places = [
    ...(messages === 0 ? [] : [`${counted(messages, "other message")}, which I left as they are`]),
    ...(own === 0 ? [] : [`${counted(own, "entry", "entries")} of your own lists, files or reminders`]),
    ...(names === 0 ? [] : [`${counted(names, "name")} of projects or contexts, by which agents find them`]),
  ];
  return places.length === 0
    ? "I searched everything that I keep of you for them, and found them nowhere."
    : `I searched everything that I keep of you for them. They still stand in ${places.join(" and in ")}.`;
}

function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
