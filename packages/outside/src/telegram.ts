/**
 * The Bot API as a Channel. The Bot API has no idempotency key, so the outcome of each send must be determined exactly:
 *
 *   no connection, no such host             retry     nothing left this machine
 *   429                                     retry     after the pause Telegram names
 *   401, 404                                retry     our token is wrong; the person's chat is fine
 *   403, or a 400 about the chat            dead      the person is gone from this chat: the channel pauses
 *   any other 4xx                           dead      this message can never be sent
 *   5xx, a broken connection, no answer     unknown   Telegram may have sent it
 *   any of these after the first part       unknown   a repeat would send the first part again
 *
 * Texts are sent without a parse mode, so Telegram cannot refuse a text because of its punctuation.
 */
import { type Button, type ChannelMessage, WaldoError } from "@waldo/contracts";
import type { Channel, SendOutcome } from "@waldo/core/ports";
import { Api, type ApiClientOptions, GrammyError, HttpError } from "grammy/web";
import { splitText } from "./telegram-text.ts";
import { isUnsent } from "./unsent.ts";

/**
 * The limit for all parts of one message. This limit is shorter than the outbox's claim, so that no other process sends
 * the message in the meantime.
 */
const DEFAULT_TIMEOUT_MS = 10_000;
/** Stands before a message that is sent again because nobody knows whether it arrived the first time. */
export const REPEATED = "(sent again: the first may not have arrived)";

export type TelegramOptions = {
  readonly token: string;
  /** The address of another Bot API server. */
  readonly apiRoot?: string;
  readonly timeoutMs?: number;
};

type TelegramMessage = Extract<ChannelMessage, { channel: "telegram" }>;

export function telegramChannel({ token, apiRoot, timeoutMs = DEFAULT_TIMEOUT_MS }: TelegramOptions): Channel {
  const root = rootOf(apiRoot);
  return {
    name: "telegram",
    async send(address, message) {
      if (message.channel !== "telegram") return dead("not a Telegram message");
      const parts = partsOf(message);
      if (parts.length === 0) return dead("the message has no text");
      const api = apiUntil(AbortSignal.timeout(timeoutMs), token, root);
      const receipts: number[] = [];
      for (const [i, part] of parts.entries()) {
        const buttons = i === parts.length - 1 ? message.buttons : undefined;
        try {
          const sent = await api.sendMessage(address, part, payload(buttons));
          receipts.push(sent.message_id);
        } catch (error) {
          const outcome = outcomeOf(error, token);
          if (i === 0) return outcome;
          const reason = "reason" in outcome ? outcome.reason : outcome.outcome;
          return { outcome: "unknown", reason: `part ${i + 1} of ${parts.length} after the first was sent: ${reason}` };
        }
      }
      return { outcome: "sent", receipt: receipts.join(",") };
    },
  };
}

/** Checks the address of another Bot API server. grammY would throw an error with the address in its message. */
export function rootOf(apiRoot: string | undefined): { readonly apiRoot?: string } {
  if (apiRoot?.endsWith("/")) throw new WaldoError("InvalidInput", "the Bot API's address must not end in a slash");
  return apiRoot === undefined ? {} : { apiRoot };
}

/** The Bot API, for calls that all end at one deadline. */
export function apiUntil(deadline: AbortSignal, token: string, root: { readonly apiRoot?: string }): Api {
  return new Api(token, { ...root, fetch: fetchUntil(deadline) });
}

function partsOf({ text, repeated }: TelegramMessage): string[] {
  // Half of a surrogate pair is not text, and the API refuses it.
  const whole = text.toWellFormed();
  if (whole.trim() === "") return [];
  return splitText(repeated ? `${REPEATED}\n\n${whole}` : whole);
}

/**
 * There is no preview: Telegram would fetch a link that another person put into the text, and that person would learn
 * that the text was read.
 */
function payload(buttons: readonly Button[] | undefined) {
  const rows: { text: string; callback_data: string }[][] = [];
  for (const { label, data, beside } of buttons ?? []) {
    const button = { text: label, callback_data: data };
    const row = beside ? rows.at(-1) : undefined;
    if (row) row.push(button);
    else rows.push([button]);
  }
  return {
    link_preview_options: { is_disabled: true },
    ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
  };
}

/** A 400 that is about the chat, not about the message. */
const CHAT_IS_GONE =
  /chat not found|user is deactivated|user not found|peer_id_invalid|chat_id is empty|upgraded to a supergroup|no rights to send|not enough rights|chat_write_forbidden/i;

function outcomeOf(error: unknown, token: string): SendOutcome {
  if (error instanceof HttpError) return unreached(error.error);
  if (!(error instanceof GrammyError)) return { outcome: "unknown", reason: `unexpected: ${nameOf(error)}` };
  const { error_code: code, description, parameters } = error;
  const reason = `Telegram answered ${code}: ${description}`.replaceAll(token, "<token>").slice(0, 300);
  if (code === 429) {
    const seconds = parameters.retry_after;
    return { outcome: "retry", reason, ...(seconds === undefined ? {} : { afterMs: seconds * 1000 }) };
  }
  if (code >= 500) return { outcome: "unknown", reason };
  if (code === 401 || code === 404) return { outcome: "retry", reason: `${reason}: check the bot token` };
  return { outcome: "dead", reason, pauseChannel: code === 403 || CHAT_IS_GONE.test(description) };
}

/** No text of the error is repeated, because it contains the address with the token. */
function unreached(error: unknown): SendOutcome {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : nameOf(error);
  return isUnsent(cause) || code === "UND_ERR_CONNECT_TIMEOUT"
    ? { outcome: "retry", reason: `no connection to Telegram (${code})` }
    : { outcome: "unknown", reason: `no answer from Telegram (${code})` };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

function dead(reason: string): SendOutcome {
  return { outcome: "dead", reason, pauseChannel: false };
}

/**
 * Uses Node's fetch instead of grammY's. grammY's drops the system call of an error, which alone tells whether anything
 * was sent. All requests have one deadline.
 */
function fetchUntil(deadline: AbortSignal) {
  const until = (url: string, { method, headers, body }: RequestInit) =>
    fetch(url, { method, headers, body, signal: deadline } as RequestInit);
  return until as unknown as NonNullable<ApiClientOptions["fetch"]>;
}
