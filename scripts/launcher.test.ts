/** Tests `./waldo`, the launcher: it finds its folder, its Node and its packages, and passes on what the person typed. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
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
import { nodePackage } from "./fetched.mjs";
import { packagesOf, readLock } from "./parts.mjs";

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "waldo launcher ")));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const repository = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const SCRIPTS = ["install", "fetched", "npm", "parts", "run"].map((name) => `scripts/${name}.mjs`);
let folders = 0;

/** Two packages for a day, and one more for AWS. The lockfile of a clone names no other. */
const LOCK = {
  "": { name: "waldo", devDependencies: { linter: "1.0.0" } },
  "packages/embedded": { name: "@waldo/embedded", version: "0.1.0", dependencies: { ground: "1.0.0" } },
  "packages/app": { name: "@waldo/app", version: "0.1.0" },
  "packages/aws": { name: "@waldo/aws", version: "0.1.0", dependencies: { sdk: "1.0.0", ground: "1.0.0" } },
  infra: { name: "@waldo/infra", version: "0.1.0" },
  "node_modules/@waldo/embedded": { resolved: "packages/embedded", link: true },
  "node_modules/@waldo/aws": { resolved: "packages/aws", link: true },
  "node_modules/ground": { version: "1.0.0" },
  "node_modules/sdk": { version: "1.0.0" },
  "node_modules/linter": { version: "1.0.0", dev: true },
};

/** A clone with a command that only prints its arguments. */
function clone(): string {
  const root = join(scratch, `clone ${++folders}`);
  put(root, "package-lock.json", JSON.stringify({ packages: LOCK }));
  put(
    root,
    "packages/embedded/src/cli.ts",
    "console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), home: process.env.WALDO_HOME }));",
  );
  for (const file of ["waldo", ...SCRIPTS]) cpSync(repository(file), join(root, file));
  return root;
}

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** An npm that notes its arguments, and installs packages of {@link LOCK} that it is asked for. */
const NPM = `
echo "$*" >> npm-calls
add() { mkdir -p "node_modules/$1" && echo "{\\"version\\":\\"$2\\"}" > "node_modules/$1/package.json"; }
add @waldo/embedded 0.1.0; add ground 1.0.0
case "$*" in *packages/aws*) add @waldo/aws 0.1.0; add sdk 1.0.0;; esac
case "$*" in *include=dev*) add linter 1.0.0;; esac`.replaceAll("\\\\", "\\");
/** This Node, which is new enough. */
const NODE = `exec "${process.execPath}" "$@"`;

function callsOf(root: string): string[] {
  return readFileSync(join(root, "npm-calls"), "utf8").trim().split("\n");
}

/** A folder of programs that is the whole PATH. */
function path(programs: Record<string, string>): string {
  const bin = join(scratch, `bin ${++folders}`);
  mkdirSync(bin);
  for (const name of ["sh", "dirname", "readlink", "mkdir", "tar"])
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
    const root = clone();
    symlinkSync(join(root, "waldo"), join(scratch, "first link"));
    symlinkSync("first link", join(scratch, "my waldo"));
    const env = { PATH: path({ npm: NPM, node: NODE }) };
    launch(join(scratch, "my waldo"), [], env);
    const args = ["say", "two  words", "", "$HOME *"];
    const { stdout, stderr, status } = launch(join(scratch, "my waldo"), args, env);
    expect([stderr, status]).toEqual(["", 0]);
    expect(JSON.parse(stdout)).toEqual({ args, cwd: scratch, home: join(root, ".waldo") });
    const elsewhere = launch(join(root, "waldo"), [], { ...env, WALDO_HOME: "/elsewhere" });
    expect(JSON.parse(elsewhere.stdout).home).toBe("/elsewhere");
  });

  it("installs on first use what a day needs, says so beside the output, and does it once", () => {
    const root = clone();
    const env = { PATH: path({ npm: NPM, node: NODE }) };
    const first = launch(join(root, "waldo"), ["runs"], env);
    expect(first.stderr).toMatch(
      /^Installing what a day needs \(about \d+ MB\) .*: 1 package\..*\nInstalled, in \d+ s\.\n$/,
    );
    expect(JSON.parse(first.stdout).args).toEqual(["runs"]);
    expect(launch(join(root, "waldo"), ["runs"], env).stderr).toBe("");
    const [call, ...more] = callsOf(root);
    expect(call).toMatch(
      /^install --omit=dev --include-workspace-root=false --workspace packages\/embedded --no-save /,
    );
    expect(more).toEqual([]);
    expect(existsSync(join(root, "node_modules/sdk"))).toBe(false);
  });

  it("says what is missing: Node, npm, a reason of npm's", () => {
    const root = clone();
    const told = (programs: Record<string, string>) => {
      const { status, stderr } = launch(join(root, "waldo"), ["runs"], { PATH: path(programs) });
      return [status, stderr.trim().split("\n").at(-1)];
    };
    expect(told({})).toEqual([1, expect.stringMatching(/^waldo: Node was not found.*nodejs\.org/)]);
    expect(told({ node: NODE })).toEqual([127, expect.stringMatching(/^npm was not found/)]);
    const npm = "echo npm error the disk is full >&2; exit 3";
    expect(told({ node: NODE, npm })).toEqual([3, expect.stringMatching(/for the reason above/)]);
  });

  it("says what to do without a network, and goes on from there", () => {
    const root = clone();
    const away = { PATH: path({ node: NODE, npm: "echo npm error code EAI_AGAIN >&2; exit 1" }) };
    const { status, stderr, stdout } = launch(join(root, "waldo"), ["runs"], away);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/EAI_AGAIN\nNothing was lost, .* Connect, and type the same command again/);
    expect(launch(join(root, "waldo"), ["runs"], { PATH: path({ npm: NPM, node: NODE }) }).status).toBe(0);
  });
});

