/** One key of each kind of row, with as many parts as the kind has. */
import { type Key, keys } from "@waldo/contracts";

type Example = { readonly name: keyof typeof keys; readonly partition: string; readonly key: Key };

/** Returns the examples for one person, or for one bot. */
export function exampleKeys(user: string): Example[] {
  return Object.entries(keys).map(([name, make]) => {
    const built = [0, 1, 2, 3].map((count) =>
      (make as (...parts: readonly unknown[]) => Key)(user, ...[1, 2, 3].slice(0, count)),
    );
    const key = built.find(({ sk }) => make.parse(sk) !== undefined);
    if (!key) throw new Error(`no example of ${name}`);
    return { name: name as keyof typeof keys, partition: make.partition, key };
  });
}
