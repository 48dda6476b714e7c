/**
 * The names of all errors that cross a boundary, and the error class that carries them. Adapters, core and the state
 * machines share this list.
 */

import * as z from "zod";
import { CONSENT_TEXTS, Purpose } from "./consents.ts";

/** What the caller does after an error. The state machine looks at nothing else. */
export const NEXT_ACTIONS = ["retry", "stop"] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/**
 * Every error that crosses a boundary, by the literal name that `ErrorEquals` matches, and what the caller does next.
 * retry: the same call may succeed later. stop: it never will. A run that must wait for another run is not an error;
 * its tick answers QUEUED.
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
  // The person was erased. Nothing is read or written for them any more.
  Erased: "stop",
  // Nobody can read the sealed rows of the person, and no code may write over them. Only the key that sealed them
  // helps.
  KeyLost: "stop",
} as const satisfies Record<string, NextAction>;
export const ErrorName = z.enum(Object.keys(ERRORS) as [keyof typeof ERRORS, ...(keyof typeof ERRORS)[]]);
export type ErrorName = keyof typeof ERRORS;

/** The names of the errors in tool results: why a call was not carried out. */
export const TOOL_ERRORS = [
  "invalid_arguments",
  "denied",
  "needs_approval",
  "unavailable",
  "not_found",
  "failed",
] as const;
export type ToolErrorName = (typeof TOOL_ERRORS)[number];

/** An error with a contract name. `message` says what happened and what to do; it never holds a person's data. */
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

/** Thrown where work needs a consent that is not in force. The caller asks the person, with the words of the purpose. */
export class ConsentNeeded extends WaldoError {
  readonly purpose: Purpose;
  constructor(purpose: Purpose) {
    super("ConsentNeeded", `this needs your consent first (${purpose}): ${CONSENT_TEXTS[purpose].asks}`);
    this.purpose = purpose;
  }
}

/** True for a WaldoError with this name, also when it was thrown by another copy of the class. */
export function isError(error: unknown, name: ErrorName): error is WaldoError {
  return error instanceof Error && error.name === name;
}

/**
 * Every error that the door answers, with its status. The body is {@link DoorError}.
 *
 * - `InvalidInput`: the query or the body is wrong. The message names the places.
 * - `NotFound`: a name in the path is of nothing, also when it is no name at all.
 * - `NoProfile`: the account has no profile yet. PUT /me makes one.
 * - `Conflict`: others changed the same since the client read it. `conflict` has what is stored now, if it is text.
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
  /** What happened and what to do. The text holds nothing that is stored about the person. */
  message: z.string(),
  /** Set with `ConsentNeeded`: what to ask the person for, and the version of the words. */
  consent: z.strictObject({ purpose: Purpose, version: z.number().int() }).optional(),
  /** Set with `Conflict`: the person's own text as it is now, and the sections that both sides changed. */
  conflict: z
    .strictObject({ text: z.string(), revision: z.number().int(), sections: z.array(z.string()).min(1) })
    .optional(),
});
export type DoorError = z.infer<typeof DoorError>;

/** Returns the answer to work that needs a consent. */
export function consentRefusal({ message, purpose }: ConsentNeeded): DoorError {
  return { error: "ConsentNeeded", message, consent: { purpose, version: CONSENT_TEXTS[purpose].version } };
}
