/** The connected clouds of wearables: the stored data of a connection, and what the routes show of it. */
import * as z from "zod";
import { EpochMs, LocalDate, UserId } from "./ids.ts";

/** The vendors with code, each in a file of core/connect/. */
export const VENDORS = ["whoop", "oura", "google"] as const;
export const VendorName = z.enum(VENDORS);
export type VendorName = z.infer<typeof VendorName>;

/** The vendor's id of a user. It is part of keys, so only few kinds of characters are allowed. */
export const VendorUser = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "expected the vendor's id of a user");

/** Text that only the holder of the token key can read (core/connect/grip.ts). */
const Sealed = z.string().min(1).max(16_000);

/** The tokens of a connection. No view shows them. `expiresAt` is the expiry of the access token. */
export const SealedTokens = z.strictObject({ access: Sealed, refresh: Sealed, expiresAt: EpochMs });
export type SealedTokens = z.infer<typeof SealedTokens>;

/**
 * Why a connection was not read: the vendor refused it (`denied`), asked for a pause (`limited`), answered with an
 * error or not at all (`failing`), or sent data that differs from its documentation (`unreadable`).
 */
export const WEARABLE_TROUBLES = ["denied", "limited", "failing", "unreadable"] as const;
export const WearableTrouble = z.enum(WEARABLE_TROUBLES);
export type WearableTrouble = z.infer<typeof WearableTrouble>;

/** The sources of days that are read from a vendor's cloud. An export or a device may give days of the same source. */
export const PULLED_SOURCES = ["whoop", "oura", "fitbit"] as const;
export type PulledSource = (typeof PULLED_SOURCES)[number];

/**
 * The dates for which something other than the vendor's cloud wrote days of a source. The stored facts about these
 * dates (`PulledDay`) are no longer valid.
 */
export const Replaced = z.strictObject({ from: LocalDate, to: LocalDate });
export type Replaced = z.infer<typeof Replaced>;

/** A wake that must still be started: the latest changed night, and the oldest (`from`). */
const OwedWake = z.strictObject({
  name: z.string(),
  date: LocalDate,
  from: LocalDate.optional(),
  settled: z.boolean(),
});

const Working = z.strictObject({
  vendorUser: VendorUser,
  scopes: z.array(z.string().max(200)).max(30),
  tokens: SealedTokens,
  connectedAt: EpochMs,
  /** Until then one process works on the connection, and no other may. */
  busyUntil: EpochMs.optional(),
  /** All dates from this one on have been read. Absent when none has been read. */
  filledFrom: LocalDate.optional(),
  /** The first date to read. */
  fillTo: LocalDate,
  /** When the latest days were last read. */
  readAt: EpochMs.optional(),
  /** No request is sent to the vendor before this instant, because it asked for a pause or a request failed. */
  notBefore: EpochMs.optional(),
  /** How often in a row the connection could not be read. */
  failures: z.number().int().nonnegative(),
  trouble: WearableTrouble.optional(),
  /** Set when the latest days could be read but the past could not: how often in a row, why, and when the next try is. */
  past: z
    .strictObject({ failures: z.number().int().positive(), trouble: WearableTrouble, notBefore: EpochMs })
    .optional(),
  /** Dates that must be read and written again because something else overwrote them, and when this was seen. */
  replaced: Replaced.extend({ at: EpochMs }).optional(),
  wake: OwedWake.optional(),
  /** When Waldo last checked with the vendor that it sends its hooks here. */
  subscribedAt: EpochMs.optional(),
});

/**
 * A connection. `active`: it is read. `reconnect`: the vendor no longer accepts its tokens, so the person must connect
 * again. `ending`: the person ended it, and the vendor must still be told. `ended`: no token is stored.
 */
export const Connection = z.discriminatedUnion("state", [
  Working.extend({ state: z.literal("active") }),
  Working.extend({ state: z.literal("reconnect") }),
  Working.extend({ state: z.literal("ending") }),
  z.strictObject({ state: z.literal("ended") }),
]);
export type Connection = z.infer<typeof Connection>;
export type OpenConnection = Exclude<Connection, { state: "ended" }>;
export type OpenState = OpenConnection["state"];

/** Exists while a person is at the vendor's page. The key holds the digest of the state in the address. */
export const Authorising = z.strictObject({
  vendor: VendorName,
  redirect: z.string().max(2000),
  expiresAt: EpochMs,
});
export type Authorising = z.infer<typeof Authorising>;

/**
 * What was read for one date: the digests of the day and of its night, and the vendor's ids of its records. With these
 * a process that may not read raw rows can find changes, and the date of an id.
 */
export const PulledDay = z.strictObject({
  day: z.string(),
  night: z.string(),
  /** Set while the vendor is still computing data of the date. */
  pending: z.literal(true).optional(),
  ids: z.array(z.string().max(80)).max(60),
});
export type PulledDay = z.infer<typeof PulledDay>;

/** The person of a vendor's user, because a hook names only the vendor's user. */
export const LinkedUser = z.strictObject({ userId: UserId });

/** A hook that was not read yet: what changed at the vendor. */
export const Hooked = z.strictObject({
  at: EpochMs,
  /** The vendor's id of the changed record. Absent when the vendor names none. */
  object: z.string().max(80).optional(),
  /** True when the vendor no longer has the record. */
  isGone: z.literal(true).optional(),
  /** The dates to read again, if the hook names them. */
  dates: z.array(LocalDate).max(60).optional(),
});
export type Hooked = z.infer<typeof Hooked>;

/**
 * When a connection must be read next, or when the file of an import was last looked at. It holds no secret, so the
 * person's wake may read it.
 */
export const PullDue = z.strictObject({
  at: EpochMs,
  /** From this instant on only the person can mend it: they connect again, or send the file again. */
  broke: EpochMs.optional(),
});
export type PullDue = z.infer<typeof PullDue>;

/** The name of the import of a file, where another row of its kind has the name of a vendor. */
export const IMPORT_DUE = "import";

/** A vendor as the person sees it. */
export const WearableView = z.strictObject({
  vendor: VendorName,
  name: z.string(),
  state: z.enum(["none", "active", "reconnect", "ending"]),
  connectedAt: EpochMs.optional(),
  /** When the latest days were last read. */
  readAt: EpochMs.optional(),
  /** True while days of the past are still being read. */
  isFilling: z.boolean(),
  /** The earliest instant of the next request. */
  notBefore: EpochMs.optional(),
  /** The fault of the last request to the vendor, as a name and in words. */
  trouble: WearableTrouble.optional(),
  troubleWords: z.string().optional(),
});
export type WearableView = z.infer<typeof WearableView>;

/** The parameters with which the vendor sends the browser back. */
export const VendorReturn = z.strictObject({
  code: z.string().min(1).max(2000),
  state: z.string().min(8).max(200),
});
export type VendorReturn = z.infer<typeof VendorReturn>;

/**
 * The question of a vendor about the address of its hooks, before it sends any. It expects the challenge as the answer.
 */
export const HookChallenge = z.object({
  verification_token: z.string().min(1).max(200),
  challenge: z.string().min(1).max(500),
});
export type HookChallenge = z.infer<typeof HookChallenge>;

/** The message in the queue from a hook to the process that reads. */
export const PullRequest = z.strictObject({ userId: UserId, vendor: VendorName });
export type PullRequest = z.infer<typeof PullRequest>;
