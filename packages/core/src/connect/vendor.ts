// The interface that the file of one vendor implements. Everything else (sign-in, tokens, limits, when days are read,
// how they are stored) is the same for all vendors, so a new vendor is one file beside whoop.ts and one line in
// vendors.ts.
//
// A vendor is pure: it names addresses, and turns the answers of its cloud into days. Every call goes through
// `VendorApi`, which holds the token, refreshes it, and limits the cost of a call. The end of the file checks the
// signatures of hooks.

import { createHmac } from "node:crypto";
import type { EpochMs, LocalDate, PulledSource, SourceDay, VendorName, WearableTrouble } from "@waldo/contracts";
import type * as z from "zod";
import { isSameSecret } from "../digest.ts";
import { CLOCK_SKEW_MS } from "../time.ts";

/** A request to a vendor. Its body is `form`, sent as form fields, or `json`. */
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

/** Calls in the name of the person. Each throws {@link VendorTrouble} when the vendor refuses or fails. */
export type VendorApi = {
  /** Returns the JSON, or undefined when the vendor has no such record. */
  get(url: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Sends a question that is too long for an address, and returns the JSON of the answer. */
  post(url: string, json: Readonly<Record<string, unknown>>): Promise<unknown>;
  /**
   * Sends a request without reading the answer. If the thing no longer exists at the vendor, the request counts as
   * done.
   */
  send(method: "POST" | "DELETE", url: string, form?: Readonly<Record<string, string>>): Promise<void>;
};

/** Local dates, both inclusive. */
export type DateWindow = { readonly from: LocalDate; readonly to: LocalDate };

/** All that the vendor has for the dates of a window. A date that is not in `days` has no data. */
export type WindowReading = {
  readonly days: readonly SourceDay[];
  /** Dates that the vendor is still computing. */
  readonly pending: readonly LocalDate[];
  /** The vendor's ids of the records behind each date. A later hook may name one of them. */
  readonly ids: readonly { readonly date: LocalDate; readonly id: string }[];
};

/** A hook as it arrived. Header names are in lower case, and `body` is exactly the signed text. */
export type Delivery = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** One notice in a hook. */
export type Notice = {
  readonly vendorUser: string;
  /** The id of the event. The same event again has the same id. */
  readonly event: string;
  /** The record that changed. Absent when the vendor names no record or only names `dates`. */
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
     * The scope that a refresh of the tokens must name. Without it, the refresh names no scope and the scopes stay the
     * same.
     */
    readonly refreshScope?: string;
    /** Other parameters that the vendor wants in the address. */
    readonly query?: Readonly<Record<string, string>>;
  };
  /** Returns the id with which hooks name the person. */
  whoIs(api: VendorApi): Promise<string>;
  readWindow(api: VendorApi, window: DateWindow): Promise<WindowReading>;
  /**
   * Returns the date of a record, or undefined when the record no longer exists. Vendors that name no record in their
   * hooks leave this out.
   */
  dateOf?(api: VendorApi, object: string): Promise<LocalDate | undefined>;
  /** Ends the consent at the vendor. `token` gives the access token, which a call before it may have refreshed. */
  revoke(api: VendorApi, token: () => string): Promise<void>;
  /**
   * Subscribes to the vendor's hooks for an address, and renews subscriptions that end soon. It may be called at any
   * time, also by several processes at once. For a vendor without this function, an operator sets up hooks in the
   * vendor's dashboard. Throws {@link VendorTrouble}.
   */
  subscribe?(call: ClientCall, address: string): Promise<void>;
  /**
   * True when a request with this token comes from the vendor, which checks that the address of its hooks is ours. A
   * vendor without this function never checks.
   */
  knowsToken?(token: string, secret: string): boolean;
  /**
   * Returns the notices of a hook. Returns undefined when the vendor did not send the hook, or sent it too long ago.
   * From a vendor without this function no hook is accepted.
   */
  notices?(delivery: Delivery, secret: string, now: EpochMs): readonly Notice[] | undefined;
};

/**
 * The vendor refused or failed. `afterMs` is the pause that the vendor asks for, in milliseconds. The text of this
 * error never holds a token.
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
  /** The instant that the hook names. It is NaN when the hook names none. */
  readonly at: EpochMs;
};

export function hmac(secret: string, text: string, encoding: Encoding): string {
  return createHmac("sha256", secret).update(text).digest(encoding);
}

/**
 * True when the holder of the secret signed the hook. A hook that is more than five minutes old is refused, so nobody
 * can use a copy of it later.
 */
export function isSigned({ given, encoding, text, at }: Signature, secret: string, now: EpochMs): boolean {
  return secret !== "" && isSameSecret(given, hmac(secret, text, encoding)) && Math.abs(now - at) <= CLOCK_SKEW_MS;
}

/** Returns the parsed body of a hook, or undefined when its kind is not supported. */
export function hookIn<T>(schema: z.ZodType<T>, body: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
