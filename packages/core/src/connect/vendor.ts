// What one vendor of wearables must say of itself. Everything else (sign-in, tokens, limits, when days are read, how
// they are stored) is the same for all vendors, so a new vendor is one file beside whoop.ts and one line in vendors.ts.
//
// A vendor is pure: it names addresses, and turns what its cloud answers into days. Every call goes through
// `VendorApi`, which holds the token, refreshes it, and bounds what a call may cost. The signatures that the hooks of
// vendors share stand at the end.

import { createHmac } from "node:crypto";
import type { EpochMs, LocalDate, PulledSource, SourceDay, VendorName, WearableTrouble } from "@waldo/contracts";
import type * as z from "zod";
import { isSameSecret } from "../digest.ts";
import { CLOCK_SKEW_MS } from "../time.ts";

/** A request to a vendor. Its body is `form`, sent as a form, or `json`. */
export type VendorRequest = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
};

/** The answer of a vendor. Header names are in lower case. */
export type VendorAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/**
 * Asks a vendor's server. Size and time are bounded, and no redirect is followed. Returns undefined when no whole
 * answer came.
 */
export type VendorHttp = (request: VendorRequest) => Promise<VendorAnswer | undefined>;

/** The client of this deployment at the vendor. */
export type VendorClient = { readonly id: string; readonly secret: string };

/** Calls in the name of the person. Each throws {@link VendorTrouble} when the vendor does not do what is asked. */
export type VendorApi = {
  /** Returns the JSON that is there, or undefined where the vendor knows no such thing. */
  get(url: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Asks a question that is too long for an address, and returns the JSON that is there. */
  post(url: string, json: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Sends a request whose answer does not matter. What is gone there already counts as done. */
  send(method: "POST" | "DELETE", url: string, form?: Readonly<Record<string, string>>): Promise<void>;
};

/** Local dates, both inclusive. */
export type DateWindow = { readonly from: LocalDate; readonly to: LocalDate };

/** All that the vendor has for the dates of a window. A date that is not in `days` has no data. */
export type WindowReading = {
  readonly days: readonly SourceDay[];
  /** Dates that the vendor still computes, so more will come. */
  readonly pending: readonly LocalDate[];
  /** The vendor's ids of the records that a date is made of. A hook may name one of them later. */
  readonly ids: readonly { readonly date: LocalDate; readonly id: string }[];
};

/** A hook as it arrived. Header names are in lower case, and `body` is exactly what was signed. */
export type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** One thing that a hook says. */
export type Notice = {
  readonly vendorUser: string;
  /** Names the event. The same event again has the same name. */
  readonly event: string;
  /** The record that changed. It is absent when the vendor names no record, or only `dates`. */
  readonly object?: string;
  readonly isGone?: true;
  readonly dates?: readonly LocalDate[];
};

/** Calls in the name of this deployment and not of a person. */
export type ClientCall = {
  readonly http: VendorHttp;
  readonly client: VendorClient;
  readonly now: EpochMs;
};

export type Vendor = {
  readonly name: VendorName;
  /** The name of the vendor as people know it. */
  readonly title: string;
  readonly source: PulledSource;
  readonly oauth: {
    readonly authorise: string;
    readonly token: string;
    readonly scopes: readonly string[];
    /** Whether the vendor documents PKCE (RFC 7636). */
    readonly pkce: boolean;
    /**
     * The scope that a refresh of the tokens must ask for. Without it the refresh asks for none, and the scopes stay.
     */
    readonly refreshScope?: string;
    /** What else the vendor wants in the address. */
    readonly query?: Readonly<Record<string, string>>;
  };
  /** Returns the id by which hooks name the person. */
  whoIs(api: VendorApi): Promise<string>;
  readWindow(api: VendorApi, window: DateWindow): Promise<WindowReading>;
  /**
   * Returns the date that a record belongs to, or undefined when it is gone. A vendor whose hooks name no record does
   * not have this.
   */
  dateOf?(api: VendorApi, object: string): Promise<LocalDate | undefined>;
  /** Ends the consent at the vendor. `token` gives the access token, which a call before it may have refreshed. */
  revoke(api: VendorApi, token: () => string): Promise<void>;
  /**
   * Has the vendor send its hooks to an address, and renews hooks that end soon. It may be called at any time, also by
   * several processes at once. For a vendor without it, an operator sets hooks up in the vendor's dashboard. Throws
   * {@link VendorTrouble}.
   */
  subscribe?(call: ClientCall, address: string): Promise<void>;
  /** Whether it is the vendor who asks if the address of its hooks is ours. A vendor without this never asks. */
  knowsToken?(token: string, secret: string): boolean;
  /**
   * Returns what a hook says. Returns undefined when the vendor did not send the hook, or did not send it just now. For
   * a vendor without this no hook is taken.
   */
  notices?(delivery: Delivery, secret: string, now: EpochMs): readonly Notice[] | undefined;
};

/**
 * Says that the vendor did not do what was asked. `afterMs`: the pause that the vendor asks for. No text of this error
 * holds a token.
 */
export class VendorTrouble extends Error {
  override readonly name = "VendorTrouble";
  readonly trouble: WearableTrouble;
  readonly afterMs: number | undefined;
  constructor(trouble: WearableTrouble, message: string, afterMs?: number) {
    super(message);
    this.trouble = trouble;
    this.afterMs = afterMs;
  }
}

export const TROUBLE_WORDS: Readonly<Record<WearableTrouble, string>> = {
  denied: "it takes the connection no more: connect it again",
  limited: "it asked for a pause, and is asked again after it",
  failing: "its server did not answer, or with an error: it is asked again later",
  unreadable: "its answer is not what its documentation says: it is asked again later",
};

type Encoding = "hex" | "base64";

type Signature = {
  readonly given: string;
  readonly encoding: Encoding;
  /** The text that was signed. */
  readonly text: string;
  /** When, as the hook says. NaN: it does not. */
  readonly at: EpochMs;
};

export function hmac(secret: string, text: string, encoding: Encoding): string {
  return createHmac("sha256", secret).update(text).digest(encoding);
}

/**
 * Returns whether the holder of the secret signed a hook. One whose time is more than five minutes away is refused, so a
 * copy of it is worth nothing later.
 */
export function isSigned({ given, encoding, text, at }: Signature, secret: string, now: EpochMs): boolean {
  return secret !== "" && isSameSecret(given, hmac(secret, text, encoding)) && Math.abs(now - at) <= CLOCK_SKEW_MS;
}

/** Returns what a hook says, or undefined when its body is of no kind that the code takes. */
export function hookIn<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
