/** The door: every route of a person's agent. */
import type { HookName, RouteName } from "@waldo/contracts";
import type { Hono } from "hono";
import { handoffHandlers, reviewHandlers, tapHandlers } from "./actions.ts";
import { type ApplicationOptions, application } from "./application.ts";
import { bodyHandlers, importHandlers, phoneHandlers, wearableHandlers } from "./body.ts";
import { calendarHandlers } from "./calendars.ts";
import type { DoorPorts, Handlers } from "./handlers.ts";
import { livingHandlers } from "./living.ts";
import { memoryHandlers } from "./memory.ts";
import { insideHandlers, logHandlers, modelHandlers, ownHandlers } from "./own.ts";
import {
  channelTestHandlers,
  consentHandlers,
  deviceHandlers,
  meHandlers,
  privacyHandlers,
  telegramHandlers,
} from "./person.ts";
import { fetchHandlers, goalsHandlers, recipeHandlers } from "./planning.ts";
import { talkHandlers, threadHandlers } from "./talk.ts";
import { voiceHandlers } from "./voice.ts";

/** The routes of an opt-in feature that core does not know: packages/contexts/src/routes.ts. */
export type OptIn =
  | "agents"
  | "makeAgent"
  | "changeAgent"
  | "contextProjects"
  | "contexts"
  | "context"
  | "forgetContext";

type Own = Exclude<RouteName, HookName | OptIn>;

const HANDLERS: Handlers<Own> = {
  health: async () => ({ ok: true }),
  ...meHandlers,
  ...consentHandlers,
  ...bodyHandlers,
  ...importHandlers,
  // The door on AWS never answers this route, so it does not load the code at its start.
  askReadings: async (call) => (await import("./readings.ts")).readingsHandlers.askReadings(call),
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
  ...deviceHandlers,
  ...channelTestHandlers,
  ...wearableHandlers,
  ...privacyHandlers,
  ...phoneHandlers,
};

type Options = Omit<ApplicationOptions<DoorPorts>, "weigh"> & { readonly optIn: Handlers<OptIn> };

/** Returns the application with all routes, or those of `only`. */
export function door({ optIn, ...options }: Options): Hono {
  return application(
    { ...HANDLERS, ...optIn },
    {
      ...options,
      async weigh(ports, userId, texts, name) {
        // This module loads the words about danger in all languages.
        const { detectDanger } = await import("../safety/crisis/danger.ts");
        if (!texts.some((text) => detectDanger(text))) return;
        const [{ intake }, { findProfile }] = await Promise.all([
          import("../chat/intake.ts"),
          import("../person/profile.ts"),
        ]);
        const profile = await findProfile(ports.store, userId);
        if (profile) await intake(ports, profile, { as: "kept", name, texts });
      },
    },
  );
}
