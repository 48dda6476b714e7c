/** Short ids: the first characters of the digits, as lists show them. The short id of a thing never changes. */
import { WaldoError } from "@waldo/contracts";

const SHOWN = 4;
const digitsOf = (id: string) => id.replace(/^p-/, "");

export const shortId = (id: string): string => digitsOf(id).slice(0, SHOWN);

/** Returns the item whose id begins with this text. Throws `InvalidInput` when there is none, or more than one. */
export function byShortId<T>(items: readonly T[], idOf: (item: T) => string, given: string, list: string): T {
  const [only, another] = items.filter((item) => digitsOf(idOf(item)).startsWith(given.toLowerCase()));
  if (only === undefined) throw new WaldoError("InvalidInput", `nothing here has the id ${given}: ${list} shows them`);
  if (another === undefined) return only;
  const ids = [only, another].map((item) => digitsOf(idOf(item)));
  throw new WaldoError(
    "InvalidInput",
    `more than one id begins with ${given}, such as ${ids.join(" and ")}: give more of it`,
  );
}