describe("Node", () => {
  /** A Node that does not run TypeScript, as one before 22.18. */
  const OLD = `exec "${process.execPath}" --no-experimental-strip-types "$@"`;

  it("is the machine's own where that runs TypeScript, so that none is fetched", () => {
    const root = clone();
    const { stdout } = launch(join(root, "waldo"), [], { PATH: path({ npm: NPM, node: NODE }) });
    expect(JSON.parse(stdout).args).toEqual([]);
    expect(callsOf(root).filter((call) => call.startsWith("pack"))).toEqual([]);
  });

  it.runIf(nodePackage())("is fetched where the machine's own is older, if it is the one that is known", () => {
    const root = clone();
    const npm = `${NPM}\nif [ "$1" = pack ]; then while [ "$1" != --pack-destination ]; do shift; done; home=$2; echo no tarball > "$home/n.tgz"; echo '[{"filename":"n.tgz"}]'; fi`;
    const { status, stderr } = launch(join(root, "waldo"), [], { PATH: path({ npm, node: OLD }) });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/brings its own[\s\S]* is not what it was: sha512-/)]);
    expect(callsOf(root).some((call) => /^pack node-\S+@24\./.test(call))).toBe(true);
  });

  it("that was fetched is taken from then on", () => {
    const root = clone();
    mkdirSync(join(root, "node_modules/.waldo/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(root, "node_modules/.waldo/node/bin/node"));
    expect(launch(join(root, "waldo"), [], { PATH: path({ npm: NPM, node: "exit 1" }) }).status).toBe(0);
  });
});

