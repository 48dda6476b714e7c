/**
 * The names of all errors that cross a boundary, and the error class that carries them. Adapters, core and the state
 * machines share this list.
 */

import * as z from "zod";
import { CONSENT_TEXTS, Purpose } from "./consents.ts";

/** What the caller does after an error. The state machine uses nothing else of an error. */
export const NEXT_ACTIONS = ["retry", "stop"] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/**
 * Every error that crosses a boundary, by the literal name that `ErrorEquals` matches, and what the caller does next.
 * retry: the same call may succeed later. stop: a repeated call cannot succeed. A run that must wait for another run
 * causes no error; its tick answers QUEUED.
 */
export const ERRORS = {
  ConditionFailed: "retry",
  StoreUnavailable: "retry",
  LeaseLost: "retry",
  LeaseHeld: "retry",
  IllegalTransition: "stop",
  UnknownRun: "stop",
  PromptTooLarge: "stop",
  ModelThrottled: "retry",
  ModelTimeout: "retry",
  ModelUnavailable: "retry",
  ModelMalformed: "retry",
  ModelRefused: "stop",
  ImportRefused: "stop",
  ConsentNeeded: "stop",
  InvalidInput: "stop",
  NoSpace: "stop",
  // The person was erased. Nothing may be read or written for them.
  Erased: "stop",
  // The person's sealed rows cannot be read and must not be overwritten. Only the key that sealed them helps.
  KeyLost: "stop",
} as const satisfies Record<string, NextAction>;
export const ErrorName = z.enum(Object.keys(ERRORS) as [keyof typeof ERRORS, ...(keyof typeof ERRORS)[]]);
export type ErrorName = keyof typeof ERRORS;

/** The errors in tool results, which tell why a call was not carried out. */
export const TOOL_ERRORS = [
  "invalid_arguments",
  "denied",
  "needs_approval",
  "unavailable",
  "not_found",
  "failed",
] as const;
export type ToolErrorName = (typeof TOOL_ERRORS)[number];

/** An error with a contract name. `message` tells what happened and what to do. It never holds a person's data. */
export class WaldoError extends Error {
  override readonly name: ErrorName;
  constructor(name: ErrorName, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = name;
  }
  get next(): NextAction {
    return ERRORS[this.name];
  }
}

/** Thrown when work needs a consent that was not given. The caller asks the person with the words of the purpose. */
export class ConsentNeeded extends WaldoError {
  readonly purpose: Purpose;
  constructor(purpose: Purpose) {
    super("ConsentNeeded", `this needs your consent first (${purpose}): ${CONSENT_TEXTS[purpose].asks}`);
    this.purpose = purpose;
  }
}

/** True for a WaldoError with this name, even from another copy of the class. */
export function isError(error: unknown, name: ErrorName): error is WaldoError {
  return error instanceof Error && error.name === name;
}

/**
 * Every error that the door answers, with its status. The body is {@link DoorError}.
 *
 * - `InvalidInput`: the query or the body is wrong. The message names the places.
 * - `NotFound`: nothing has the name in the path. An invalid name gives the same error.
 * - `NoProfile`: the account has no profile yet. PUT /me makes one.
 * - `Conflict`: the same data was changed since the client read it. `conflict` has the stored data, if it is text.
 * - `ConsentNeeded`: the person has not agreed to `purpose`. GET /me/consents has the words to ask with.
 */
export const DOOR_ERRORS = {
  InvalidInput: 400,
  NotSignedIn: 401,
  Forbidden: 403,
  ConsentNeeded: 403,
  NotFound: 404,
  NoProfile: 409,
  Conflict: 409,
  TooLarge: 413,
  TooMany: 429,
  Unexpected: 500,
  Unavailable: 503,
} as const;
export type DoorErrorName = keyof typeof DOOR_ERRORS;
const DoorErrorName = z.enum(Object.keys(DOOR_ERRORS) as [DoorErrorName, ...DoorErrorName[]]);

export const DoorError = z.strictObject({
  error: DoorErrorName,
  /** What happened and what to do. It holds no stored data of the person. */
  message: z.string(),
  /** Set with `ConsentNeeded`: the purpose of the consent, and the version of its words. */
  consent: z.strictObject({ purpose: Purpose, version: z.number().int() }).optional(),
  /** Set with `Conflict`: the present text, and the sections that both sides changed. */
  conflict: z
    .strictObject({ text: z.string(), revision: z.number().int(), sections: z.array(z.string()).min(1) })
    .optional(),
});
export type DoorError = z.infer<typeof DoorError>;

/** Returns the answer to work that needs a consent. */
export function consentRefusal({ message, purpose }: ConsentNeeded): DoorError {
  return { error: "ConsentNeeded", message, consent: { purpose, version: CONSENT_TEXTS[purpose].version } };
}
