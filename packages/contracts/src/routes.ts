/**
 * The HTTP routes of a person's agent, as data: the router, the client and the OpenAPI document are made from this
 * table. Every route is below {@link API_ROOT} and has the same meaning on a single machine and on AWS.
 */
import type * as z from "zod";
import { agentsRoutes } from "./routes/agents.ts";
import { dayRoutes } from "./routes/day.ts";
import { livingRoutes } from "./routes/living.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { personRoutes } from "./routes/person.ts";
import { reachRoutes } from "./routes/reach.ts";
import type { Route } from "./routes/route.ts";
import { talkRoutes } from "./routes/talk.ts";

export { Me, PersonSettings, SettingsChange } from "./routes/person.ts";
export { IdempotencyKey, type Route } from "./routes/route.ts";

export const ROUTES = {
  ...personRoutes,
  ...talkRoutes,
  ...memoryRoutes,
  ...dayRoutes,
  ...reachRoutes,
  ...livingRoutes,
  ...agentsRoutes,
} satisfies Record<string, Route>;

export type Routes = typeof ROUTES;
export type RouteName = keyof Routes;
/** A route that another service calls. It does not belong to the door. */
export type HookName = { [N in RouteName]: Routes[N]["who"] extends "hook" ? N : never }[RouteName];

/** What a client sends with a call, and what it gets. */
export type Sends<N extends RouteName> = {
  readonly params: z.input<Routes[N]["params"]>;
  readonly query: z.input<Routes[N]["query"]>;
  readonly body: z.input<Routes[N]["body"]>;
};
export type Gets<N extends RouteName> = z.output<Routes[N]["answer"]>;
