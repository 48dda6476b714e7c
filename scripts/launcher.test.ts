/** `./waldo`, the launcher: it finds its folder, its Node and what it needs, and passes on what was typed. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PATIENCE_MS } from "@waldo/testkit/patience";
import { afterAll, describe, expect, it, vi } from "vitest";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "waldo launcher ")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const repository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const INSTALLED = ["node_modules/node/bin", "node_modules/.package-lock.json"];
let folders = 0;

/** A clone with a command that only says how it was called. */
function clone({ installed }: { installed: boolean }): string {
  const root = join(scratch, `clone ${++folders}`);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("package-lock.json", "{}");
  put(
    "packages/embedded/src/cli.ts",
    "console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), home: process.env.WALDO_HOME }));",
  );
  for (const file of ["waldo", "scripts/install.mjs"]) cpSync(repository(file), join(root, file));
  if (installed) {
    put(INSTALLED[1] as string, "{}");
    mkdirSync(join(root, INSTALLED[0] as string), { recursive: true });
    symlinkSync(process.execPath, join(root, INSTALLED[0] as string, "node"));
  }
  return root;
}

/** A folder of programs that stands for the whole PATH. */
function path(programs: Record<string, string>): string {
  const bin = join(scratch, `bin ${++folders}`);
  mkdirSync(bin);
  for (const name of ["sh", "dirname", "readlink", "mkdir", "touch", "ln"])
    symlinkSync(spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).stdout.trim(), join(bin, name));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

function launch(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return spawnSync(program, args, { cwd: scratch, env, encoding: "utf8" });
}

describe("./waldo", () => {
  it("runs from anywhere, through symlinks, with words as they were typed and its state in its own folder", () => {
    const root = clone({ installed: true });
    symlinkSync(join(root, "waldo"), join(scratch, "first link"));
    symlinkSync("first link", join(scratch, "my waldo"));
    const args = ["say", "two  words", "", "$HOME *"];
    const { stdout, stderr, status } = launch(join(scratch, "my waldo"), args, { PATH: path({}) });
    expect([stderr, status]).toEqual(["", 0]);
    expect(JSON.parse(stdout)).toEqual({ args, cwd: scratch, home: join(root, ".waldo") });
    const elsewhere = launch(join(root, "waldo"), [], { PATH: path({}), WALDO_HOME: "/elsewhere" });
    expect(JSON.parse(elsewhere.stdout).home).toBe("/elsewhere");
  });

  it("installs on first use, says so beside the output, and does it once", () => {
    const root = clone({ installed: false });
    const npm = `[ "$1" != ping ] || exit 0; echo "$*" >&2; mkdir -p node_modules/node/bin && ln -s "${process.execPath}" node_modules/node/bin/node && touch node_modules/.package-lock.json`;
    const env = { PATH: path({ npm, node: `exec "${process.execPath}" "$@"` }) };
    const first = launch(join(root, "waldo"), ["runs"], env);
    expect(first.stderr).toMatch(/^installing what Waldo needs into node_modules .*\nci --no-audit/);
    expect(JSON.parse(first.stdout).args).toEqual(["runs"]);
    expect(launch(join(root, "waldo"), ["runs"], env).stderr).toBe("");
  });

  it("says what is missing: Node, npm, a registry", () => {
    const root = clone({ installed: false });
    const node = `exec "${process.execPath}" "$@"`;
    const told = (programs: Record<string, string>) => {
      const { status, stderr } = launch(join(root, "waldo"), ["runs"], { PATH: path(programs) });
      return [status, stderr.trim().split("\n").at(-1)];
    };
    expect(told({})).toEqual([1, expect.stringMatching(/^waldo: Node was not found.*nodejs\.org/)]);
    expect(told({ node })).toEqual([127, expect.stringMatching(/^npm was not found/)]);
    expect(told({ node, npm: "exit 3" })).toEqual([3, expect.stringMatching(/^npm ci failed: check that/)]);
  });

  it("lets npm take only what it has kept where no registry answers, so that it fails at once", () => {
    const root = clone({ installed: false });
    const node = `exec "${process.execPath}" "$@"`;
    const told = (ping: string) =>
      launch(join(root, "waldo"), ["runs"], {
        PATH: path({ node, npm: `[ "$1" != ping ] || { ${ping}; }; echo "$*" >&2; exit 3` }),
      }).stderr;
    expect(told("echo npm error code EAI_AGAIN >&2; exit 1")).toMatch(/\nci .* --offline\nnpm ci failed: /);
    // A registry of one's own may know no ping. It has answered.
    expect(told("echo npm error code E404 >&2; exit 1")).toMatch(/\nci --no-audit --no-fund --loglevel=error\n/);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("stops npm, and what npm has started, with a %s", async (signal) => {
    const root = clone({ installed: false });
    const pids = join(root, "pids");
    const npm = `[ "$1" != ping ] || exit 0; sleep 300 & echo "$$ $!" > "${pids}"; wait`;
    const env = { PATH: `${path({ npm })}:${process.env["PATH"]}` };
    const install = spawn(process.execPath, [join(root, "scripts/install.mjs")], { env, stdio: "ignore" });
    const started = await vi.waitFor(() => {
      const both = readFileSync(pids, "utf8").trim().split(" ").map(Number);
      expect(both).toHaveLength(2);
      return both;
    }, PATIENCE_MS);
    install.kill(signal);
    expect((await once(install, "exit"))[0]).toBe(signal === "SIGINT" ? 130 : 143);
    for (const pid of started) await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), PATIENCE_MS);
  });
});
