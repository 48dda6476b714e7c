/** The door: every route of a person's agent. */
import type { Hono } from "hono";
import { agentHandlers } from "./agents.ts";
import { type ApplicationOptions, application } from "./application.ts";
import { bodyHandlers } from "./body.ts";
import { calendarHandlers } from "./calendars.ts";
import { channelTestHandlers } from "./channel-tests.ts";
import { consentHandlers } from "./consents.ts";
import { contextHandlers } from "./contexts.ts";
import { deviceHandlers } from "./devices.ts";
import { fetchHandlers } from "./fetches.ts";
import { goalsHandlers } from "./goals.ts";
import type { DoorPorts, Handlers } from "./handlers.ts";
import { handoffHandlers } from "./handoffs.ts";
import { importHandlers } from "./imports.ts";
import { insideHandlers } from "./inside.ts";
import { livingHandlers } from "./living.ts";
import { logHandlers } from "./log.ts";
import { meHandlers } from "./me.ts";
import { memoryHandlers } from "./memory.ts";
import { modelHandlers } from "./model.ts";
import { ownHandlers } from "./own.ts";
import { phoneHandlers } from "./phones.ts";
import { privacyHandlers } from "./privacy.ts";
import { recipeHandlers } from "./recipes.ts";
import { reviewHandlers } from "./reviews.ts";
import { talkHandlers } from "./talk.ts";
import { tapHandlers } from "./taps.ts";
import { telegramHandlers } from "./telegram.ts";
import { threadHandlers } from "./threads.ts";
import { voiceHandlers } from "./voice.ts";
import { wearableHandlers } from "./wearables.ts";

const HANDLERS: Handlers = {
  health: async () => ({ ok: true }),
  ...meHandlers,
  ...consentHandlers,
  ...bodyHandlers,
  ...importHandlers,
  ...talkHandlers,
  ...voiceHandlers,
  ...insideHandlers,
  ...threadHandlers,
  ...tapHandlers,
  ...logHandlers,
  ...fetchHandlers,
  ...livingHandlers,
  ...handoffHandlers,
  ...reviewHandlers,
  ...memoryHandlers,
  ...ownHandlers,
  ...goalsHandlers,
  ...calendarHandlers,
  ...telegramHandlers,
  ...modelHandlers,
  ...recipeHandlers,
  ...agentHandlers,
  ...contextHandlers,
  ...deviceHandlers,
  ...channelTestHandlers,
  ...wearableHandlers,
  ...privacyHandlers,
  ...phoneHandlers,
};

/** Returns the application with all routes, or those of `only`. */
export function door(options: Omit<ApplicationOptions<DoorPorts>, "weigh">): Hono {
  return application(HANDLERS, {
    ...options,
    async weigh(ports, userId, texts, name) {
      // It brings the words of danger in all languages.
      const { detectDanger } = await import("../safety/crisis/danger.ts");
      if (!texts.some((text) => detectDanger(text))) return;
      const [{ intake }, { findProfile }] = await Promise.all([
        import("../chat/intake.ts"),
        import("../person/profile.ts"),
      ]);
      const profile = await findProfile(ports.store, userId);
      if (profile) await intake(ports, profile, { as: "kept", name, texts });
    },
  });
}
