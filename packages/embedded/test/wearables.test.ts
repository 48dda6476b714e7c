/** `waldo wearable` as a person types it. What is served of it is in wearables-served.test.ts. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "@waldo/core/time";
import { startWhoopCloud, type WhoopCloud } from "@waldo/testkit/whoop-cloud";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waldoWith } from "./command.ts";
import { connect, EAST_MINUTES, envOf, freePort, TODAY } from "./wearable-home.ts";

const home = mkdtempSync(join(tmpdir(), "waldo-wearables-"));
const USER = "555001";
let cloud: WhoopCloud;
let port: number;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  cloud = await startWhoopCloud({ now: Date.now, offsetMinutes: EAST_MINUTES });
  cloud.visitor = USER;
  port = await freePort();
  env = envOf(cloud);
  for (let back = 1; back <= 100; back++) cloud.night(USER, addDays(TODAY, -back), { minutes: 420 + (back % 5) * 8 });
});
afterAll(async () => {
  await cloud.stop();
  rmSync(home, { recursive: true, force: true });
});

const wearable = (...args: string[]) => waldoWith(env, "wearable", ...args, "--home", home);

describe("waldo wearable", () => {
  it("says what to do before a vendor knows the home, and connects nothing", async () => {
    const { status, stderr } = await wearable("connect", "whoop");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/register an application.*\/connected\/whoop/)]);
    expect((await wearable("connect", "garmin")).stderr).toMatch(/no vendor that can be connected: whoop/);
    const given = await wearable("connect", "whoop", "--client-id", "x", "--secret-env", "not-set");
    expect([given.status, given.stderr]).toEqual([1, expect.stringMatching(/never the secret itself/)]);
    expect((await wearable("list")).stdout).toMatch(/No vendor knows this home/);
  });

  it("takes the person to the vendor and back, and brings the past", async () => {
    const { status, said } = await connect(cloud, { home, env, port });
    expect([status, said]).toEqual([0, expect.stringMatching(/WHOOP is connected: 89 days of the past/)]);
    expect((await wearable("list")).stdout).toMatch(/^WHOOP: connected, read 20\d\d-/);
    // A bad way back changes nothing.
    const again = await wearable(
      "connect",
      "whoop",
      "--back",
      `http://127.0.0.1:${port}/connected/whoop?code=1&state=made-up-state`,
    );
    expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/was used, is too old/)]);
  });

  it("keeps secrets from others, and no token in the clear", () => {
    for (const file of ["wearables.json", "tokens.key", "waldo.db"])
      expect(statSync(join(home, file)).mode & 0o077, file).toBe(0);
    for (const file of readdirSync(home).filter((name) => name.startsWith("waldo.db")))
      expect(readFileSync(join(home, file)).toString("latin1"), file).not.toMatch(/(access|refresh)-[0-9a-f]{8}-/);
  });

  it("its nights are enough for a played day", async () => {
    const { status, stdout } = await waldoWith({}, "day", "--home", home, "--date", addDays(TODAY, -1), "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).briefs[0].text.length).toBeGreaterThan(20);
  });

  it("wants an address that hooks can come to", async () => {
    const bad = await wearable("connect", "whoop", "--tunnel", "http://tunnel.example");
    expect([bad.status, bad.stderr]).toEqual([1, expect.stringMatching(/--tunnel takes an https address/)]);
  });

  it("is taken back: the vendor is told", async () => {
    expect((await wearable("remove", "whoop")).stdout).toMatch(/WHOOP is not connected any more/);
    expect(cloud.isConnected(USER)).toBe(false);
    expect((await wearable("list")).stdout).toBe("WHOOP: not connected\n");
  });

  it("says when the past could not be read, and prints one document with --json", async () => {
    const down = { path: /cycle/, status: 503 };
    cloud.faults.push(down);
    const { status, said } = await connect(cloud, { home, env, port });
    expect([status, said]).toEqual([0, expect.stringMatching(/connected, but its past could not be read yet/)]);
    expect(said).not.toMatch(/0 days/);
    cloud.faults.push(down);
    const again = await connect(cloud, { home, env, port }, "--json");
    expect(JSON.parse(again.said)).toMatchObject({ state: "active", days: 0, trouble: "failing" });
  });
});
