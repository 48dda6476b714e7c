/**
 * Handles an update of a Telegram bot, from a webhook or from polling.
 *
 * Telegram repeats an update until it is confirmed. So the work comes first, then the row that the update is done, and
 * then the confirmation:
 *
 * update ─> which person? ─> the work, named by the update ─> BOTUPDATE#id ─> 200, or the next offset
 *
 * If a process dies before the row, Telegram repeats the update and the work is done again. The update gives every part
 * of the work its name: the nonce of a run, the name of an announcement. So the second time finds the run or the
 * announcement and adds nothing. Repeating a tap is safe.
 *
 * A chat without a linked person gets no answer and leaves no row. There is one exception: a chat that opens an
 * existing link gets a sentence about the link.
 */
import {
  announcementId,
  type Button,
  HEALTH_HERE,
  keys,
  MOST_VOICE_SECONDS,
  type Profile,
  plainText,
  type UserId,
} from "@waldo/contracts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { announcement } from "../channels/announce.ts";
import { flushRun } from "../channels/outbox.ts";
import { digest, runOfMessage } from "../digest.ts";
import { livedDate } from "../health/ledger.ts";
import { agrees, decideConsent } from "../person/consents.ts";
import type { Bot, Ports, StartWake, Transcriber } from "../ports.ts";
import { commitIf } from "../store/cas.ts";
import { DAY_MS } from "../time.ts";
import { type LinkPorts, lifted, linkByCode, personOf } from "./link.ts";
import { readUpdate, type Unread, type Update } from "./update.ts";

/** The ports for the work of one person. No model sees the approval key. */
export type PersonPorts = Ports & { readonly approvalKey: Uint8Array; readonly startWake?: StartWake };

/** The rows of the bot, the bot itself, and the way to the ports of one person. */
export type TelegramPorts = Pick<Ports, "store" | "clock" | "log"> & {
  readonly bot: Bot;
  readonly as: (userId: UserId) => Promise<PersonPorts>;
  /** Transcribes voice messages. If it is absent, a fixed sentence answers a voice message. */
  readonly transcriber?: Transcriber;
  /**
   * Passes an update to another process with more time. It is used for voice messages of linked chats. After it
   * returns, the other process is responsible for the update.
   */
  readonly later?: (update: unknown) => Promise<void>;
};

/**
 * `stranger`: no person is linked to the chat. `again`: the update was handled before. `later`: another process handles
 * it.
 */
type Took = "taken" | "again" | "stranger" | "ignored" | "later";

/** Telegram keeps an update for a day. */
const UPDATE_DAYS = 2;

/** The most characters of a message. Telegram's own are shorter; a recording may hold more. */
const MOST_CHARS = 8_000;

type Wish = Exclude<Update, { is: "ignored" }>;
type Own = { readonly ports: PersonPorts; readonly profile: Profile; readonly bot: Bot; readonly update: Wish };

/**
 * Handles one update. It may be called twice with it, also at the same time. Throws the errors of the store and the
 * machines.
 */
export async function takeUpdate(ports: TelegramPorts, value: unknown): Promise<Took> {
  const update = readUpdate(value);
  if (update.is === "ignored") {
    ports.log("info", "telegram.ignored", { why: update.why });
    return "ignored";
  }
  const { store, clock, bot } = ports;
  const key = keys.botUpdate(bot.name, update.id);
  if (await store.get(key)) return "again";
  const took = await work(ports, update, value);
  if (took !== "taken") return took;
  const at = clock.now();
  await store.transact([{ op: "put", key, body: { at }, expiresAt: at + UPDATE_DAYS * DAY_MS }]);
  return "taken";
}

async function work(ports: TelegramPorts, update: Wish, value: unknown): Promise<Took> {
  const rows: LinkPorts = { ...ports, rowsOf: async (userId) => (await ports.as(userId)).store };
  if (update.is === "start" && update.code !== "") {
    const linking = await linkByCode(rows, update.code, update.chat);
    if (linking === "unknown") return "stranger";
    if (linking !== "linked") {
      await ports.bot.say(update.chat, SAYS[linking]);
      return "taken";
    }
  }
  const profile = await personOf(rows, update.chat);
  if (!profile) return "stranger";
  if (update.is === "voice" && ports.later) {
    await ports.later(value);
    return "later";
  }
  const own = { ports: await ports.as(profile.userId), profile, bot: ports.bot, update };
  await act(own, ports.transcriber);
  return "taken";
}

const UNREAD: Record<Unread, string> = {
  picture: "I cannot look at pictures yet. Tell me in a few words what it shows.",
  file: "I cannot open files here. Write me the part that matters to you.",
  forwarded: "Those are somebody else's words, so I leave them alone. Tell me in your own words what you need.",
  other: "I can read only words here. Write it to me.",
};

