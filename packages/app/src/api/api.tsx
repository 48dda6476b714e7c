/**
 * The one way from the page to the server: the routes of the contract, called through the session, with TanStack Query
 * as the cache. A screen names a route and gets a typed answer; a screen never builds an address.
 */

import { ROUTES } from "virtual:routes";
import { type UseQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Gets, RouteName } from "@waldo/contracts";
import { DoorFailure, requestOf, type Sent } from "@waldo/contracts/request";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { type Session, SignedOut } from "../session/session.ts";
import { words } from "../words/words.ts";

export type Call = <N extends RouteName>(name: N, sent?: Sent<N>) => Promise<Gets<N>>;

/** No answer came: the network or the server cannot be reached. The text that the person typed is kept. */
class Offline extends Error {
  override readonly name = "Offline";
}

/**
 * Returns a function that calls a route. Throws `DoorFailure`, `SignedOut` or `Offline`; each message is for the
 * person.
 */
export function caller(session: Pick<Session, "fetch" | "outside">, origin: string): Call {
  return async (name, sent = {}) => {
    const { method, url, headers, body } = await parts(requestOf(ROUTES[name], origin, sent), sent.body);
    const answer = await session
      .fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      .catch((error) => {
        throw error instanceof SignedOut ? error : new Offline(words.trouble.offline);
      });
    if (answer.status === 401) throw new SignedOut(session.outside);
    const value = await answer.json().catch(() => undefined);
    if (answer.ok) return value;
    const isSaid = typeof value?.error === "string" && typeof value.message === "string";
    throw new DoorFailure(isSaid ? value : { error: "Unexpected", message: words.trouble.status(answer.status) });
  };
}

/** A request can be sent a second time with another token, so its body must be at hand. A file is sent as it is. */
async function parts(request: Request, given: unknown) {
  const { method, url, headers } = request;
  const body = given instanceof Blob ? given : await request.text();
  return { method, url, headers, body: body === "" ? undefined : body };
}

const Door = createContext<{ readonly call: Call; readonly session: Session } | undefined>(undefined);

export function DoorProvider(props: { readonly call: Call; readonly session: Session; readonly children: ReactNode }) {
  const { call, session, children } = props;
  return <Door.Provider value={{ call, session }}>{children}</Door.Provider>;
}

export function useDoor() {
  const door = useContext(Door);
  if (!door) throw new Error("this part of the page stands outside of DoorProvider");
  return door;
}

type Reading<N extends RouteName> = Pick<
  UseQueryOptions<Gets<N>>,
  "enabled" | "refetchInterval" | "staleTime" | "placeholderData" | "retry"
>;

/** Reads a route, and reads it again when something has changed. */
export function useRoute<N extends RouteName>(name: N, sent: Sent<N> = {}, options: Reading<N> = {}) {
  const { call } = useDoor();
  return useQuery<Gets<N>>({ queryKey: [name, sent], queryFn: () => call(name, sent), ...options });
}

type Sending<N extends RouteName> = {
  /**
   * Called with the answer before the routes are read again. It is called even when the component that sent the request
   * is already gone.
   */
  readonly onAnswer?: (answer: Gets<N>) => void;
  /** Requests with the same name are sent one after the other, so the last request decides. */
  readonly inOrder?: string;
};

/**
 * Sends a request to a route, then reads the routes in `changes` again. After a failure, the same request is sent with
 * the same idempotency key, because perhaps only the answer was lost.
 */
export function useSend<N extends RouteName>(
  name: N,
  changes: readonly RouteName[] | "all" = [],
  { onAnswer, inOrder }: Sending<N> = {},
) {
  const { call } = useDoor();
  const client = useQueryClient();
  const failed = useRef<{ readonly sent: string; readonly key: string }>(undefined);
  return useMutation<Gets<N>, Error, Sent<N>>({
    async mutationFn(given) {
      const sent = JSON.stringify(given);
      const key = failed.current?.sent === sent ? failed.current.key : crypto.randomUUID();
      failed.current = { sent, key };
      const answer = await call(name, ROUTES[name].keyed ? { key, ...given } : given);
      failed.current = undefined;
      return answer;
    },
    ...(onAnswer ? { onSuccess: onAnswer } : {}),
    ...(inOrder ? { scope: { id: inOrder } } : {}),
    onSettled: () =>
      changes === "all"
        ? client.invalidateQueries()
        : Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] }))),
  });
}

/** Errors that the same request will get again. Every other error may pass. */
const FINAL = ["InvalidInput", "TooLarge", "Forbidden", "NotFound", "NoProfile", "Conflict", "ConsentNeeded"] as const;
export const isFinal = (error: unknown): boolean => FINAL.some((name) => isRefusal(error, name));

/** True for an error of the contract with this name. */
export function isRefusal(error: unknown, name: DoorFailure["error"]): boolean {
  return error instanceof DoorFailure && error.error === name;
}
