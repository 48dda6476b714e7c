/** `waldo aws` as an operator types it. The services are one HTTP server on loopback that speaks their protocols. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocalServer } from "@waldo/testkit/local-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { account, HAIKU, operations, renew, serveAccount } from "./aws-account.ts";
import { waldo, waldoWith } from "./command.ts";

let server: LocalServer;
beforeAll(async () => {
  server = await serveAccount();
});
afterAll(() => server.stop());
beforeEach(() => {
  renew();
  const settings = { AWS_REGION: "eu-central-1", AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" };
  for (const [name, value] of Object.entries({ ...settings, AWS_ENDPOINT_URL: server.endpoint }))
    vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

describe("waldo aws check", () => {
  it("of a finished deployment finds everything ready, and changes nothing", async () => {
    const { status, stdout } = await waldo("aws", "check");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/✓ people +one account/)]);
    expect(stdout).not.toMatch(/✗/);
    expect(
      operations().filter((what) => !/^(Describe|List|Get|foundation|inference|use-case|app\.json)/.test(what)),
    ).toEqual([]);
  });

  it.each<[string, () => void, RegExp]>([
    [
      "a stack that was rolled back",
      () => (account.stack = "UPDATE_ROLLBACK_COMPLETE"),
      /UPDATE_ROLLBACK_COMPLETE.*deploy again/,
    ],
    [
      "a name that does not point to the page yet",
      () => (account.app = "http://waldo.invalid"),
      /nothing answers at http:\/\/waldo\.invalid: let a CNAME of its name point to d1\.cloudfront\.invalid/,
    ],
    [
      "a page that CloudFront does not give yet",
      () => (account.app = "https://d1.cloudfront.invalid"),
      /nothing answers at https:\/\/d1\.cloudfront\.invalid: a new distribution takes some minutes/,
    ],
    ["something else at its address", () => (account.page = "<html></html>"), /is not the page/],
    ["the page of one machine there", () => (account.page = '{"session":"cookie"}'), /is not the page/],
    [
      "a model without its agreement",
      () => (account.availability[HAIKU] = { agreementAvailability: { status: "NOT_AVAILABLE" } }),
      /agreement is not accepted.*request access/,
    ],
    [
      "a model of another region",
      () => (account.availability[HAIKU] = { regionAvailability: "NOT_AVAILABLE" }),
      /not offered in this region.*cdk\.json/,
    ],
    [
      "a model that is forbidden",
      () => (account.availability[HAIKU] = { authorizationStatus: "NOT_AUTHORIZED" }),
      /may not use it/,
    ],
    [
      "a profile that its region does not have",
      () => (account.profiles = ["eu.amazon.nova-2-lite-v1:0"]),
      /model eu\.anthropic\S+ +there is no such inference profile in this region: .*waldo\.profiles/,
    ],
    [
      "a model that ends",
      () => (account.lifecycle[HAIKU] = { status: "LEGACY", endOfLifeTime: "2026-12-24T00:00:00Z" }),
      /legacy model.*ends on 2026-12-24: name its successor/,
    ],
    [
      "a new account's quota of functions",
      () => (account.quotas["Concurrent executions"] = 10),
      /10 functions at once, which is little for ten people: ask for 100 or more in Service Quotas \("Concurrent executions", lambda\)/,
    ],
    [
      "a small quota of transitions",
      () => (account.quotas["StateTransition throttle token refill rate per second"] = 5),
      /5 transitions a second, which is little/,
    ],
    [
      "a small quota of a model, on the way that it is asked",
      () => (account.quotas["Cross-region model inference tokens per minute for Amazon Nova 2 Lite"] = 20_000),
      /quota of eu\.amazon\.nova-2-lite-v1:0 +20,000 tokens a minute, which is little/,
    ],
    ["a form that is not filled in", () => (account.form = false), /submit the use case/],
    ["alarms that nobody hears", () => (account.subscriptions = []), /alarmEmail/],
    [
      "a mail that is not confirmed",
      () => (account.subscriptions = ["PendingConfirmation"]),
      /confirm the subscription/,
    ],
    [
      "a stack that a mistake could delete",
      () => (account.isProtected = false),
      /protection +it is off: run waldo aws deploy/,
    ],
    ["nobody who can sign in", () => (account.people = []), /waldo aws invite/],
    ["a look that is not allowed", () => (account.denied = "ListUsers"), /your role may not do that/],
  ])("finds %s, and says what to do", async (_, lacks, says) => {
    lacks();
    const { status, stdout, stderr } = await waldo("aws", "check");
    expect([status, stdout]).toEqual([1, expect.stringMatching(says)]);
    expect(stderr).toContain("one thing is missing");
  });

  it("says how many people can be invited in a day, and which quota it could not find", async () => {
    account.quotas = { "Concurrent executions": 1000 };
    const { status, stdout } = await waldo("aws", "check");
    expect(status).toBe(0);
    expect(stdout).toMatch(/– invitations +Cognito sends 50 mails a day/);
    expect(stdout).toMatch(/– quota of machines +it was not found: look for "transitions a second" of states/);
    account.sender = "DEVELOPER";
    expect((await waldo("aws", "check")).stdout).toMatch(/✓ invitations +they are sent by SES/);
  });

  it("misses the token of a bot that is named", async () => {
    account.token = "a random value";
    const { status, stdout } = await waldo("aws", "check");
    expect([status, stdout]).toEqual([1, expect.stringMatching(/no token is stored of waldo_test_bot/)]);
    expect(stdout).not.toContain("a random value");
  });

  it("does without a bot, and gives the same as JSON", async () => {
    account.bots = "none";
    const { status, stdout } = await waldo("aws", "check", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({
      about: "Telegram",
      state: "optional",
      says: expect.stringContaining("BotFather"),
    });
  });

  it.each<[string, () => void, RegExp]>([
    ["no stack", () => (account.stack = ""), /there is no such stack.*waldo aws deploy/],
    ["a stack of an older release", () => (account.models = ""), /lacks outputs of this release: run waldo aws deploy/],
    ["no permission", () => (account.denied = "DescribeStacks"), /failed/],
  ])("with %s says so in one line", async (_, lacks, says) => {
    lacks();
    const { status, stderr, stdout } = await waldo("aws", "check");
    expect([status, stdout, stderr.trim().split("\n").length]).toEqual([1, "", 1]);
    expect(stderr).toMatch(says);
  });
});

describe("waldo aws deploy and undeploy", () => {
  const home = mkdtempSync(join(tmpdir(), "waldo-cdk-"));
  const WALDO_CDK = join(home, "cdk");
  beforeAll(() => {
    // A CDK CLI that tells the server of these tests what it was called with.
    const body = "{ method: 'POST', body: JSON.stringify(process.argv.slice(2)) }";
    const ask = `fetch(process.env.AWS_ENDPOINT_URL + "/cdk", ${body}).then((a) => a.json())`;
    writeFileSync(WALDO_CDK, `#!${process.execPath}\n${ask}.then(({ code }) => process.exit(code));\n`, {
      mode: 0o755,
    });
  });
  afterAll(() => rmSync(home, { recursive: true }));
  const run = (...args: string[]) => waldoWith({ WALDO_CDK }, "aws", ...args);
  const plain = ["deploy", "Waldo"];
  const standing = [...plain, "--context", "waldo:stands=yes"];
  const fresh = () => Object.assign(account, { stack: "", isProtected: false });

  it("creates the stack without protection, and protects it once it stands", async () => {
    fresh();
    expect(await run("deploy")).toMatchObject({ status: 0, stdout: expect.stringContaining("protected against") });
    expect([account.cdk, account.isProtected]).toEqual([[plain, standing], true]);
  });

  it("deploys a stack that stands once, and never without its protection", async () => {
    const { status, stdout } = await run("deploy", "--yes", "--json");
    expect([status, JSON.parse(stdout)]).toEqual([0, { stack: "Waldo", done: "updated" }]);
    expect([account.cdk, account.isProtected]).toEqual([[[...standing, "--require-approval", "never"]], true]);
  });

  it.each(["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"])("a first deployment that ended %s is repeated", async (left) => {
    fresh();
    account.fails = () => left;
    const { status, stderr } = await run("deploy");
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/the first deployment failed.*run waldo aws deploy again/),
    ]);
    expect([account.cdk, account.isProtected]).toEqual([[plain], false]);
    account.fails = undefined;
    expect((await run("deploy")).status).toBe(0);
    expect([account.cdk, account.isProtected]).toEqual([[plain, plain, standing], true]);
  });

  it("also one that an earlier release left protected", async () => {
    Object.assign(account, { stack: "ROLLBACK_COMPLETE", isProtected: true });
    expect((await run("deploy")).status).toBe(0);
    expect([account.cdk, account.isProtected]).toEqual([[plain, standing], true]);
  });

  it("says that a stack stands without its protection, and the next time protects it", async () => {
    fresh();
    account.fails = (args) => (args.length > 2 ? "UPDATE_ROLLBACK_COMPLETE" : undefined);
    expect((await run("deploy")).stderr).toMatch(/not yet protected.*run waldo aws deploy again/);
    expect(account.isProtected).toBe(false);
    account.fails = undefined;
    expect((await run("deploy")).status).toBe(0);
    expect([account.cdk.at(-1), account.isProtected]).toEqual([standing, true]);
  });

  it.each([
    ["UPDATE_IN_PROGRESS", /wait until/],
    ["UPDATE_ROLLBACK_FAILED", /Continue update rollback/],
    ["DELETE_FAILED", /delete it in CloudFormation/],
  ])("leaves a stack that is %s alone, and says what to do", async (status, says) => {
    account.stack = status;
    const ran = await run("deploy");
    expect([ran.status, ran.stderr, account.cdk]).toEqual([1, expect.stringMatching(says), []]);
  });

  it("an update that fails keeps the protection", async () => {
    account.fails = () => "UPDATE_ROLLBACK_COMPLETE";
    expect((await run("deploy")).stderr).toMatch(/the one before it works on/);
    expect([account.cdk, account.isProtected]).toEqual([[standing], true]);
  });

  it("removes the stack only with --yes, and lists what stays", async () => {
    expect((await run("undeploy")).stderr).toMatch(/add --yes/);
    expect([account.cdk, account.isProtected]).toEqual([[], true]);
    const { status, stdout } = await run("undeploy", "--yes");
    expect([status, account.cdk]).toEqual([0, [["destroy", "Waldo", "--force"]]]);
    expect(stdout).toMatch(/This stays.*\n {2}AWS::DynamoDB::Table {2}Waldo-Data-1\n$/);
    expect((await run("undeploy", "--yes")).stderr).toMatch(/no such stack/);
  });

  it("says in one line when there is no CDK CLI", async () => {
    const { status, stderr } = await waldoWith({ WALDO_CDK: join(home, "none") }, "aws", "deploy");
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^waldo: the CDK CLI cannot be started .*\n$/)]);
  });
});

describe("waldo aws people, invite, pause and remove", () => {
  it("lists who has an account, and whether they came", async () => {
    account.people.push({ mail: "ben@example.com", sub: "sub-2", status: "FORCE_CHANGE_PASSWORD" });
    const { stdout } = await waldo("aws", "people");
    expect(stdout).toBe(
      "ana@example.com  sub-1  has signed in\nben@example.com  sub-2  invited, and has not signed in yet\n",
    );
    account.people = [];
    expect((await waldo("aws", "people")).stdout).toMatch(/Nobody has an account/);
  });

  it("invites by mail; one who waits gets another mail, and one who has signed in does not", async () => {
    const invited = await waldo("aws", "invite", "Ben@Example.com");
    expect(invited.stdout).toBe(
      `ben@example.com is invited. The first password holds three days.\nThey sign in at ${server.endpoint}\n`,
    );
    expect(account.asked.at(-1)?.body).toMatchObject({
      UserPoolId: "eu-central-1_pool",
      Username: "ben@example.com",
      DesiredDeliveryMediums: ["EMAIL"],
    });
    account.people.push({ mail: "ben@example.com", sub: "sub-2", status: "FORCE_CHANGE_PASSWORD" });
    expect((await waldo("aws", "invite", "ben@example.com")).stdout).toMatch(/gets another mail/);
    expect(account.asked.at(-1)?.body).toMatchObject({ MessageAction: "RESEND" });
    const known = await waldo("aws", "invite", "ana@example.com");
    expect([known.status, known.stderr]).toEqual([1, expect.stringContaining("has signed in")]);
    expect((await waldo("aws", "invite", "ana")).stderr).toMatch(/no mail address/);
  });

  it("pauses and resumes a person by their mail, and says who is unknown", async () => {
    for (const operate of ["pause", "resume"]) {
      expect((await waldo("aws", operate, "ana@example.com")).status).toBe(0);
      expect(account.asked.at(-1)).toEqual({ what: "2015-03-31/functions", body: { userId: "sub-1", operate } });
    }
    expect((await waldo("aws", "pause", "eve@example.com")).stderr).toMatch(/no account of eve@example.com/);
  });

  it("removes only with --yes: first the pause, then the sessions and the account", async () => {
    const kept = await waldo("aws", "remove", "ana@example.com");
    expect([kept.status, operations()]).toEqual([1, []]);
    expect((await waldo("aws", "remove", "ana@example.com", "--yes")).status).toBe(0);
    expect(operations().slice(-3)).toEqual(["2015-03-31/functions", "AdminUserGlobalSignOut", "AdminDeleteUser"]);
  });
});

describe("waldo aws key", () => {
  const run = (name: string) => waldoWith({ BRAVE_KEY: "k-1" }, "aws", "key", name, "--key-env", "BRAVE_KEY");

  it("stores the key beside the others, and never prints one", async () => {
    account.connections = "web.search,notes";
    account.keys = JSON.stringify({ unused: "x", notes: "k-0" });
    expect((await waldo("aws", "check")).stdout).toMatch(/no key is stored of web.search/);
    const { status, stdout } = await run("web.search");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^The key of web.search is stored/)]);
    expect(JSON.parse(account.keys)).toEqual({ unused: "x", notes: "k-0", "web.search": "k-1" });
    expect((await waldo("aws", "check")).stdout).toMatch(/web.search, notes: each has a key/);
  });

  it("stores the secret of the client at a vendor of wearables, which the check asks for", async () => {
    expect((await run("wearable.whoop")).stderr).toMatch(/waldo.wearables in cdk.json/);
    account.vendors = "whoop";
    expect((await waldo("aws", "check")).stdout).toMatch(/run waldo aws key wearable.whoop/);
    expect((await run("wearable.oura")).stderr).toMatch(/not among/);
    expect((await run("wearable.whoop")).status).toBe(0);
    expect(JSON.parse(account.clientSecrets)).toEqual({ whoop: "k-1" });
    expect((await waldo("aws", "check")).stdout).toMatch(/whoop: people can connect/);
  });

  it("says what is wrong, and stores nothing then", async () => {
    expect((await run("web.search")).stderr).toMatch(/waldo.connections in cdk.json/);
    account.connections = "notes";
    expect((await run("web.search")).stderr).toMatch(/not among the connections.*notes/);
    expect((await waldo("aws", "key", "notes", "--key-env", "k-1")).stderr).toMatch(/never the key itself/);
    expect(account.keys).toBe("{}");
  });
});

describe("waldo aws telegram", () => {
  const token = `123456:AAKnown${"x".repeat(30)}`;
  const run = (own: string) =>
    waldoWith({ WALDO_TELEGRAM_TOKEN: own, WALDO_TELEGRAM_API: server.endpoint }, "aws", "telegram");

  it("stores the token beside those of other bots, and sets the webhook with the secret", async () => {
    account.bots = "other_bot,waldo_test_bot";
    account.token = JSON.stringify({ other_bot: `1:${"y".repeat(30)}`, gone_bot: `2:${"z".repeat(30)}` });
    expect(await run(token)).toMatchObject({ status: 0, stdout: expect.stringContaining("@waldo_test_bot is set up") });
    expect(JSON.parse(account.token)).toEqual({ other_bot: `1:${"y".repeat(30)}`, waldo_test_bot: token });
    expect(account.asked.at(-1)).toMatchObject({
      what: `bot${token}/setWebhook`,
      body: { url: `${account.url}/v1/telegram/waldo_test_bot`, secret_token: "hook-secret" },
    });
    expect((await waldo("aws", "check")).stdout).toMatch(/2 bots are set up/);
  });

  it("says what is wrong, and stores nothing then", async () => {
    const before = account.token;
    expect((await waldo("aws", "telegram")).stderr).toMatch(/WALDO_TELEGRAM_TOKEN/);
    expect((await run(`123456:AAWrong${"x".repeat(30)}`)).stderr).toMatch(/does not know this token/);
    account.bots = "none";
    expect((await run(token)).stderr).toMatch(/waldo.telegramBots/);
    expect(account.token).toBe(before);
  });
});