const SAYS = {
  linked:
    "We are linked. From now on I write to you here too, and you can write to me. May I also write here about your sleep and your energy? Telegram can read it. Until you say yes, that stays in the app.",
  yes: "All right. What I say about your sleep and your energy comes here too.",
  no: "All right. What I say about your sleep and your energy stays in the app.",
  old: "This link was used or is too old. Ask for a new one where you got it.",
  taken: "This chat belongs to another account. Unlink it there first, then open the link again.",
  noEars: "I cannot listen to voice messages yet. Write it to me instead.",
  notAgreed:
    "A model outside would write that down, and you have not agreed to one. Write it to me instead, or agree in the app.",
  tooLong: "That is longer than I can listen to. Five minutes is the most.",
  noWords: "I could not make out words in that. Say it once more, or write it to me.",
  changedLate:
    "That message is too old for me to change what it set, so I left everything as it is. Write it to me as a new message.",
  changedSince:
    "I could not take back what that message set, so I left everything as it is. Tell me in a new message what you want.",
  notNow: "I could not listen to that just now. Send it again later, or write it to me.",
} as const;

const ASKS: readonly Button[] = [
  { label: "Yes", data: HEALTH_HERE.yes },
  { label: "No", data: HEALTH_HERE.no, beside: true },
];

async function agree(own: Own, data: (typeof HEALTH_HERE)["yes" | "no"]): Promise<void> {
  const { ports, profile } = own;
  const given = data === HEALTH_HERE.yes;
  await decideConsent(ports, profile.userId, { purpose: "telegram", given });
  await reply(own, given ? SAYS.yes : SAYS.no);
}

async function act(own: Own, transcriber: Transcriber | undefined): Promise<void> {
  const { ports, update } = own;
  if (update.is === "blocked") return void (await pauseChannel(own));
  await liftPause(own);
  if (update.is === "unblocked") return;
  if (update.is === "said") return update.edited ? change(own, update.text) : say(own, update.text);
  if (update.is === "reaction") return react(own, update);
  if (update.is === "voice") return listen(own, update, transcriber);
  if (update.is === "start") {
    await own.bot.offer?.();
    return reply(own, SAYS.linked, ASKS);
  }
  if (update.is === "unread") return unread(own, update);
  // The waiting mark of the button is removed first, because the work of the tap may take some time.
  await own.bot.answered(update.tap);
  if (update.data === HEALTH_HERE.yes || update.data === HEALTH_HERE.no) return agree(own, update.data);
  if (update.data.startsWith("review:")) return tapReviewed(own, update.data);
  const { handleTap } = await import("../approve/tap.ts");
  const answer = await handleTap(ports, own.profile.userId, update.data);
  await wakeForReminders(ports, own.profile.userId);
  await reply(own, answer.text, answer.kind === "screen" ? answer.buttons : "undo" in answer ? answer.undo : []);
}

/**
 * Passes a tap to the review. The review sends its text as an announcement. Only a tap that does not concern the review
 * is answered here.
 */
async function tapReviewed(own: Own, data: string): Promise<void> {
  const { tapReview } = await import("../review/tap.ts");
  const { text, speaks } = await tapReview(own.ports, own.profile, data);
  if (!speaks) await reply(own, text);
}

/** Takes a reaction under a message of Waldo as the thumb under it. It gets no answer: the sign in the chat shows it. */
async function react(own: Own, { to, thumb }: Extract<Wish, { is: "reaction" }>): Promise<void> {
  const { runOfSent } = await import("./gestures.ts");
  const runId = await runOfSent(own.ports, own.profile.userId, to);
  if (runId === undefined) return;
  const { handleTap } = await import("../approve/tap.ts");
  await handleTap(own.ports, own.profile.userId, `${thumb}:${runId}`);
}

/**
 * Handles a changed message. What its earlier versions did is taken back, and the new words are handled in their place.
 * If that is not possible, Waldo does nothing with the new words and says so. Grave words are answered in any case.
 */
async function change(own: Own, text: string): Promise<void> {
  const { ports, profile, bot, update } = own;
  if (update.number === undefined) return say(own, text, true);
  const { isTooLateToChange, takeBackVersions } = await import("./gestures.ts");
  const isOld = isTooLateToChange(update.changedAfter ?? 0);
  const versions = { first: nameOfMessage(bot, update.chat, update.number), now: nameOf(bot, update) };
  const took = isOld ? "kept" : await takeBackVersions(ports, profile.userId, versions);
  if (took === "kept") {
    const { intake } = await import("../chat/intake.ts");
    if (await intake(ports, profile, { as: "kept", name: versions.now, texts: [text] })) return;
    return reply(own, isOld ? SAYS.changedLate : SAYS.changedSince);
  }
  await say(own, text, true);
  await wakeForReminders(ports, profile.userId);
}

