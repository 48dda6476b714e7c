/**
 * Reads an update of the Bot API and finds out what its sender wants. It never throws, whatever Telegram sends. Waldo
 * talks to one person, so only private chats count, and messages of bots never count.
 */
import { plainText } from "@waldo/contracts";
import * as z from "zod";

const Chat = z.looseObject({ id: z.number().int(), type: z.string().optional() });
const Sender = z.looseObject({ id: z.number().optional(), is_bot: z.boolean().optional() });

/** The message that a person replies to. */
const RepliedTo = z.looseObject({ message_id: z.number().int(), from: Sender.optional() });

const Message = z.looseObject({
  message_id: z.number().int().optional().catch(undefined),
  date: z.number().optional().catch(undefined),
  edit_date: z.number().optional().catch(undefined),
  media_group_id: z.string().optional().catch(undefined),
  reply_to_message: RepliedTo.optional().catch(undefined),
  chat: Chat,
  from: Sender.optional(),
  text: z.string().optional(),
  caption: z.string().optional(),
  poll: z.looseObject({ question: z.string() }).optional().catch(undefined),
  checklist: z
    .looseObject({ title: z.string(), tasks: z.array(z.looseObject({ text: z.string() })).optional() })
    .optional()
    .catch(undefined),
  forward_origin: z
    .looseObject({ sender_user: z.looseObject({ id: z.number() }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  voice: z.looseObject({ file_id: z.string(), duration: z.number(), mime_type: z.string().optional() }).optional(),
});
type Message = z.infer<typeof Message>;

const Envelope = z.looseObject({
  update_id: z.number().int().nonnegative(),
  message: Message.optional().catch(undefined),
  edited_message: Message.optional().catch(undefined),
  callback_query: z
    .looseObject({
      id: z.string(),
      from: Sender,
      message: z.looseObject({ chat: Chat }).optional(),
      data: z.string().optional(),
    })
    .optional()
    .catch(undefined),
  message_reaction: z
    .looseObject({
      chat: Chat,
      user: Sender.optional(),
      message_id: z.number().int(),
      new_reaction: z.array(z.looseObject({ emoji: z.string().optional() })),
    })
    .optional()
    .catch(undefined),
  my_chat_member: z
    .looseObject({ chat: Chat, new_chat_member: z.looseObject({ status: z.string() }) })
    .optional()
    .catch(undefined),
});

/** The kinds of updates that a bot should get. Telegram sends no other kinds. */
export const UPDATES = ["message", "edited_message", "callback_query", "message_reaction", "my_chat_member"] as const;

/** The kinds of content that Waldo cannot read, with the words that tell the person. */
export type Unread = "picture" | "file" | "forwarded" | "other";

type Wish =
  | { readonly is: "said"; readonly text: string; readonly edited: boolean }
  /** The person put a thumb or a like sign under a message. */
  | { readonly is: "reaction"; readonly to: number; readonly thumb: "up" | "down" }
  /** The person opened a link. The code is empty when they pressed Start themselves. */
  | { readonly is: "start"; readonly code: string }
  | { readonly is: "voice"; readonly file: string; readonly seconds: number; readonly type: string }
  /** `words` are forwarded words of another person. */
  | { readonly is: "unread"; readonly what: Unread; readonly words?: string }
  | { readonly is: "tap"; readonly tap: string; readonly data: string }
  /** The person has blocked the bot, or unblocked it. */
  | { readonly is: "blocked" }
  | { readonly is: "unblocked" };

export type Update =
  | ({
      readonly id: number;
      readonly chat: string;
      /** The number of the message in its chat. */
      readonly number?: number;
      /** The pictures or files that the person sent together have the same. */
      readonly album?: string;
      /** The seconds between a message and its change. */
      readonly changedAfter?: number;
      readonly repliesTo?: { readonly number: number; readonly from: "person" | "waldo" };
    } & Wish)
  | { readonly is: "ignored"; readonly why: "no update" | "other kind" | "not private" | "a bot" | "nothing said" };

/** Returns what an update means. Never throws. */
export function readUpdate(value: unknown): Update {
  const envelope = Envelope.safeParse(value).data;
  if (!envelope) return ignored("no update");
  const { update_id: id, message, edited_message: edited, callback_query: query, my_chat_member: member } = envelope;
  const { message_reaction: reaction } = envelope;
  const heard = message ?? edited;
  const chat = heard?.chat ?? query?.message?.chat ?? reaction?.chat ?? member?.chat;
  if (!chat) return ignored("other kind");
  if (chat.type !== "private") return ignored("not private");
  if (heard?.from?.is_bot || query?.from.is_bot || reaction?.user?.is_bot) return ignored("a bot");
  const wish = heard
    ? wishOf(heard, message === undefined)
    : query
      ? ({ is: "tap", tap: query.id, data: query.data ?? "" } as const)
      : reaction
        ? reacted(reaction)
        : membership(member?.new_chat_member.status);
  return wish ? { id, chat: String(chat.id), ...(heard ? pointers(heard) : {}), ...wish } : ignored("nothing said");
}

const ignored = (why: Extract<Update, { is: "ignored" }>["why"]): Update => ({ is: "ignored", why });

const UP = ["👍", "❤", "🔥", "🙏", "👏", "🥰", "🎉", "💯", "😍", "👌"];
const DOWN = ["👎", "😡", "🤬", "💩", "🤮", "😢", "🥱"];

/** Reads a reaction as a thumb. A reaction that is taken away or says neither counts as nothing. */
function reacted({
  message_id: to,
  new_reaction: signs,
}: {
  readonly message_id: number;
  readonly new_reaction: readonly { readonly emoji?: string | undefined }[];
}): Wish | undefined {
  const has = (list: readonly string[]) =>
    signs.some(({ emoji }) => list.includes((emoji ?? "").replace("\ufe0f", "")));
  if (has(DOWN)) return { is: "reaction", to, thumb: "down" };
  return has(UP) ? { is: "reaction", to, thumb: "up" } : undefined;
}

function pointers({ message_id: number, media_group_id: album, date, edit_date: edit, reply_to_message: to }: Message) {
  return {
    ...(number === undefined ? {} : { number }),
    ...(album === undefined ? {} : { album }),
    ...(date === undefined || edit === undefined ? {} : { changedAfter: edit - date }),
    ...(to === undefined
      ? {}
      : { repliesTo: { number: to.message_id, from: to.from?.is_bot ? ("waldo" as const) : ("person" as const) } }),
  };
}

/** Matches the command of a link: `/start`, alone or with the code. */
const START = /^\/start(?:@\w+)?(?:\s+([A-Za-z0-9_-]{1,64}))?$/;

const PICTURES = ["photo", "video", "animation", "video_note", "sticker"];
const FILES = ["document", "audio"];
const OTHERS = ["location", "venue", "contact", "poll", "dice", "story", "game", "invoice", "paid_media", "checklist"];
/** Forwarded words and files of another person. The person did not say them (R10). */
const FORWARDED = [
  "forward_origin",
  "forward_from",
  "forward_sender_name",
  "forward_from_chat",
  "forward_date",
  "via_bot",
];

function wishOf(message: Message, edited: boolean): Wish | undefined {
  const has = (names: readonly string[]) => names.some((name) => message[name] !== undefined);
  const { text = wordsBeside(message), voice } = message;
  if (has(FORWARDED) && !isOwnAgain(message))
    return { is: "unread", what: "forwarded", ...(text === undefined ? {} : { words: plainText(text).trim() }) };
  if (text !== undefined) {
    const words = plainText(text).trim();
    const start = START.exec(words);
    if (start && !edited) return { is: "start", code: start[1] ?? "" };
    if (words !== "") return { is: "said", text: words, edited };
    if (message.text !== undefined) return undefined;
  }
  if (edited) return undefined;
  if (voice) return { is: "voice", file: voice.file_id, seconds: voice.duration, type: voice.mime_type ?? "audio/ogg" };
  if (has(PICTURES)) return { is: "unread", what: "picture" };
  if (has(FILES)) return { is: "unread", what: "file" };
  return has(OTHERS) ? { is: "unread", what: "other" } : undefined;
}

/** Returns what the person wrote beside a picture or a file, or into a poll or a list. These are words of the person. */
function wordsBeside({ caption, poll, checklist }: Message): string | undefined {
  if (caption !== undefined) return caption;
  if (poll) return poll.question;
  return checklist && [checklist.title, ...(checklist.tasks ?? []).map(({ text }) => text)].join("\n");
}

/** True for the person's own words that they forward to Waldo. Without the sender's id they count as another person's. */
function isOwnAgain({ from, forward_origin: origin, via_bot: bot }: Message): boolean {
  return bot === undefined && from?.id !== undefined && origin?.sender_user?.id === from.id;
}

function membership(status: string | undefined): Wish | undefined {
  if (status === "kicked" || status === "left") return { is: "blocked" };
  return status === "member" ? { is: "unblocked" } : undefined;
}
