/** Reads what a person typed for an option. Throws `InvalidInput` with the option, the value and what is wrong with it. */
import { WaldoError } from "@waldo/contracts";
import { InvalidArgumentError } from "commander";

type Schema<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
};

/** `values` are the allowed words, if the value is one of a few. */
type Issue = { readonly message: string; readonly values?: readonly unknown[] };

export function typed<T>(schema: Schema<T>, value: string, flag: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { message, values } = parsed.error.issues[0] ?? { message: "not understood" };
  const wrong = values === undefined ? message : `it is one of ${values.join(", ")}`;
  throw new WaldoError("InvalidInput", `${flag} ${value}: ${wrong}`);
}

/** Reads a count. It throws commander's own error for wrong usage. */
export function positive(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError("a whole number from 1 to 9999");
  return Number(value);
}
