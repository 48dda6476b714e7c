/**
 * Links a chat to a person. The person asks for a link and opens it in Telegram. The chat in which it is opened becomes
 * theirs. A link works once, for ten minutes, and only its digest is stored.
 *
 * The profile holds the person's bot and chat. A row of the bot leads from the chat to the person, so that an update
 * finds its person. The row counts only if the profile agrees with it. So one write of the profile unlinks a person,
 * without the rows of the bot.
 */
import { BotChat, type EpochMs, keys, Profile, Session, UserId, WaldoError } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { agrees, decisionOf, decisionWrites } from "../person/consents.ts";
import { findProfile } from "../person/profile.ts";
import type { Bot, Clock, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";

/** How long a link can be opened. */
const LINK_MINUTES = 10;
/** While a chat is being linked, no other person can link it for this long. Linking takes less time. */
const LINKING_MS = MINUTE_MS;
/** 128 random bits, in base64url. Together with a person's id they fit into the 64 characters of a link's code. */
const SECRET_CHARS = 22;

type Rows = { readonly store: Store; readonly clock: Clock };

/** The bots to which people are linked, and a function that returns the secret of a link: 22 characters of base64url. */
export type Bots = { readonly names: () => Promise<readonly string[]>; readonly newSecret: () => string };

const linkKey = (userId: UserId, code: string) => keys.session(userId, digest("telegram", code));

/**
 * Returns a link for a person and its expiry. Returns undefined when no bot is configured. Throws `InvalidInput`
 * without a profile.
 */
export async function newLink(
  { store, clock }: Rows,
  bots: Bots,
  userId: UserId,
): Promise<{ readonly url: string; readonly expiresAt: EpochMs } | undefined> {
  const profile = await findProfile(store, userId);
  if (!profile) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const bot = botFor(profile, await bots.names());
  if (bot === undefined) return undefined;
  const code = `${bots.newSecret()}${userId}`;
  const expiresAt = clock.now() + LINK_MINUTES * MINUTE_MS;
  await store.transact([{ ...putNew(linkKey(userId, code), { is: "telegram", expiresAt }), expiresAt }]);
  return { url: `https://t.me/${bot}?start=${code}`, expiresAt };
}

/** Returns the bot of a person. They keep their bot while it is in the list. New people are spread over all bots. */
function botFor({ userId, channels: { telegramBot } }: Profile, names: readonly string[]): string | undefined {
  if (telegramBot !== undefined && names.includes(telegramBot)) return telegramBot;
  return names[Number.parseInt(digest(userId).slice(0, 8), 16) % names.length];
}

/** Unlinks the person's chat. From then on nothing is sent to it and nothing from it is read. */
export function unlink({ store, clock }: Rows, userId: UserId): Promise<Profile> {
  return retryConflicts(async () => {
    const row = await store.get(keys.profile(userId));
    if (!row) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
    const { channels: before, ...rest } = Profile.parse(row.body);
    const { telegramChatId: _, telegramBot: __, telegramHealth: ___, ...channels } = before;
    const profile: Profile = { ...rest, channels };
    const ends = await consentEnds(store, userId, clock.now());
    await store.transact([putOver(row, keys.profile(userId), profile), ...ends]);
    return profile;
  });
}

function isLinked(profile: Profile | undefined, bot: string, chat: string): profile is Profile {
  return profile?.channels.telegramChatId === chat && (profile.channels.telegramBot ?? bot) === bot;
}

/** The ports for linking: the rows of the bot and of a person. */
export type LinkPorts = Rows & {
  readonly bot: Pick<Bot, "name">;
  readonly rowsOf: (userId: UserId) => Promise<Pick<Store, "get" | "transact">>;
};

/** Returns the person of a chat with this bot, or undefined for a stranger. */
export async function personOf({ store, bot, rowsOf }: LinkPorts, chat: string): Promise<Profile | undefined> {
  const row = await store.get(keys.botChat(bot.name, chat));
  if (!row) return undefined;
  const { userId } = BotChat.parse(row.body);
  const profile = await findProfile(await rowsOf(userId), userId);
  return isLinked(profile, bot.name, chat) ? profile : undefined;
}

type Linking =
  /** The chat now belongs to the person, or already did by this link. */
  | "linked"
  /** The link was used or is too old. */
  | "old"
  /** The chat belongs to another person. */
  | "taken"
  /** The link never existed. */
  | "unknown";

/**
 * Links a chat with the code of a link. First the row of the bot is written, then the profile. If a process dies in
 * between, nobody is linked yet, and the same code continues. The chat of another person is not changed.
 */
export function linkByCode(ports: LinkPorts, code: string, chat: string): Promise<Linking> {
  return retryConflicts(async () => {
    const userId = UserId.safeParse(code.slice(SECRET_CHARS)).data;
    if (userId === undefined) return "unknown";
    const own = await ports.rowsOf(userId);
    const key = linkKey(userId, code);
    const row = await own.get(key);
    const link = row && Session.parse(row.body);
    if (!row || link?.is !== "telegram") return "unknown";
    if (link.chat !== undefined) return link.chat === chat && (await personOf(ports, chat)) ? "linked" : "old";
    if (link.expiresAt <= ports.clock.now()) return "old";
    if (!(await hold(ports, userId, chat))) return "taken";
    const spent: Write = { ...putOver(row, key, { ...link, chat }), expiresAt: link.expiresAt };
    const to = { telegramBot: ports.bot.name, telegramChatId: chat };
    const ends = await consentEnds(own, userId, ports.clock.now());
    await own.transact([await profileWith(own, userId, to), spent, lifted(userId), ...ends]);
    return "linked";
  });
}

/**
 * Links a chat that the owner of a machine has named in the settings. This counts as consent to words about the body
 * there, unless they said no before: a setting never changes a decision. The chat of another person is not changed.
 */
export function linkConfigured(ports: LinkPorts, userId: UserId, chat: string): Promise<Linking> {
  return retryConflicts(async () => {
    const own = await ports.rowsOf(userId);
    if (isLinked(await findProfile(own, userId), ports.bot.name, chat) && (await personOf(ports, chat)))
      return "linked";
    if (!(await hold(ports, userId, chat))) return "taken";
    const to = { telegramBot: ports.bot.name, telegramChatId: chat };
    const given = { purpose: "telegram", given: true } as const;
    const isDecided = (await decisionOf(own, userId, "telegram")) !== undefined;
    const agreeing = isDecided ? [] : await decisionWrites(own, userId, given, ports.clock.now());
    await own.transact([await profileWith(own, userId, to), ...agreeing]);
    return "linked";
  });
}

/**
 * Writes in the rows of the bot that the chat belongs to this person. Returns false when it belongs to another person.
 */
async function hold(ports: LinkPorts, userId: UserId, chat: string): Promise<boolean> {
  const { store, clock, bot } = ports;
  const now = clock.now();
  const key = keys.botChat(bot.name, chat);
  const row = await store.get(key);
  const held = row && BotChat.parse(row.body);
  if (held && held.userId !== userId && (now - held.at < LINKING_MS || (await personOf(ports, chat)))) return false;
  await store.transact([putOver(row, key, { userId, at: now })]);
  return true;
}

async function profileWith(
  own: Pick<Store, "get">,
  userId: UserId,
  to: Pick<Profile["channels"], "telegramBot" | "telegramChatId">,
): Promise<Write> {
  const key = keys.profile(userId);
  const row = await own.get(key);
  if (!row) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const before = Profile.parse(row.body);
  const { telegramHealth: _, ...channels } = before.channels;
  return putOver(row, key, { ...before, channels: { ...channels, ...to } } satisfies Profile);
}

/** Returns the writes that end the consent for Telegram. A consent for one chat is not a consent for the next. */
async function consentEnds(own: Pick<Store, "get">, userId: UserId, now: EpochMs): Promise<Write[]> {
  const isGiven = await agrees(own, userId, "telegram");
  return isGiven ? decisionWrites(own, userId, { purpose: "telegram", given: false }, now) : [];
}

/** Returns the write that ends the pause of a channel. The pause began when the person blocked the bot. */
export function lifted(userId: UserId): Write {
  return { op: "put", key: keys.channel(userId, "telegram"), body: { paused: false } };
}