/** Returns what a reply is about: the run of the person's own message, or the one that sent Waldo's. */
async function aboutOf({ ports, profile: { userId }, bot, update }: Own) {
  const { repliesTo: to, chat } = update;
  if (to === undefined) return undefined;
  if (to.from === "person") return runOfMessage(userId, nameOfMessage(bot, chat, to.number));
  const { runOfSent } = await import("./gestures.ts");
  return runOfSent(ports, userId, to.number);
}

/** Handles what the person says. A command is carried out. The thread shows when the words were edited. */
async function say(own: Own, text: string, edited = false): Promise<void> {
  const { ports, profile, bot, update } = own;
  const { intake } = await import("../chat/intake.ts");
  const about = await aboutOf(own);
  const message = {
    messageId: nameOf(bot, update),
    text,
    ...(edited ? { edited } : {}),
    ...(about === undefined ? {} : { about }),
  };
  await intake(ports, profile, { as: "message", message, via: "telegram" });
}

/**
 * Tells the person that a message cannot be read. If it holds another person's words that are grave, these are answered
 * instead, because the person may be worried by them.
 */
async function unread(own: Own, { what, words }: Extract<Wish, { is: "unread" }>): Promise<void> {
  const { ports, profile, bot, update } = own;
  if (words !== undefined) {
    const { intake } = await import("../chat/intake.ts");
    if (await intake(ports, profile, { as: "passedOn", name: nameOf(bot, update), texts: [words] })) return;
  }
  return reply(own, UNREAD[what]);
}

async function listen(
  own: Own,
  { file, seconds, type }: Extract<Wish, { is: "voice" }>,
  transcriber: Transcriber | undefined,
): Promise<void> {
  const { ports, bot, profile } = own;
  if (!transcriber) return reply(own, SAYS.noEars);
  if (transcriber.outside && !(await agrees(ports.store, profile.userId, "model"))) return reply(own, SAYS.notAgreed);
  if (seconds > MOST_VOICE_SECONDS) return reply(own, SAYS.tooLong);
  let words: string;
  try {
    words = plainText(await transcriber.transcribe({ bytes: await bot.read(file), type, seconds })).trim();
  } catch (error) {
    ports.log("warn", "voice.unheard", { error: error instanceof Error ? error.name : "unknown" });
    return reply(own, SAYS.notNow);
  }
  return words === "" ? reply(own, SAYS.noWords) : say(own, words.slice(0, MOST_CHARS));
}

/**
 * Returns the name for the work of an update. A message is named by its number in the chat, so that a reply and a change
 * find it again. The name of a change begins with the name of its message.
 */
function nameOf(bot: Bot, update: Wish): string {
  const { id, chat, number } = update;
  if (number === undefined) return `telegram-${digest(bot.name, id).slice(0, 24)}`;
  const first = nameOfMessage(bot, chat, number);
  return update.is === "said" && update.edited ? `${first}-${digest(bot.name, id).slice(0, 8)}` : first;
}

const nameOfMessage = (bot: Bot, chat: string, number: number) =>
  `telegram-${digest(bot.name, "message", chat, number).slice(0, 24)}`;

/** Answers only in the chat: a tap, or a message that cannot be read. The same update gives the same answer. */
async function reply(
  { ports, profile, bot, update }: Own,
  text: string,
  buttons: readonly Button[] = [],
): Promise<void> {
  const now = ports.clock.now();
  const date = await livedDate(ports.store, profile, now);
  // The pictures of one album get one answer.
  const of = update.is === "unread" ? (update.album ?? update.id) : update.id;
  const occasion = { by: "telegram", name: digest(bot.name, of).slice(0, 24), trigger: "user_message" } as const;
  const said = { kind: "reply", text, only: "telegram", ...(buttons.length > 0 ? { buttons } : {}) } as const;
  await commitIf(ports.store, announcement(profile, { ...occasion, date, now }, said));
  await flushRun(ports, profile.userId, announcementId(occasion.by, occasion.name));
}

async function pauseChannel({ ports: { store, clock }, profile: { userId } }: Own): Promise<void> {
  const body = { paused: true, reason: "the person blocked the bot", at: clock.now() };
  await store.transact([{ op: "put", key: keys.channel(userId, "telegram"), body }]);
}

/** Ends the pause of a channel, because a person who writes to the bot has not blocked it. */
async function liftPause({ ports: { store }, profile: { userId } }: Own): Promise<void> {
  const row = await store.get(keys.channel(userId, "telegram"));
  if (row?.body["paused"] === true) await store.transact([lifted(userId)]);
}
