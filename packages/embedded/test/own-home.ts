/** A home of one person for each test of a file, and commands typed in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterEach, beforeEach } from "vitest";
import { openHome } from "../src/home.ts";
import { waldo } from "./command.ts";

export function ownHome() {
  let home = "";
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), "waldo-own-"));
    const { store } = openHome(home);
    await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
    store.close();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  return {
    /** Its folder, while a test runs. */
    at: () => home,
    async run(...args: string[]) {
      const { status, stdout, stderr } = await waldo(...args, "--home", home);
      return { status, said: `${stdout}${stderr}` };
    },
  };
}
