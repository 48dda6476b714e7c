/** `waldo check` as a person types it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { afterAll, expect, it } from "vitest";
import { openHome } from "../src/home.ts";
import { waldoWith } from "./command.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-check-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it("says of each thing whether it is there, and what to do", async () => {
  const home = join(root, "home");
  const fresh = await waldoWith({}, "check", "--home", home);
  expect(fresh.status).toBe(0);
  expect(fresh.stdout).toMatch(/^✓ home: .* can be made$/m);
  expect(fresh.stdout).toMatch(/WALDO_ALIVE_URL names a service/);

  const { store } = openHome(home);
  await store.transact([{ op: "put", key: keys.profile("me"), body: PERSON }]);
  store.close();
  const known = JSON.parse((await waldoWith({}, "check", "--json", "--home", home)).stdout) as {
    name: string;
    ok: boolean;
  }[];
  expect(known.map(({ name, ok }) => [name, ok])).toEqual([
    ["home", true],
    ["store", true],
    ["telegram", true],
    ["model", true],
    ["dead man's switch", true],
  ]);
});

it("ends with 1 and names what does not answer, and shows no secret", async () => {
  const env = {
    ...{ WALDO_MODEL_URL: "http://127.0.0.1:9/v1", WALDO_MODEL: "none" },
    ...{ WALDO_TELEGRAM_TOKEN: "1:secret", WALDO_TELEGRAM_API: "http://127.0.0.1:9" },
    WALDO_ALIVE_URL: "http://127.0.0.1:9/secret-check",
  };
  const { status, stdout, stderr } = await waldoWith(env, "check", "--home", join(root, "other"));
  expect(status).toBe(1);
  expect(stderr).toMatch(/not everything is there: telegram, model/);
  expect(stdout).toMatch(/✗ model: .*127\.0\.0\.1:9/);
  expect(`${stdout}${stderr}`).not.toContain("secret");
});
