/** The client of the routes. It knows no transport: the caller gives what sends a request, such as `fetch`. */
import * as z from "zod";
import { DOOR_ERRORS, DoorError, type DoorErrorName } from "./errors.ts";
import { API_ROOT, type Gets, IDEMPOTENCY_KEY, ROUTES, type Route, type RouteName, type Sends } from "./routes.ts";

/** The door refused a request. `message` says what happened and what to do. */
export class DoorFailure extends Error {
  override readonly name = "DoorFailure";
  readonly error: DoorErrorName;
  constructor({ error, message }: DoorError) {
    super(message);
    this.error = error;
  }
}

/** Sends one request and returns the parsed answer. Throws `DoorFailure` for an answer that is an error. */
export async function callRoute<N extends RouteName>(
  send: (request: Request) => Response | Promise<Response>,
  origin: string,
  name: N,
  { params, query, body, key }: Partial<Sends<N>> & { readonly key?: string } = {},
): Promise<Gets<N>> {
  const { method, path, answer }: Route = ROUTES[name];
  const filled = Object.entries<unknown>({ ...params }).reduce<string>(
    (left, [part, value]) => left.replace(`{${part}}`, encodeURIComponent(String(value))),
    path,
  );
  const url = new URL(`${API_ROOT}${filled}`, origin);
  for (const [part, value] of Object.entries<unknown>({ ...query }))
    if (value !== undefined) url.searchParams.set(part, String(value));
  const headers = { "content-type": "application/json", ...(key === undefined ? {} : { [IDEMPOTENCY_KEY]: key }) };
  const isRead = method === "GET" || method === "DELETE";
  const sent = new Request(url, { method, headers, ...(isRead ? {} : { body: JSON.stringify(body ?? {}) }) });
  const given = await send(sent);
  if (!given.ok) throw new DoorFailure(await refusalIn(given));
  return z.parse(answer, await given.json()) as Gets<N>;
}

/** Returns why a request was refused. API Gateway refuses some requests itself, and then only the status tells why. */
async function refusalIn(given: Response): Promise<DoorError> {
  const said = DoorError.safeParse(await given.json().catch(() => undefined)).data;
  const error = DoorError.shape.error.options.find((name) => DOOR_ERRORS[name] === given.status) ?? "Unexpected";
  return said ?? { error, message: `the answer has the status ${given.status} and gives no reason` };
}
