/** The clouds of wearables that a person has connected: what is stored of a connection, and what the routes show of it. */
import * as z from "zod";
import { EpochMs, LocalDate, UserId } from "./ids.ts";

/** The vendors that code exists for, each in a file of core/connect/. */
export const VENDORS = ["whoop", "oura", "google"] as const;
export const VendorName = z.enum(VENDORS);
export type VendorName = z.infer<typeof VendorName>;

/** A user as their vendor names them. The name stands in keys, so it may use only a few kinds of characters. */
export const VendorUser = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "expected the vendor's id of a user");

/** Text that only the holder of the token key can read (core/connect/grip.ts). */
const Sealed = z.string().min(1).max(16_000);

/**
 * The tokens of a connection. The vendor's own names of both do not matter, and no view has them. `expiresAt` is the
 * access token's.
 */
export const SealedTokens = z.strictObject({ access: Sealed, refresh: Sealed, expiresAt: EpochMs });
export type SealedTokens = z.infer<typeof SealedTokens>;

/**
 * Why a connection was not read: the vendor refused it (`denied`), asked for a pause (`limited`), answered with an error or
 * not at all (`failing`), or gave what its own documentation does not (`unreadable`).
 */
export const WEARABLE_TROUBLES = ["denied", "limited", "failing", "unreadable"] as const;
export const WearableTrouble = z.enum(WEARABLE_TROUBLES);
export type WearableTrouble = z.infer<typeof WearableTrouble>;

/** The sources of days that a vendor's cloud brings. An export or a device may bring the same ones. */
export const PULLED_SOURCES = ["whoop", "oura", "fitbit"] as const;
export type PulledSource = (typeof PULLED_SOURCES)[number];

/**
 * The span of dates in which something else than the vendor's cloud wrote days of a source. What is known of those dates
 * (`PulledDay`) counts no more.
 */
export const Replaced = z.strictObject({ from: LocalDate, to: LocalDate });
export type Replaced = z.infer<typeof Replaced>;

/** A wake that is still to be started: the latest night that changed, and the oldest (`from`). */
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
  /** Some process works on the connection until then, and no other may. */
  busyUntil: EpochMs.optional(),
  /** All dates from here on have been read. Absent: no date has been read. */
  filledFrom: LocalDate.optional(),
  /** The first date that is wanted. */
  fillTo: LocalDate,
  /** When the latest days were last read. */
  readAt: EpochMs.optional(),
  /** Nothing is asked of the vendor before then: it said so, or it failed. */
  notBefore: EpochMs.optional(),
  /** How often in a row the connection could not be read. */
  failures: z.number().int().nonnegative(),
  trouble: WearableTrouble.optional(),
  /** The latest days are read, and the past could not be: how often in a row, why, and when it is tried again. */
  past: z
    .strictObject({ failures: z.number().int().positive(), trouble: WearableTrouble, notBefore: EpochMs })
    .optional(),
  /** Dates that must be read and written again, because something else overwrote them, and when that was seen. */
  replaced: Replaced.extend({ at: EpochMs }).optional(),
  wake: OwedWake.optional(),
  /** When the vendor was last asked whether it sends its hooks here. */
  subscribedAt: EpochMs.optional(),
});

/**
 * A connection. `active`: it is read. `reconnect`: the vendor takes its tokens no more, so the person must connect again.
 * `ending`: the person took it back, and the vendor is still to be told. `ended`: nothing is kept of it.
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

/** A person on their way to the vendor and back. The digest of the state in the address names the row. */
export const Authorising = z.strictObject({
  vendor: VendorName,
  redirect: z.string().max(2000),
  expiresAt: EpochMs,
});
export type Authorising = z.infer<typeof Authorising>;

/**
 * What was read of one date: the digests of the day and of its night, and the vendor's ids of what it is made of. So a
 * process that may not read raw rows knows what has changed, and which date an id belongs to.
 */
export const PulledDay = z.strictObject({
  day: z.string(),
  night: z.string(),
  /** The vendor still computes something of the date. */
  pending: z.literal(true).optional(),
  ids: z.array(z.string().max(80)).max(60),
});
export type PulledDay = z.infer<typeof PulledDay>;

/** Which person a vendor's user is. A hook names only the vendor's user. */
export const LinkedUser = z.strictObject({ userId: UserId });

/** A hook that waits to be read: what changed at the vendor. */
export const Hooked = z.strictObject({
  at: EpochMs,
  /** The vendor's id of the record that changed. Absent: the vendor names none. */
  object: z.string().max(80).optional(),
  /** True when the vendor no longer has the record. */
  isGone: z.literal(true).optional(),
  /** The dates to read again, where the hook names them. */
  dates: z.array(LocalDate).max(60).optional(),
});
export type Hooked = z.infer<typeof Hooked>;

/** When a connection must be read next. The row holds no secret, so the wake of the person may read it. */
export const PullDue = z.strictObject({ at: EpochMs });

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
  /** When it is asked again at the earliest, where it is not asked before. */
  notBefore: EpochMs.optional(),
  /** What went wrong when the vendor was last asked, and the same in words. */
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
 * What a vendor asks of the address of its hooks before it sends any. The vendor expects the challenge as the answer.
 */
export const HookChallenge = z.object({
  verification_token: z.string().min(1).max(200),
  challenge: z.string().min(1).max(500),
});
export type HookChallenge = z.infer<typeof HookChallenge>;

/** What a queue carries from a hook to the process that reads. */
export const PullRequest = z.strictObject({ userId: UserId, vendor: VendorName });
export type PullRequest = z.infer<typeof PullRequest>;
