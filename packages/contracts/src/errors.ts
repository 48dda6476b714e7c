import { z } from "zod";

/** What a caller does next; nothing else about an error matters to the machine. */
export const NEXT_ACTIONS = ["retry", "stop", "park"] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

/**
 * Every error that crosses a boundary, by the literal name that `ErrorEquals` matches, with what happens next:
 * retry (the same call may succeed), stop (it never will), park (someone else must act first).
 */
export const ERRORS = {
  ConditionFailed: "retry",
  StoreUnavailable: "retry",
  LeaseLost: "retry",
  LeaseHeld: "park",
  IllegalTransition: "stop",
  UnknownRun: "stop",
  PromptTooLarge: "stop",
  ModelThrottled: "retry",
  ModelTimeout: "retry",
  ModelUnavailable: "retry",
  ModelMalformed: "retry",
  ModelRefused: "stop",
  ImportRefused: "stop",
  InvalidInput: "stop",
  NoSpace: "stop",
} as const satisfies Record<string, NextAction>;
export const ErrorName = z.enum(Object.keys(ERRORS) as [keyof typeof ERRORS, ...(keyof typeof ERRORS)[]]);
export type ErrorName = keyof typeof ERRORS;

/** The same for tool results: why a call was not carried out. */
export const TOOL_ERRORS = [
  "invalid_arguments",
  "denied",
  "needs_approval",
  "unavailable",
  "not_found",
  "failed",
] as const;
export type ToolErrorName = (typeof TOOL_ERRORS)[number];

/** An error with a contract name. `message` says what happened and what to do; it never carries a person's data. */
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

/** True for an error of ours with this name, also when another copy of the class threw it. */
export function isError(error: unknown, name: ErrorName): error is WaldoError {
  return error instanceof Error && error.name === name;
}
