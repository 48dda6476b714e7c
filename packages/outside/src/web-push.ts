/**
 * Push to a browser as a Channel (RFC 8030, 8291, 8292). The push service has no idempotency key, so the outcome of
 * each send must be determined exactly:
 *
 *   404, 410                              dead      the browser has unsubscribed: the device is gone
 *   401, 403                              dead      it subscribed with another key: the device is gone
 * invalid keys                          dead      no browser gave them out: the device is gone
 *   any other 4xx                         dead      this message can never be sent
 *   429                                   retry     after the pause that the service names
 *   no connection, no such host           retry     nothing left this machine
 *   5xx, a broken connection, no answer   unknown   it may have been sent
 *
 * The address comes from a browser, so only the push services of browser makers are allowed.
 */
import { createHash } from "node:crypto";
import { type ChannelMessage, WebSubscription } from "@waldo/contracts";
import type { Channel, SendOutcome } from "@waldo/core/ports";
import webpush from "web-push";
import { isUnsent } from "./unsent.ts";
import { isPushService, type WebPushKeys } from "./web-push-keys.ts";

/** This is shorter than the outbox's claim, so that no other process sends the message meanwhile. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** How long the push service keeps a message for a browser that is off, in seconds. */
const TTL_SECONDS = 4 * 3600;
type WebPushOptions = {
  readonly keys: WebPushKeys;
  /** Where a push service can reach the operator: a mailto: or https: address. */
  readonly contact: string;
  readonly timeoutMs?: number;
  /**
   * Returns whether a message may be sent to an address. Only a test replaces it, to reach its own server. No setting
   * can.
   */
  readonly mayReach?: (endpoint: string) => boolean;
};

type PushMessage = Extract<ChannelMessage, { channel: "push" }>;

export function webPush({
  keys,
  contact,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  mayReach = isPushService,
}: WebPushOptions): Channel {
  /** Returns the request, or undefined for invalid keys. */
  function requestOf(subscription: WebSubscription, message: PushMessage) {
    try {
      return webpush.generateRequestDetails(subscription, payload(message), {
        vapidDetails: { subject: contact, ...keys },
        TTL: TTL_SECONDS,
        urgency: "high",
        // A newer message of the same thread replaces one that still waits for the browser.
        topic: createHash("sha256").update(message.collapseId).digest("base64url").slice(0, 32),
      });
    } catch {
      return undefined;
    }
  }
  return {
    name: "push",
    async send(address, message) {
      if (message.channel !== "push") return dead("not a push message", false);
      const subscription = subscriptionOf(address);
      if (!subscription || !mayReach(subscription.endpoint)) return dead("its address is of no push service", true);
      const request = requestOf(subscription, message);
      if (!request) return dead("its keys are no keys of a browser", true);
      const { endpoint, method, headers, body } = request;
      try {
        const sent = new Headers(
          Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const signal = AbortSignal.timeout(timeoutMs);
        // A redirect would avoid the check of the address.
        const answer = await fetch(endpoint, { method, headers: sent, body, signal, redirect: "manual" });
        await answer.body?.cancel();
        return outcomeOf(answer);
      } catch (error) {
        const cause = error instanceof Error ? error.cause : undefined;
        return isUnsent(cause)
          ? { outcome: "retry", reason: "no connection to the push service" }
          : { outcome: "unknown", reason: "no answer from the push service" };
      }
    },
  };
}

function payload({ title, body, collapseId }: PushMessage): string {
  return JSON.stringify({ title, body, tag: collapseId });
}

function subscriptionOf(address: string): WebSubscription | undefined {
  try {
    return WebSubscription.parse(JSON.parse(address));
  } catch {
    return undefined;
  }
}

function outcomeOf({ status, headers }: Response): SendOutcome {
  const reason = `the push service answered ${status}`;
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 429) {
    const seconds = Number(headers.get("retry-after"));
    return { outcome: "retry", reason, ...(seconds > 0 ? { afterMs: seconds * 1000 } : {}) };
  }
  if (status >= 500) return { outcome: "unknown", reason };
  return dead(reason, [401, 403, 404, 410].includes(status));
}

function dead(reason: string, isGone: boolean): SendOutcome {
  return { outcome: "dead", reason, pauseChannel: isGone };
}
