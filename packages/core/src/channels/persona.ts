/** Prepares one message of a run for each of the person's channels. The outbox calls it. */
import {
  type Button,
  type Card,
  type ChannelMessage,
  type ChannelName,
  type DeliveryKind,
  type EpochMs,
  HEALTH_HERE,
  type Profile,
  PUSH_BODY_CHARS,
  PUSH_BUDGET_PER_DAY,
  TELEGRAM_SINK,
  telegramAddress,
} from "@waldo/contracts";

/** What a run wants to say, before it is prepared for a channel. */
export type Candidate = {
  readonly kind: DeliveryKind;
  readonly text: string;
  readonly threadId: string;
  readonly card?: Card;
  readonly buttons?: readonly Button[];
  /** Set when the words hold nothing from other people. */
  readonly origin?: "agent";
  /** After this instant the person can no longer act on the words. */
  readonly until?: EpochMs;
  /** Set for a text about the body. It goes to Telegram only if the person agreed to that. */
  readonly aboutBody?: boolean;
  /** Set for a text that belongs to one channel only, such as the answer to a tap there. It has no copy in the app. */
  readonly only?: ChannelName;
  /** The channels that do not work, for a text that says so. */
  readonly except?: readonly ChannelName[];
};

/**
 * The channels of each kind. The copy in the app always exists, for the case that nobody knows whether a send
 * succeeded. A Brief is never a push.
 */
const ROUTES: Record<DeliveryKind, readonly ChannelName[]> = {
  brief: ["in_app", "telegram"],
  fetch: ["in_app", "telegram", "push"],
  patrol: ["in_app"],
  nudge: ["in_app", "telegram", "push"],
  reminder: ["in_app", "telegram", "push"],
  reply: ["in_app", "telegram"],
  proposal: ["in_app", "telegram"],
  emergency: ["in_app", "telegram"],
  // A test goes to the tested channel and leaves no copy in the thread (channels/test-message.ts).
  test: ["telegram", "push"],
  failure: ["in_app", "telegram", "push"],
};

const PUSH_TITLE: Record<DeliveryKind, string> = {
  brief: "Your brief",
  fetch: "A moment for you",
  patrol: "Waldo noticed something",
  nudge: "A word from Waldo",
  reminder: "Reminder",
  reply: "Waldo replied",
  proposal: "A suggestion to look at",
  emergency: "You are not alone",
  test: "A test",
  failure: "Something did not work",
};

type Addressee = Pick<Profile, "userId" | "channels">;

export function addressOf(profile: Addressee, channel: ChannelName): string | undefined {
  if (channel === "in_app") return profile.userId;
  const { telegramChatId: chat, telegramBot, push } = profile.channels;
  // The push channel finds the person's devices itself.
  if (channel === "push") return push ? profile.userId : undefined;
  return chat === undefined ? undefined : telegramAddress.of(telegramBot, chat);
}

/**
 * Returns how many proactive pushes a person may get in a day: the number that the person chose, and at most
 * `PUSH_BUDGET_PER_DAY`.
 */
export function pushBudgetOf({ pushesADay = PUSH_BUDGET_PER_DAY }: Pick<Profile, "pushesADay">): number {
  return Math.min(pushesADay, PUSH_BUDGET_PER_DAY);
}

/** A message for one channel. If `aboutBody` is set, it may be sent only while the person agrees to such words there. */
type Slice = { readonly message: ChannelMessage; readonly aboutBody?: true };

/** Prepares one candidate for each of the person's channels, in the order of delivery. */
export function slice(candidate: Candidate, profile: Addressee): Slice[] {
  return ROUTES[candidate.kind]
    .filter((channel) => candidate.only === undefined || channel === candidate.only)
    .filter((channel) => !candidate.except?.includes(channel))
    .filter((channel) => addressOf(profile, channel) !== undefined)
    .map((channel) => {
      if (channel !== "telegram" || candidate.aboutBody !== true || candidate.kind === "emergency")
        return { message: shape(channel, candidate) };
      return mayTellBody(profile)
        ? { message: shape(channel, candidate), aboutBody: true }
        : { message: shape(channel, held(candidate)) };
    });
}

/**
 * Telegram can read a chat, so words about the body need consent there. A file on the person's own machine needs no
 * consent.
 */
export function mayTellBody({ channels }: Pick<Addressee, "channels">): boolean {
  return channels.telegramChatId === TELEGRAM_SINK || channels.telegramHealth === true;
}

/** Returns the message that the chat gets instead, with a button to agree. */
function held({ kind, threadId }: Candidate): Candidate {
  const what = kind === "brief" ? "Your Brief is" : kind === "reply" ? "My answer is" : "There is something for you";
  const text = `${what} in the app, because it is about your body. Telegram can read what I write here.`;
  return { kind, threadId, text, buttons: [{ label: "Write such things here", data: HEALTH_HERE.yes }] };
}

function shape(channel: ChannelName, { kind, text, threadId, card, buttons, origin }: Candidate): ChannelMessage {
  if (channel === "in_app")
    return { channel, threadId, text, ...(card === undefined ? {} : { card }), ...(origin ? { origin } : {}) };
  if (channel === "telegram") return { channel, text, ...(buttons === undefined ? {} : { buttons: [...buttons] }) };
  return {
    channel,
    title: PUSH_TITLE[kind],
    body: firstSentences(text, PUSH_BODY_CHARS),
    collapseId: threadId.slice(0, 64),
  };
}

/**
 * Returns as many whole sentences as fit into `limit` UTF-16 units. A first sentence that is too long is cut after a
 * word. A text without spaces is cut anywhere.
 */
function firstSentences(text: string, limit: number): string {
  const sentences = text.match(/[^.!?]+[.!?]*\s*/g) ?? [text];
  let out = "";
  for (const sentence of sentences) {
    if ((out + sentence).trimEnd().length > limit) break;
    out += sentence;
  }
  if (out.trim() !== "") return out.trim();
  const cut = text.slice(0, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${space > 0 ? cut.slice(0, space) : cut}…`;
}
