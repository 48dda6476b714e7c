/** Routes for the model, and for the ways to reach a person: devices, Telegram and the clouds of wearables. */
import * as z from "zod";
import { Device, NewDevice, PushPlatform } from "../devices.ts";
import { EpochMs } from "../ids.ts";
import { ModelTested, ModelView, ModelWanted } from "../models.ts";
import { DeviceView } from "../own-views.ts";
import { BotName } from "../telegram.ts";
import { HookChallenge, VendorName, VendorReturn, WearableView } from "../wearables.ts";
import { Me } from "./person.ts";
import { listOf, nothing, type Route, route } from "./route.ts";

export const reachRoutes = {
  model: route({
    method: "GET",
    path: "/model",
    summary: "Which language model writes, and which ones this machine offers.",
    answer: ModelView,
  }),
  useModel: route({
    // An address and a key.
    words: "none",
    method: "PUT",
    path: "/model",
    summary: "Tests a language model, and saves it for a tier. One that calls no tools is answered, and not saved.",
    // A page may only name the key of a model, and no other secret of the environment.
    body: ModelWanted.extend({
      keyEnv: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{0,80}_API_KEY$/, "expected the name of a variable that ends in _API_KEY")
        .optional(),
    }),
    answer: ModelTested,
    errors: ["Forbidden"],
  }),
  noModel: route({
    method: "DELETE",
    path: "/model",
    summary: "Forgets the saved models.",
    answer: ModelView,
    errors: ["Forbidden"],
  }),
  devices: route({
    method: "GET",
    path: "/devices",
    summary: "The browsers and phones that take pushes, and what a new one needs.",
    answer: z.strictObject({
      items: z.array(DeviceView),
      /** The key for a browser's subscription (applicationServerKey). Null when no browser can subscribe here. */
      webKey: z.string().nullable(),
      /** The platforms that a phone can register with. */
      platforms: z.array(PushPlatform),
    }),
  }),
  addDevice: route({
    // The push subscription of a browser.
    words: "none",
    method: "POST",
    path: "/devices",
    summary: "Lets a device take pushes. The same device again is the same one.",
    body: NewDevice,
    status: 201,
    answer: DeviceView,
    errors: ["NoProfile", "Forbidden"],
  }),
  forgetDevice: route({
    method: "DELETE",
    path: "/devices/{deviceId}",
    summary: "Sends no more pushes to a device.",
    params: z.strictObject({ deviceId: Device.shape.deviceId }),
    answer: nothing,
    errors: ["NoProfile"],
  }),
  linkTelegram: route({
    method: "POST",
    path: "/telegram/link",
    summary: "A link that joins the person's chat with the bot, once, within ten minutes.",
    answer: z.strictObject({ url: z.url(), expiresAt: EpochMs }),
    errors: ["NoProfile", "NotFound"],
  }),
  unlinkTelegram: route({
    method: "DELETE",
    path: "/telegram/link",
    summary: "Leaves the chat: nothing is sent to it and nothing is read there any more.",
    answer: Me,
    errors: ["NoProfile"],
  }),
  telegramHook: route({
    method: "POST",
    path: "/telegram/{bot}",
    summary: "An update of a bot. Telegram proves itself by the header X-Telegram-Bot-Api-Secret-Token.",
    who: "hook",
    params: z.strictObject({ bot: BotName }),
    body: z.looseObject({ update_id: z.number().int() }),
    answer: nothing,
    counted: false,
    maxBytes: 262_144,
    by: "telegram",
  }),
  wearables: route({
    method: "GET",
    path: "/wearables",
    summary: "The wearables that can be connected here, and how each connection stands.",
    answer: listOf(WearableView),
    by: "connect",
  }),
  beginWearable: route({
    method: "POST",
    path: "/wearables/{vendor}",
    summary: "The address at the vendor where the person agrees. It works once, within ten minutes.",
    params: z.strictObject({ vendor: VendorName }),
    answer: z.strictObject({ url: z.url(), expiresAt: EpochMs }),
    counted: false,
    by: "connect",
  }),
  finishWearable: route({
    // The parameters that a vendor sends back.
    words: "none",
    method: "POST",
    path: "/wearables/{vendor}/finish",
    summary:
      "Connects the wearable with what the vendor sent the browser back with. The past 90 days follow by themselves.",
    params: z.strictObject({ vendor: VendorName }),
    body: VendorReturn,
    status: 201,
    answer: WearableView,
    counted: false,
    by: "connect",
  }),
  removeWearable: route({
    method: "DELETE",
    path: "/wearables/{vendor}",
    summary: "Takes the connection back: the vendor is told, and the tokens are forgotten. The days that came stay.",
    params: z.strictObject({ vendor: VendorName }),
    answer: WearableView,
    counted: false,
    by: "connect",
  }),
  wearableHook: route({
    method: "POST",
    path: "/hooks/{vendor}",
    summary: "What a vendor says has changed. The vendor proves itself by a signature over the body and its time.",
    who: "hook",
    params: z.strictObject({ vendor: VendorName }),
    body: z.looseObject({}),
    answer: nothing,
    counted: false,
    by: "hook",
  }),
  wearableChallenge: route({
    method: "GET",
    path: "/hooks/{vendor}",
    summary: "A vendor asks whether the address of its hooks is ours. It proves itself by the token that we gave it.",
    who: "hook",
    params: z.strictObject({ vendor: VendorName }),
    query: HookChallenge,
    answer: HookChallenge.pick({ challenge: true }),
    counted: false,
    by: "hook",
  }),
} satisfies Record<string, Route>;
