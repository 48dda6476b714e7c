// Asks Telegram for the updates of the person's own bot, while the process runs, and handles them one after the other.
// After a restart Telegram may repeat updates that were handled but not confirmed. Each of these has a row
// (core/telegram/take.ts). A failure is reported once and tried again.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EpochMs, isError, type UserId, WaldoError } from "@waldo/contracts";
import type { Ports } from "@waldo/core/ports";
import { type Bots, linkConfigured } from "@waldo/core/telegram/link";
import { takeUpdate } from "@waldo/core/telegram/take";
import type { Settings } from "../settings.ts";
import { transcriberOf } from "../voice.ts";

export type TelegramEvent =
  | { readonly type: "telegram"; readonly at: EpochMs; readonly listening: string }
  | { readonly type: "telegram"; readonly at: EpochMs; readonly trouble: string };

type Address = NonNullable<Settings["telegram"]>;

export type Listener = {
  start(): void;
  /** Requests no further update. Resolves within a second; an unfinished update is repeated to the next process. */
  stop(): Promise<void>;
};

/** The pauses between two tries. The last one is used for all later tries. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000, 60_000];
/** How often a failing update is tried. After that it is skipped, and the next updates are handled. */
const MOST_TRIES = 4;
/** Errors after which no update can be handled until somebody has fixed the cause. */
const CANNOT_STORE = ["StoreUnavailable", "NoSpace", "KeyLost"] as const;
/** Telegram holds a request until there is an update. A server that answers at once is called this often. */
const IDLE_MS = 200;
const STOP_MS = 800;

export function telegramListener(options: {
  readonly ports: Ports & { readonly approvalKey: Uint8Array };
  readonly userId: UserId;
  readonly address: Address;
  readonly emit: (event: TelegramEvent) => void;
  /** If it is absent, recordings are not transcribed, and Waldo answers a voice message with a fixed sentence. */
  readonly voice?: NonNullable<Settings["voice"]>;
}): Listener {
  const { ports, userId, address, emit, voice } = options;
  const { store, clock, log } = ports;
  const stop = new AbortController();
  const transcriber = voice && transcriberOf(voice, stop.signal);
  let loop: Promise<void> = Promise.resolve();
  let said = "";
  const tell = (event: { listening: string } | { trouble: string }) => {
    const text = JSON.stringify(event);
    if (text !== said && !stop.signal.aborted) emit({ type: "telegram", at: clock.now(), ...event });
    said = text;
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {});

  async function listen(): Promise<void> {
    const { botNameOf, telegramBot, troubleOf, updatesOf } = await import("@waldo/outside/telegram-bot");
    let bot: ReturnType<typeof telegramBot> | undefined;
    let failures = 0;
    let isHeard = false;
    /** The first update to ask for. Telegram forgets the updates before this one. */
    let offset = 0;
    while (!stop.signal.aborted)
      try {
        if (!bot) {
          bot = telegramBot(await botNameOf(address, stop.signal), address);
          await linkSet(bot.name);
          await bot.offer?.();
        }
        // The first request of a bot, and the first after trouble, does not wait: the owner learns at once that it is heard.
        const updates = await updatesOf(address, offset, isHeard, stop.signal);
        [failures, isHeard] = [0, true];
        tell({ listening: bot.name });
        for (const update of updates) {
          await take(bot, update);
          if (stop.signal.aborted) return;
          if ("update_id" in update) offset = Number(update.update_id) + 1;
        }
        if (updates.length > 0) continue;
        // After a week without updates Telegram may choose a smaller number for the next one.
        offset = 0;
        await pause(IDLE_MS);
      } catch (error) {
        if (stop.signal.aborted) return;
        const { why, waitMs } = error instanceof WaldoError ? { why: error.message } : troubleOf(error);
        tell({ trouble: why });
        isHeard = false;
        await pause(waitMs ?? PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0);
      }
  }

  /** A chat that the settings name counts as linked. */
  async function linkSet(name: string): Promise<void> {
    if (address.chat === undefined) return;
    const rows = { store, clock, bot: { name }, rowsOf: async () => store };
    if ((await linkConfigured(rows, userId, address.chat)) !== "linked")
      tell({ trouble: "the chat of WALDO_TELEGRAM_CHAT belongs to another person of this home" });
  }

  async function take(bot: Parameters<typeof takeUpdate>[0]["bot"], update: object): Promise<void> {
    const own = { store, clock, log, bot, as: async () => ports, ...(transcriber ? { transcriber } : {}) };
    for (let tries = 0; !stop.signal.aborted; tries++)
      try {
        return void (await takeUpdate(own, update));
      } catch (error) {
        // Without a store no update can be handled. Telegram keeps the update and repeats it.
        if (CANNOT_STORE.some((name) => isError(error, name))) throw error;
        tell({ trouble: error instanceof Error ? error.message : String(error) });
        if (tries + 1 === MOST_TRIES) return;
        await pause(PAUSES_MS[tries] ?? 0);
      }
  }

  return {
    start() {
      loop = listen();
    },
    async stop() {
      stop.abort();
      const over = new AbortController();
      await Promise.race([loop, sleep(STOP_MS, undefined, { signal: over.signal }).catch(() => {})]);
      over.abort();
    },
  };
}

/** The person's own bot, for links. Its name is read when a link is wanted. */
export function ownBots(address: Address): Bots {
  return {
    async names() {
      const { botNameOf } = await import("@waldo/outside/telegram-bot");
      return [await botNameOf(address, new AbortController().signal)];
    },
    newSecret: () => randomBytes(16).toString("base64url"),
  };
}
