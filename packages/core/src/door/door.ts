/** The door: every route of a person's agent. */
import type { Hono } from "hono";
import { type ApplicationOptions, application } from "./application.ts";
import { bodyHandlers } from "./body.ts";
import { calendarHandlers } from "./calendars.ts";
import { deviceHandlers } from "./devices.ts";
import type { DoorPorts, Handlers } from "./handlers.ts";
import { handoffHandlers } from "./handoffs.ts";
import { meHandlers } from "./me.ts";
import { modelHandlers } from "./model.ts";
import { ownHandlers } from "./own.ts";
import { talkHandlers } from "./talk.ts";
import { tapHandlers } from "./taps.ts";
import { telegramHandlers } from "./telegram.ts";
import { threadHandlers } from "./threads.ts";

const HANDLERS: Handlers = {
  health: async () => ({ ok: true }),
  ...meHandlers,
  ...bodyHandlers,
  ...talkHandlers,
  ...threadHandlers,
  ...tapHandlers,
  ...handoffHandlers,
  ...ownHandlers,
  ...calendarHandlers,
  ...telegramHandlers,
  ...modelHandlers,
  ...deviceHandlers,
};

/** Returns the application with all routes, or those of `only`. */
export function door(options: ApplicationOptions<DoorPorts>): Hono {
  return application(HANDLERS, options);
}
