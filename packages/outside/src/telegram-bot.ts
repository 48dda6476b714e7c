/** The functions of a Telegram bot besides sending: its name, its updates, its files. */
import { COMMAND_NAMES, commandOf, WaldoError } from "@waldo/contracts";
import type { Bot } from "@waldo/core/ports";
import { UPDATES } from "@waldo/core/telegram/update";
import { GrammyError } from "grammy/web";
import { apiUntil, rootOf, type TelegramOptions } from "./telegram.ts";

const CALL_MS = 10_000;
/** The largest file that Telegram gives to a bot. */
const MOST_BYTES = 20_000_000;
/** How long Telegram may hold a request when there are no updates. */
const HOLD_SECONDS = 25;
const PUBLIC_ROOT = "https://api.telegram.org";

type Address = Pick<TelegramOptions, "token" | "apiRoot">;

/** The bot of a name. Throws `InvalidInput` for an address that ends in a slash. */
export function telegramBot(name: string, { token, apiRoot }: Address): Bot {
  const root = rootOf(apiRoot);
  const api = () => apiUntil(AbortSignal.timeout(CALL_MS), token, root);
  return {
    name,
    // The tap counts in any case. Telegram only refuses answers to taps that are some minutes old.
    answered: (tap) => api().answerCallbackQuery(tap).then(done, done),
    say: (chat, text) => api().sendMessage(chat, text).then(done, done),
    // A typed command works even when it is not offered, so a failure is ignored.
    offer: () => api().setMyCommands(OFFERED).then(done, done),
    async read(file) {
      const deadline = AbortSignal.timeout(CALL_MS);
      const { file_path: path } = await apiUntil(deadline, token, root).getFile(file);
      const answer = await fetch(`${apiRoot ?? PUBLIC_ROOT}/file/bot${token}/${path}`, { signal: deadline });
      const length = Number(answer.headers.get("content-length") ?? 0);
      if (!answer.ok || path === undefined || length > MOST_BYTES)
        throw new WaldoError("InvalidInput", `Telegram gave no file (${answer.status})`);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}

const done = () => {};

/** The commands in the form that Telegram accepts. */
const OFFERED = COMMAND_NAMES.map((command) => ({ command, description: commandOf(command).does }));

/** Returns the username of the bot of a token. */
export async function botNameOf({ token, apiRoot }: Address, stop: AbortSignal): Promise<string> {
  const deadline = AbortSignal.any([stop, AbortSignal.timeout(CALL_MS)]);
  return (await apiUntil(deadline, token, rootOf(apiRoot)).getMe()).username;
}

/**
 * Returns the updates from `offset` on. If it may wait, Telegram holds the request until there is one, for at most 25
 * seconds.
 */
export async function updatesOf(
  { token, apiRoot }: Address,
  offset: number,
  mayWait: boolean,
  stop: AbortSignal,
): Promise<readonly object[]> {
  const deadline = AbortSignal.any([stop, AbortSignal.timeout(HOLD_SECONDS * 1000 + CALL_MS)]);
  const api = apiUntil(deadline, token, rootOf(apiRoot));
  return api.getUpdates({ offset, timeout: mayWait ? HOLD_SECONDS : 0, allowed_updates: UPDATES });
}

/**
 * Returns in words for the owner why a bot could not be called, and how long to wait if Telegram tells it. The text
 * never holds the token.
 */
export function troubleOf(error: unknown): { readonly why: string; readonly waitMs?: number } {
  if (!(error instanceof GrammyError)) return { why: "Telegram does not answer" };
  const { error_code: code, description, parameters } = error;
  if (code === 401 || code === 404) return { why: "Telegram does not know this token: check WALDO_TELEGRAM_TOKEN" };
  if (code === 409)
    return {
      why: /webhook/i.test(description)
        ? "a webhook is set for this bot, so its messages cannot be read here: remove the webhook, or use another bot"
        : "another program reads this bot's messages: stop it, or give Waldo a bot of its own",
    };
  const { retry_after: seconds } = parameters;
  return { why: `Telegram answers ${code}`, ...(seconds === undefined ? {} : { waitMs: seconds * 1000 }) };
}