describe("the parts", () => {
  const env = () => ({ PATH: path({ npm: NPM, node: NODE }) });
  const install = (root: string, part: string, surroundings: NodeJS.ProcessEnv) =>
    launch(process.execPath, [join(root, "scripts/install.mjs"), part], surroundings);

  it("are added to each other, and a smaller need takes nothing away", () => {
    const root = clone();
    const surroundings = env();
    install(root, "day", surroundings);
    expect(install(root, "aws", surroundings).stderr).toMatch(
      /^Installing the AWS SDK \(about \d+ MB\) .*: 1 package\./,
    );
    install(root, "day", surroundings);
    expect(callsOf(root)).toHaveLength(2);
    expect(callsOf(root)[1]).toContain("--workspace packages/aws --workspace packages/embedded");
    install(root, "all", surroundings);
    for (const part of ["aws", "page", "day"]) install(root, part, surroundings);
    expect(callsOf(root)).toHaveLength(3);
    expect(callsOf(root)[2]).toMatch(/^install --include=dev --no-save/);
  });

  it("come again with another lockfile, all that were there", () => {
    const root = clone();
    const surroundings = env();
    install(root, "aws", surroundings);
    put(
      root,
      "package-lock.json",
      JSON.stringify({ packages: { ...LOCK, "node_modules/ground": { version: "2.0.0" } } }),
    );
    expect(install(root, "day", surroundings).stderr).toMatch(/: 1 package\./);
    expect(callsOf(root)[1]).toContain("--workspace packages/aws --workspace packages/embedded");
  });

  it("are left as they are where somebody has installed everything with npm", () => {
    const root = clone();
    for (const name of ["embedded", "app", "aws", "infra"])
      put(root, `node_modules/@waldo/${name}/package.json`, `{"version":"0.1.0"}`);
    for (const name of ["ground", "sdk", "linter"])
      put(root, `node_modules/${name}/package.json`, `{"version":"1.0.0"}`);
    const { stderr, stdout } = install(root, "day", { PATH: path({ node: NODE }) });
    expect([stderr, stdout]).toEqual(["", `${process.execPath}\n`]);
  });

  it("are not taken for whole where an install was stopped", () => {
    const root = clone();
    put(root, "node_modules/ground/package.json", `{"version":"1.0.0"}`);
    put(root, "node_modules/ground/half.js", "");
    put(root, "node_modules/.waldo/node-half-x/n.tgz", "");
    put(root, "node_modules/.waldo/adding.json", JSON.stringify(["node_modules/ground"]));
    expect(install(root, "day", env()).status).toBe(0);
    expect(existsSync(join(root, "node_modules/ground/half.js"))).toBe(false);
    expect(existsSync(join(root, "node_modules/.waldo/node-half-x"))).toBe(false);
  });

  it("do not wait for a process that died while it installed", () => {
    const root = clone();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    put(root, "node_modules/.waldo/lock", String(pid));
    expect(install(root, "day", env()).status).toBe(0);
    expect(existsSync(join(root, "node_modules/.waldo/lock"))).toBe(false);
  });

  it("come once where two commands ask at the same time", async () => {
    const root = clone();
    const go = join(root, "go");
    const npm = `while [ ! -e "${go}" ]; do sleep 0.05; done; ${NPM}`;
    const surroundings = { PATH: `${path({ npm })}:${process.env["PATH"]}` };
    const both = [1, 2].map(() =>
      spawn(process.execPath, [join(root, "scripts/install.mjs"), "day"], { env: surroundings }),
    );
    const said = both.map((child) => {
      let text = "";
      child.stderr.on("data", (piece) => (text += piece));
      return () => text;
    });
    await vi.waitFor(() => expect(said.some((text) => text().includes("Another command"))).toBe(true), PATIENCE_MS);
    writeFileSync(go, "");
    for (const child of both) if (child.exitCode === null) expect((await once(child, "exit"))[0]).toBe(0);
    expect(callsOf(root)).toHaveLength(1);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("stop npm, and what npm has started, with a %s", async (signal) => {
    const root = clone();
    const pids = join(root, "pids");
    const npm = `sleep 300 & echo "$$ $!" > "${pids}"; wait`;
    const surroundings = { PATH: `${path({ npm })}:${process.env["PATH"]}` };
    const installing = spawn(process.execPath, [join(root, "scripts/install.mjs"), "day"], {
      env: surroundings,
      stdio: "ignore",
    });
    const started = await vi.waitFor(() => {
      const both = readFileSync(pids, "utf8").trim().split(" ").map(Number);
      expect(both).toHaveLength(2);
      return both;
    }, PATIENCE_MS);
    installing.kill(signal);
    expect((await once(installing, "exit"))[0]).toBe(signal === "SIGINT" ? 130 : 143);
    for (const pid of started) await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), PATIENCE_MS);
    expect(existsSync(join(root, "node_modules/.waldo/lock"))).toBe(false);
    expect(install(root, "day", env()).status).toBe(0);
  });
});

describe("a script of package.json", () => {
  it("runs its program on the Node that was found, with its words, its output and its exit code", () => {
    const root = clone();
    put(
      root,
      "program.ts",
      "const words: string[] = process.argv.slice(2); console.log(words.join()); process.exitCode = 7;",
    );
    const args = [join(root, "scripts/run.mjs"), "day", join(root, "program.ts"), "a b", ""];
    const { status, stdout } = launch(process.execPath, args, { PATH: path({ npm: NPM }) });
    expect([status, stdout]).toEqual([7, "a b,\n"]);
  });
});

describe("the lockfile", () => {
  const lock = readLock();
  const names = (part: string) => [...packagesOf([part], lock).keys()];
  const isFetched = (at: string) => !at.startsWith("node_modules/@waldo/");

  it("gives a day fewer than 200 packages, none of which builds a page or calls AWS", () => {
    const day = names("day");
    expect(day.filter(isFetched).length).toBeLessThan(200);
    expect(
      day.filter((at) => /vite|rolldown|lucide|@base-ui|react|esbuild|aws-cdk|@waldo\/(app|aws)/.test(at)),
    ).toEqual([]);
    // The interpreter of state machines depends on a client for Lambda, and is the only one to bring one.
    const without = { ...lock, "node_modules/aws-local-stepfunctions": { version: "3.0.0" } };
    expect([...packagesOf(["day"], without).keys()].filter((at) => /@aws-sdk|@smithy/.test(at))).toEqual([]);
  });

  it("gives the other parts what they are for, beside what a day has", () => {
    expect(names("page")).toContain("node_modules/vite");
    expect(names("aws")).toContain("node_modules/@aws-sdk/client-dynamodb");
    expect(names("deploy")).toEqual(expect.arrayContaining(["node_modules/aws-cdk", "node_modules/vite"]));
    expect(names("all")).toEqual(expect.arrayContaining(names("deploy")));
  });

  it("leaves out what runs on other platforms", () => {
    const of = (platform: NodeJS.Platform) => [...packagesOf(["page"], lock, { platform, arch: "arm64" }).keys()];
    expect(of("darwin").filter((at) => /rolldown\/binding/.test(at))).toEqual([
      "node_modules/@rolldown/binding-darwin-arm64",
    ]);
  });
});
