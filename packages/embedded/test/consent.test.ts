/** Consents on one machine: asked on a terminal, named for scripts, shown and taken back; the example needs none. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { CONSENT_TEXTS, type ConsentView } from "@waldo/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exactly, waldo } from "./command.ts";
import { early, late } from "./early.ts";
import { NIGHTS_MAP, nightRows, nightsCsv } from "./made-up-nights.ts";

const root = mkdtempSync(join(tmpdir(), "waldo-consent-"));
/** The last night of the nights. */
beforeAll(() => early("2026-09-29"));
afterAll(() => {
  late();
  rmSync(root, { recursive: true, force: true });
});
const EXPORT = join(root, "nights.csv");
writeFileSync(EXPORT, nightsCsv(nightRows()));

let homes = 0;
const newHome = () => join(root, `home-${++homes}`);
const args = (home: string) => [
  "day",
  "--home",
  home,
  "--export",
  EXPORT,
  "--map",
  NIGHTS_MAP,
  "--zone",
  "Europe/London",
];

async function states(home: string): Promise<string> {
  const { stdout } = await waldo("consent", "--home", home, "--json");
  return (JSON.parse(stdout) as ConsentView[]).map(({ purpose, state }) => `${purpose} ${state}`).join(", ");
}

/** A terminal on which a person has typed these lines. */
function typing(...lines: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end(lines.map((line) => `${line}\n`).join(""));
  return { env: {}, stdin };
}

describe("waldo day with an export", () => {
  it("asks for what it needs, once, and takes the export in after a yes", async () => {
    const home = newHome();
    const first = await exactly(typing("what?", "yes", "n"), ...args(home));
    expect(first.status).toBe(0);
    expect(first.stderr).toContain(CONSENT_TEXTS.body.asks);
    expect(first.stderr).toContain(CONSENT_TEXTS.memory.without);
    expect(first.stderr).not.toContain(CONSENT_TEXTS.model.asks);
    expect(await states(home)).toBe("body given, memory declined, telegram open, model open");
    expect((await exactly(typing(), ...args(home))).stderr).not.toContain(CONSENT_TEXTS.body.asks);
  });

  it("takes nothing in after a no, and where nobody can be asked it says what to do", async () => {
    const home = newHome();
    const no = await exactly(typing("n", "n"), ...args(home));
    expect([no.status, no.stderr]).toEqual([1, expect.stringMatching(/needs your consent first \(body\)/)]);
    const alone = await exactly({ env: {} }, ...args(newHome()));
    expect([alone.status, alone.stderr]).toEqual([1, expect.stringMatching(/--consent body/)]);
    expect((await exactly({ env: {} }, "consent", "give", "body", "--home", home)).status).toBe(0);
    expect((await exactly({ env: {} }, ...args(home))).status).toBe(0);
  });

  it("agrees to what --consent names, and to no other word", async () => {
    const home = newHome();
    expect((await exactly({ env: {} }, ...args(home), "--consent", "body")).status).toBe(0);
    expect(await states(home)).toBe("body given, memory open, telegram open, model open");
    const wrong = await exactly({ env: {} }, ...args(home), "--consent", "everything");
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining("--consent everything")]);
  });

  it("asks for a model only where one outside is set", async () => {
    for (const url of ["https://models.test/v1", "http://127.models.test/v1"]) {
      const env = { WALDO_MODEL_URL: url, WALDO_MODEL: "m" };
      const asked = await exactly({ ...typing("y", "y", "n"), env }, ...args(newHome()));
      expect(asked.stderr).toContain(CONSENT_TEXTS.model.asks);
      expect(asked.stderr).not.toContain("did not answer");
    }
    const local = { WALDO_MODEL_URL: "http://127.0.0.1:9/v1", WALDO_MODEL: "m" };
    expect((await exactly({ ...typing("y", "y"), env: local }, ...args(newHome()))).stderr).not.toContain(
      CONSENT_TEXTS.model.asks,
    );
  });
});

describe("the example person", () => {
  it("needs no consent, and nobody is asked", async () => {
    early("2026-10-31");
    const played = await exactly(typing(), "day", "--home", newHome());
    early("2026-09-29");
    expect([played.status, played.stderr]).toEqual([0, expect.not.stringContaining(CONSENT_TEXTS.body.asks)]);
  });
});

describe("waldo consent", () => {
  it("shows each purpose with its words, and takes one back", async () => {
    const home = newHome();
    await exactly({ env: {} }, ...args(home), "--consent", "body,memory");
    const { stdout } = await waldo("consent", "withdraw", "memory", "--home", home);
    expect(stdout).toMatch(/memory +not agreed since \d{4}-\d\d-\d\d/);
    expect(stdout).toContain("It stays until you erase it");
    expect(await states(home)).toBe("body given, memory declined, telegram open, model open");
    const note = await waldo("memory", "note", "facts", "I have two cats", "--home", home);
    expect([note.status, note.stderr]).toEqual([1, expect.stringMatching(/consent first \(memory\)/)]);
    expect((await waldo("consent", "give", "sleep", "--home", home)).status).toBe(2);
  });
});
