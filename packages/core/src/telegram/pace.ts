/**
 * The pace of a bot. Telegram lets a bot send about 30 messages a second, and one a second to one chat. All processes
 * that send for a bot share two rows, one for the bot and one for the chat. Each row holds the instant of the next
 * possible message. A sender moves both instants forward in one conditional write; this gives it a turn:
 *
 *   bot:   |  34 ms  |  34 ms  |  34 ms  |        a turn is at or after the row's instant, and moves it by one gap
 *   chat:  |          1 second           |
 *
 * Two turns of a bot are at least one gap apart, so a second never has more than 30. When many Briefs are due, the
 * instants of the rows are in the future. A sender that would wait longer than some seconds takes no turn, and its
 * message stays in the outbox. A text of more than 4,096 units goes out in parts and takes one turn.
 */
import { BotPace, isError, keys, telegramAddress } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Channel, Clock, Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";

const BOT_GAP_MS = Math.ceil(1000 / 30);
const CHAT_GAP_MS = 1_000;
/** A sender waits at most this long for its turn. */
export const LONGEST_WAIT_MS = 3_000;
/** After this many conflicts with other senders the message waits for another time. */
const MOST_TRIES = 8;
/**
 * An instant that is further ahead was written by a wrong clock, because no sender moves a row further than it would
 * wait.
 */
const WRONG_MS = MINUTE_MS;
const ROW_MS = 10 * MINUTE_MS;

type PacePorts = {
  readonly store: Pick<Store, "get" | "transact">;
  /** The clock of this machine, even when the agent uses a played clock. */
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
};

/**
 * Waits for the turn of one message. Returns undefined when it may be sent now, or else after how many milliseconds to
 * try again.
 */
export async function takeTurn(
  { store, clock, pause }: PacePorts,
  bot: string,
  chat: string,
): Promise<number | undefined> {
  const deadline = clock.now() + LONGEST_WAIT_MS;
  const [ofBot, ofChat] = [keys.botPace(bot, "all"), keys.botPace(bot, `chat-${chat}`)];
  for (let tries = 0; tries < MOST_TRIES; ) {
    const [botRow, chatRow] = await Promise.all([store.get(ofBot), store.get(ofChat)]);
    const now = clock.now();
    const free = nextOf(chatRow, now);
    // The bot's turn is taken only when the chat is free. Otherwise it would delay other people.
    if (free > deadline) return free - now;
    if (free > now) {
      await pause(free - now);
      continue;
    }
    const at = Math.max(now, nextOf(botRow, now));
    if (at > deadline) return at - now;
    const moved = [
      putOver(botRow, ofBot, { next: at + BOT_GAP_MS }),
      { ...putOver(chatRow, ofChat, { next: at + CHAT_GAP_MS }), expiresAt: at + ROW_MS },
    ];
    try {
      await store.transact(moved);
      if (at > now) await pause(at - now);
      return undefined;
    } catch (error) {
      if (!isError(error, "ConditionFailed") && !isError(error, "StoreUnavailable")) throw error;
      tries++;
      // The pause depends on chat and try, so two senders that conflicted once do not conflict again.
      await pause(Number.parseInt(digest(chat, tries).slice(0, 6), 16) % (BOT_GAP_MS * 2 ** tries));
    }
  }
  return CHAT_GAP_MS;
}

function nextOf(row: { readonly body: object } | undefined, now: number): number {
  const next = row ? BotPace.parse(row.body).next : 0;
  return next - now > WRONG_MS ? now : next;
}

/** If an address names no bot, there is only one bot. */
const ONLY_BOT = "bot";

/** Returns a Telegram channel whose messages wait for their turn. */
export function paced(channel: Channel, ports: PacePorts): Channel {
  return {
    ...channel,
    turn(address) {
      const { bot = ONLY_BOT, chat } = telegramAddress.parse(address);
      return takeTurn(ports, bot, chat);
    },
  };
}
