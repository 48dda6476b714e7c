/** Reads what a person typed for an option. Throws `InvalidInput` with the option, the value and what is wrong with it. */
import { WaldoError } from "@waldo/contracts";

type Schema<T> = {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly { message: string }[] } };
};

export function typed<T>(schema: Schema<T>, value: string, flag: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WaldoError("InvalidInput", `${flag} ${value}: ${parsed.error.issues[0]?.message ?? "not understood"}`);
}
