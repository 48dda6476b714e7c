import type { Archive } from "@waldo/core/ports";
import { checkDeletePrefix, checkObjectName, checkObjectPrefix } from "@waldo/core/store/object-name";
import { compareUtf8 } from "@waldo/core/store/query-plan";

/** An Archive in memory that lives as long as the test. */
export function memoryArchive(): Archive {
  const objects = new Map<string, Uint8Array>();
  const under = (prefix: string) => [...objects.keys()].filter((name) => name.startsWith(prefix));
  return {
    async read(name) {
      checkObjectName(name);
      return objects.get(name)?.slice();
    },
    async write(name, bytes) {
      checkObjectName(name);
      objects.set(name, bytes.slice());
    },
    async list(prefix) {
      checkObjectPrefix(prefix);
      return under(prefix).sort(compareUtf8);
    },
    async deletePrefix(prefix) {
      checkDeletePrefix(prefix);
      const names = under(prefix);
      for (const name of names) objects.delete(name);
      return names.length;
    },
  };
}
