/** The devices that take pushes: browsers (Web Push) and phones with an app (the platforms of SNS). */
import * as z from "zod";
import { EpochMs } from "./ids.ts";
import { PlainText } from "./plain-text.ts";

const base64url = (bytes: number) => z.base64url().length(Math.ceil((bytes * 4) / 3));

/**
 * What a browser gives when it subscribes: the address for pushes, and keys for messages that only this browser can
 * decrypt.
 */
export const WebSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
});
export type WebSubscription = z.infer<typeof WebSubscription>;

/** The stores of SNS: Apple, Apple's sandbox, Google. */
export const PushPlatform = z.enum(["APNS", "APNS_SANDBOX", "GCM"]);
export type PushPlatform = z.infer<typeof PushPlatform>;

const DeviceName = PlainText.min(1).max(60);

export const NewDevice = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("web"), name: DeviceName, subscription: WebSubscription }),
  z.strictObject({
    kind: z.literal("phone"),
    name: DeviceName,
    platform: PushPlatform,
    /** The token that the phone got from Apple or Google. */
    token: z.string().min(1).max(4000),
  }),
]);
export type NewDevice = z.infer<typeof NewDevice>;

export const Device = z.strictObject({
  deviceId: z.string().regex(/^[0-9a-f]{16}$/),
  kind: z.enum(["web", "phone"]),
  name: DeviceName,
  /** `web`: the subscription as JSON. `phone`: the ARN of the endpoint. */
  address: z.string().min(1),
  at: EpochMs,
});
export type Device = z.infer<typeof Device>;

/** The most devices of one person. When a new one exceeds the limit, the oldest is removed. */
export const MAX_DEVICES = 10;
