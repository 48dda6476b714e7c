/** A client for the routes. The caller gives it a function that sends a request, such as `fetch`. */
import * as z from "zod";
import { DOOR_ERRORS, DoorError } from "./errors.ts";
import { DoorFailure, requestOf, type Sent } from "./request.ts";
import { type Gets, ROUTES, type Route, type RouteName } from "./routes.ts";

/** Sends one request and returns the parsed answer. Throws `DoorFailure` for an answer that is an error. */
export async function callRoute<N extends RouteName>(
  send: (request: Request) => Response | Promise<Response>,
  origin: string,
  name: N,
  sent: Sent<N> = {},
): Promise<Gets<N>> {
  const route: Route = ROUTES[name];
  const given = await send(requestOf(route, origin, sent));
  if (!given.ok) throw new DoorFailure(await refusalIn(given));
  return z.parse(route.answer, await given.json()) as Gets<N>;
}

/**
 * Returns the reason of a refused request. API Gateway refuses some requests itself; then only the status tells the
 * reason.
 */
async function refusalIn(given: Response): Promise<DoorError> {
  const said = DoorError.safeParse(await given.json().catch(() => undefined)).data;
  const error = DoorError.shape.error.options.find((name) => DOOR_ERRORS[name] === given.status) ?? "Unexpected";
  return said ?? { error, message: `the answer has the status ${given.status} and gives no reason` };
}
