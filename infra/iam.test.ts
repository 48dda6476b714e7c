import { keyPartition, MOST_VOICE_SECONDS } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "./test/everything.ts";
import { isAllowed, mayAssume, type Principal, type Role, rolesOf } from "./test/iam.ts";
import { type Json, type Resource, synthesise } from "./test/template.ts";

let deployed: readonly Resource[];
let roles: Role[];
const role = (name: string): Role => {
  const found = roles.filter(({ id }) => new RegExp(`${name}Role[0-9A-F]{8}$`).test(id));
  if (found[0] === undefined || found.length !== 1) throw new Error(`${found.length} roles are called ${name}`);
  return found[0];
};
const arnOf = (type: string, name: string): string => {
  const found = deployed.find((one) => one.type === type && one.id.includes(name));
  if (found === undefined) throw new Error(`no ${type} is called ${name}`);
  const kind = type === "AWS::KMS::Key" ? "kms:us-east-1:111122223333:key" : "dynamodb:us-east-1:111122223333:table";
  return `arn:aws:${kind}/${found.id}`;
};

beforeAll(async () => {
  const stack = await synthesise({ bundle: false });
  deployed = stack.deployed;
  roles = rolesOf(deployed);
});

const READS = ["GetItem", "BatchGetItem", "Query", "Scan"];
const WRITES = ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "ConditionCheckItem"];
const FUNCTIONS = [
  ...["Ingest", "Crs", "AgentStep", "Delivery", "Scribe", "Door", "Calendar", "Telegram", "^Privacy", "^Imports"],
];
const tagsOf = (userId: string) => ({ userId, userDigest: digest(userId) });
const taking = (userId: string): Principal => ({ role: role("ImportsScope"), tags: tagsOf(userId) });
const session = (userId: string): Principal => ({ role: role("UserScope"), tags: tagsOf(userId) });

const functionsIn = (all: readonly Resource[]) =>
  all.filter(({ type }) => type === "AWS::Lambda::Function").map(({ properties }) => properties["Description"]);

/** Returns the DynamoDB actions that a principal may carry out on one partition. */
async function reach(
  principal: Principal,
  table: "AgentTable" | "HealthTable" | "KeyTable",
  partition: string,
): Promise<string[]> {
  const arn = arnOf("AWS::DynamoDB::Table", table);
  const allowed: string[] = [];
  for (const action of [...READS, ...WRITES]) {
    const context = action === "Scan" ? {} : { "dynamodb:LeadingKeys": [partition] };
    if (await isAllowed(principal, `dynamodb:${action}`, arn, context as never)) allowed.push(action);
  }
  return allowed;
}

describe("R7: raw health", () => {
  test("is written by ingest, which reads back single rows and lists none, read and swept by crs, and by no other role", async () => {
    expect(await reach({ role: role("Ingest") }, "HealthTable", "RAW#a")).toEqual(["GetItem", "UpdateItem"]);
    expect(await reach({ role: role("Crs") }, "HealthTable", "RAW#a")).toEqual(["Query", "UpdateItem", "DeleteItem"]);
  });

  test("is out of reach of every other role, and of the session of the person it is about", async () => {
    for (const one of roles.filter(({ id }) => !/Ingest|Crs/.test(id)))
      expect(await reach({ role: one }, "HealthTable", "RAW#a"), one.id).toEqual([]);
    expect(await reach(session("a"), "HealthTable", "RAW#a")).toEqual([]);
  });

  test("cannot be reached through a tag that names the raw partition", async () => {
    for (const trick of ["*", "a*", "../a", "#", ""])
      expect(await reach(session(trick), "HealthTable", "RAW#a"), trick).toEqual([]);
  });

  test("ingest and crs reach no row of the agent", async () => {
    for (const name of ["Ingest", "Crs"]) expect(await reach({ role: role(name) }, "AgentTable", "USER#a")).toEqual([]);
  });

  test("lets them and a person's session use the health key, only through DynamoDB", async () => {
    const key = arnOf("AWS::KMS::Key", "HealthKey");
    const via = { "kms:ViaService": "dynamodb.us-east-1.amazonaws.com" };
    const keyPolicy = deployed.find(({ id }) => key.endsWith(id))?.properties["KeyPolicy"];
    const opens = async (principal: Principal, context: Record<string, string>, action = "kms:Decrypt") =>
      isAllowed(principal, action, key, context, keyPolicy);
    for (const principal of [{ role: role("Ingest") }, { role: role("Crs") }, session("a")]) {
      expect(await opens(principal, via)).toBe(true);
      expect(await opens(principal, { "kms:ViaService": "s3.us-east-1.amazonaws.com" })).toBe(false);
      expect(await opens(principal, {})).toBe(false);
    }
    for (const name of ["AgentStep", "Delivery", "Scribe", "Door", "Telegram"])
      expect(await opens({ role: role(name) }, via)).toBe(false);
    expect(await opens({ role: role("Ingest") }, via, "kms:GenerateDataKey")).toBe(true);
  });

  test("what a person agrees to is written by their session alone, and read before anything is taken in or computed", async () => {
    expect(await reach(session("a"), "HealthTable", "CONSENT#a")).toEqual(["GetItem", "UpdateItem"]);
    expect(await reach(session("a"), "HealthTable", "CONSENT#b")).toEqual([]);
    for (const one of roles)
      expect(await reach({ role: one }, "HealthTable", "CONSENT#a"), one.id).toEqual(
        ["Ingest", "Crs"].some((name) => one === role(name)) ? ["GetItem"] : [],
      );
  });
});

describe("data keys", () => {
  const may = ["GetItem", "UpdateItem"];

  test("a session reaches the key of its own person alone", async () => {
    expect(await reach(session("a"), "KeyTable", keyPartition(digest("a")))).toEqual(may);
    for (const other of [keyPartition(digest("b")), keyPartition("*"), keyPartition("")])
      expect(await reach(session("a"), "KeyTable", other), other).toEqual([]);
  });

  test("of the functions only those of the health table reach keys on their own credentials, and only what may write first makes one", async () => {
    const stack = await synthesise({ bundle: false, waldo: EVERYTHING });
    const own: Record<string, string[]> = {};
    const table = arnOf("AWS::DynamoDB::Table", "KeyTable");
    for (const one of rolesOf(stack.deployed))
      for (const action of [...READS, ...WRITES]) {
        const context = action === "Scan" ? {} : { "dynamodb:LeadingKeys": [keyPartition(digest("a"))] };
        if (await isAllowed({ role: one }, `dynamodb:${action}`, table, context as never))
          own[one.id.replace(/Role.*/, "")] = [...(own[one.id.replace(/Role.*/, "")] ?? []), action];
      }
    expect(own).toEqual({
      ApiIngest: may,
      WearablesConnect: may,
      WearablesFetcher: ["GetItem"],
      FunctionsCrs: ["GetItem"],
    });
  });

  test("nobody deletes a row of keys, puts one over another, or walks the table", async () => {
    for (const one of [...roles.map((found): Principal => ({ role: found })), session("a"), taking("a")])
      for (const action of ["Query", "BatchGetItem", "PutItem", "DeleteItem", "BatchWriteItem"]) {
        const context = { "dynamodb:LeadingKeys": [keyPartition(digest("a"))] };
        const table = arnOf("AWS::DynamoDB::Table", "KeyTable");
        expect(await isAllowed(one, `dynamodb:${action}`, table, context), `${one.role.id} ${action}`).toBe(false);
      }
  });
});

describe("R8: models", () => {
  const MODELS = [
    "arn:aws:bedrock:us-east-1:111122223333:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "arn:aws:bedrock:us-west-2::foundation-model/anthropic.claude-sonnet-4-5-20250929-v1:0",
  ];
  const [profile = "", model = ""] = MODELS;

  test("the agent step calls the configured ones: a profile, and through it the models behind it", async () => {
    const agent = { role: role("AgentStep") };
    expect(await isAllowed(agent, "bedrock:InvokeModel", profile)).toBe(true);
    expect(await isAllowed(agent, "bedrock:InvokeModel", model, { "bedrock:InferenceProfileArn": profile })).toBe(true);
    expect(await isAllowed(agent, "bedrock:InvokeModel", model)).toBe(false);
    expect(await isAllowed(agent, "bedrock:InvokeModelWithResponseStream", profile)).toBe(false);
    const other = "arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-pro-v1:0";
    expect(await isAllowed(agent, "bedrock:InvokeModel", other, { "bedrock:InferenceProfileArn": profile })).toBe(
      false,
    );
  });

  test("no other function calls one, and no other role names Bedrock at all", async () => {
    for (const one of roles.filter(({ id }) => !id.includes("AgentStep"))) {
      expect(JSON.stringify(one.policies), one.id).not.toContain("bedrock");
      expect(await isAllowed({ role: one }, "bedrock:InvokeModel", profile), one.id).toBe(false);
    }
  });
});

describe("R12: one person at a time", () => {
  test("no function reaches a row of the agent table on its own credentials", async () => {
    for (const name of FUNCTIONS) expect(await reach({ role: role(name) }, "AgentTable", "USER#a"), name).toEqual([]);
  });

  test("a session reaches the rows of the person in its tag, and no other's", async () => {
    const own = ["GetItem", "Query", "UpdateItem", "DeleteItem", "ConditionCheckItem"];
    expect(await reach(session("a"), "AgentTable", "USER#a")).toEqual(own);
    expect(await reach(session("a"), "HealthTable", "DERIVED#a")).toEqual(["GetItem", "Query"]);
    for (const other of ["USER#b", "USER#", "USER#a2", "USER#*"])
      expect(await reach(session("a"), "AgentTable", other), other).toEqual([]);
    expect(await reach(session("a"), "HealthTable", "DERIVED#b")).toEqual([]);
    expect(await reach({ role: role("UserScope") }, "AgentTable", "USER#a")).toEqual([]);
  });

  test("the webhook alone reaches the rows of bots; it and delivery reach their pace; neither reaches a person's", async () => {
    const may = ["GetItem", "UpdateItem"];
    for (const one of roles) {
      const name = ["Telegram", "Delivery"].find((known) => one === role(known));
      const own = { role: one };
      expect(await reach(own, "AgentTable", "BOT#waldo_bot"), one.id).toEqual(name === "Telegram" ? may : []);
      expect(await reach(own, "AgentTable", "PACE#waldo_bot"), one.id).toEqual(name ? may : []);
    }
    expect(await reach(session("a"), "AgentTable", "BOT#a")).toEqual([]);
    expect(await reach(session("a"), "AgentTable", "PACE#a")).toEqual([]);
  });

  test("one request for the rows of two people is refused as a whole", async () => {
    const both = { "dynamodb:LeadingKeys": ["USER#a", "USER#b"] };
    const arn = arnOf("AWS::DynamoDB::Table", "AgentTable");
    expect(await isAllowed(session("a"), "dynamodb:UpdateItem", arn, both)).toBe(false);
    expect(await isAllowed(session("a"), "dynamodb:Query", arn, {})).toBe(false);
  });

  test("a session reads, writes and lists the files of its person, and no other's", async () => {
    const bucket = `arn:aws:s3:::${deployed.find(({ id }) => id.startsWith("DataArchive"))?.id.toLowerCase()}`;
    const may = (action: string, name: string) => isAllowed(session("a"), action, `${bucket}/${name}`);
    for (const root of ["workspace", "archive", "index", "spill"]) {
      expect(await may("s3:GetObject", `${root}/a/x.md`)).toBe(true);
      expect(await may("s3:PutObject", `${root}/a/x.md`)).toBe(true);
      // The session may delete only what can be built again. Erasure has a role of its own.
      expect(await may("s3:DeleteObject", `${root}/a/x.md`)).toBe(root === "index");
      expect(await may("s3:DeleteObject", `${root}/b/x.md`)).toBe(false);
      // A role that may delete an object may also delete its versions. No other role may.
      expect(await may("s3:DeleteObjectVersion", `${root}/a/x.md`)).toBe(root === "index");
      expect(await may("s3:DeleteObjectVersion", `${root}/b/x.md`)).toBe(false);
      expect(await may("s3:GetObject", `${root}/b/x.md`)).toBe(false);
      expect(await may("s3:GetObject", `${root}/ab/x.md`)).toBe(false);
    }
    const lists = (prefix: string | undefined) =>
      isAllowed(session("a"), "s3:ListBucket", bucket, prefix === undefined ? {} : { "s3:prefix": prefix });
    expect(await lists("workspace/a/today.md")).toBe(true);
    expect(await lists("workspace/b/")).toBe(false);
    expect(await lists("workspace/")).toBe(false);
    expect(await lists("")).toBe(false);
    expect(await lists(undefined)).toBe(false);
  });

  test("only what works for people may open a session, with exactly this tag", async () => {
    const scope = role("UserScope");
    for (const one of roles) {
      const expected = ["AgentStep", "Delivery", "Scribe", "Door", "Calendar", "Telegram"].some(
        (name) => one === role(name),
      );
      expect(await mayAssume({ role: one }, scope, tagsOf("a")), one.id).toBe(expected);
    }
    expect(await mayAssume({ role: role("AgentStep") }, scope, {})).toBe(false);
    expect(await mayAssume({ role: role("AgentStep") }, scope, { ...tagsOf("a"), userId: "" })).toBe(false);
    expect(await mayAssume({ role: role("AgentStep") }, scope, { userId: "a" })).toBe(false);
    expect(await mayAssume({ role: role("AgentStep") }, scope, { ...tagsOf("a"), team: "x" })).toBe(false);
  });
});

describe("an export that a person sends", () => {
  test("is reached by one session, with the health of the person in its tag and nothing of the agent", async () => {
    const rows = ["GetItem", "Query", "UpdateItem"];
    for (const partition of ["RAW#", "DERIVED#"]) {
      expect(await reach(taking("a"), "HealthTable", `${partition}a`)).toEqual(rows);
      for (const other of ["b", "ab", "", "*"])
        expect(await reach(taking("a"), "HealthTable", partition + other)).toEqual([]);
      expect(await reach({ role: role("ImportsScope") }, "HealthTable", `${partition}a`)).toEqual([]);
    }
    expect(await reach(taking("a"), "HealthTable", "CONSENT#a")).toEqual(["GetItem"]);
    for (const other of ["CONSENT#b", "CONNECT#a", "HOOKED#a", "VENDOR#whoop"])
      expect(await reach(taking("a"), "HealthTable", other), other).toEqual([]);
    expect(await reach(taking("a"), "AgentTable", "USER#a")).toEqual([]);
    expect(await reach(taking("a"), "KeyTable", keyPartition(digest("a")))).toEqual(["GetItem", "UpdateItem"]);
    expect(await reach(taking("a"), "KeyTable", keyPartition(digest("b")))).toEqual([]);
  });

  test("lies where that session writes, reads and removes, and nothing but the erasure reaches it besides", async () => {
    const bucket = `arn:aws:s3:::${deployed.find(({ id }) => id.startsWith("DataArchive"))?.id.toLowerCase()}`;
    const actions = ["s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:DeleteObjectVersion"];
    for (const action of actions) {
      expect(await isAllowed(taking("a"), action, `${bucket}/uploads/a/import-1/export`), action).toBe(true);
      for (const other of ["uploads/b/x", "uploads/ab/x", "workspace/a/x", "exports/a/waldo.zip"])
        expect(await isAllowed(taking("a"), action, `${bucket}/${other}`), `${action} ${other}`).toBe(false);
      expect(await isAllowed(session("a"), action, `${bucket}/uploads/a/import-1/export`), action).toBe(false);
      for (const one of roles)
        expect(await isAllowed({ role: one }, action, `${bucket}/uploads/a/import-1/export`), one.id).toBe(false);
    }
    for (const action of ["s3:ListBucket", "s3:ListBucketVersions"]) {
      expect(await isAllowed(taking("a"), action, bucket, { "s3:prefix": "uploads/a/import-1/" })).toBe(true);
      expect(await isAllowed(taking("a"), action, bucket, { "s3:prefix": "uploads/" })).toBe(false);
    }
  });

  test("that session is opened by its function alone, which opens no other", async () => {
    const own = role("^Imports");
    for (const one of roles)
      expect(await mayAssume({ role: one }, role("ImportsScope"), tagsOf("a")), one.id).toBe(one === own);
    expect(await mayAssume({ role: own }, role("ImportsScope"), {})).toBe(false);
    for (const other of ["UserScope", "PrivacyScope"])
      expect(await mayAssume({ role: own }, role(other), tagsOf("a")), other).toBe(false);
  });
});

describe("everything of one person", () => {
  const whole = (userId: string): Principal => ({ role: role("PrivacyScope"), tags: tagsOf(userId) });
  const rows = ["GetItem", "Query", "UpdateItem", "DeleteItem"];

  test("is reached by one session alone, for the person in its tag: raw health, every row, every file with its versions", async () => {
    for (const [table, partition] of [
      ["AgentTable", "USER#"],
      ["HealthTable", "RAW#"],
      ["HealthTable", "DERIVED#"],
    ] as const) {
      expect(await reach(whole("a"), table, `${partition}a`)).toEqual(rows);
      for (const other of ["b", "ab", "", "*"]) expect(await reach(whole("a"), table, partition + other)).toEqual([]);
      expect(await reach({ role: role("PrivacyScope") }, table, `${partition}a`)).toEqual([]);
    }
    expect(await reach(whole("a"), "AgentTable", "BOT#waldo_bot")).toEqual(["Query", "DeleteItem"]);
    expect(await reach(whole("a"), "AgentTable", "PACE#waldo_bot")).toEqual(["Query", "DeleteItem"]);
    const bucket = `arn:aws:s3:::${deployed.find(({ id }) => id.startsWith("DataArchive"))?.id.toLowerCase()}`;
    for (const root of ["workspace", "archive", "index", "spill", "exports", "uploads"])
      for (const action of ["s3:GetObject", "s3:DeleteObject", "s3:DeleteObjectVersion"]) {
        expect(await isAllowed(whole("a"), action, `${bucket}/${root}/a/x`), `${root} ${action}`).toBe(true);
        expect(await isAllowed(whole("a"), action, `${bucket}/${root}/b/x`), `${root} ${action}`).toBe(false);
      }
    expect(await isAllowed(whole("a"), "s3:PutObject", `${bucket}/exports/a/waldo.zip`)).toBe(true);
    expect(await isAllowed(whole("a"), "s3:PutObject", `${bucket}/workspace/a/x.md`)).toBe(false);
  });

  test("is opened by the privacy function alone, and that function opens no other session and calls no model", async () => {
    for (const one of roles) {
      const may = one === role("^Privacy");
      expect(await mayAssume({ role: one }, role("PrivacyScope"), tagsOf("a")), one.id).toBe(may);
    }
    expect(await mayAssume({ role: role("^Privacy") }, role("PrivacyScope"), {})).toBe(false);
    expect(await mayAssume({ role: role("^Privacy") }, role("UserScope"), tagsOf("a"))).toBe(false);
  });

  test("a tombstone is written by that session alone, and read by all who write for people", async () => {
    const gone = `GONE#${"0".repeat(32)}`;
    expect(await reach(whole("a"), "HealthTable", gone)).toEqual(["GetItem", "UpdateItem"]);
    for (const reader of [
      session("a"),
      taking("a"),
      { role: role("Ingest") },
      { role: role("Crs") },
      { role: role("^Privacy") },
    ])
      expect(await reach(reader, "HealthTable", gone)).toEqual(["GetItem"]);
    for (const name of ["AgentStep", "Delivery", "Scribe", "Door"])
      expect(await reach({ role: role(name) }, "HealthTable", gone), name).toEqual([]);
  });

  test("ends accounts, executions of four machines and schedules, and nothing of the kind elsewhere", async () => {
    const states = (kind: string, name: string) => `arn:aws:states:us-east-1:111122223333:${kind}:${name}`;
    const pool = deployed.find(({ type }) => type === "AWS::Cognito::UserPool")?.id;
    for (const one of roles) {
      const may = one === role("^Privacy");
      for (const machine of ["run", "handoff", "review", "dream"])
        expect(await isAllowed({ role: one }, "states:StopExecution", states("execution", `Waldo-${machine}:x`))).toBe(
          may,
        );
      expect(await isAllowed({ role: one }, "states:StopExecution", states("execution", "Waldo-privacy:x"))).toBe(
        false,
      );
      expect(await isAllowed({ role: one }, "states:StartExecution", states("stateMachine", "Waldo-privacy"))).toBe(
        may,
      );
      const user = `arn:aws:cognito-idp:us-east-1:111122223333:userpool/${pool}`;
      expect(await isAllowed({ role: one }, "cognito-idp:AdminDeleteUser", user), one.id).toBe(may);
    }
  });
});

describe("least privilege", () => {
  /** Actions for which AWS offers no narrower resource. */
  const NAMELESS = new Set([
    "transcribe:StartStreamTranscription",
    "scheduler:ListSchedules",
    "sns:DeleteEndpoint",
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
  ]);
  const list = (value: Json | undefined): string[] => [value ?? []].flat().map(String);
  type Statement = { Effect: string; Action?: Json; NotAction?: Json; Resource?: Json; NotResource?: Json };
  const statementsOf = (policy: Json) => (policy as unknown as { Statement: Statement[] }).Statement;

  test("what asks servers that people name holds nothing else: no secret, no machine, no model", async () => {
    const actions = role("Calendar").policies.flatMap(({ policy }) =>
      statementsOf(policy).flatMap(({ Action }) => list(Action)),
    );
    expect(actions.sort()).toEqual([
      ...["logs:CreateLogStream", "logs:PutLogEvents", "sts:AssumeRole", "sts:TagSession"],
      ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    ]);
  });

  test("no action has a wildcard, and no resource is * unless AWS has no name for it", () => {
    for (const { id, policies } of roles)
      for (const statement of policies.flatMap(({ policy }) => statementsOf(policy))) {
        expect(statement.Effect).toBe("Allow");
        expect(statement.NotAction ?? statement.NotResource).toBeUndefined();
        for (const action of list(statement.Action)) {
          expect(action, id).not.toContain("*");
          if (list(statement.Resource).includes("*")) expect([...NAMELESS], `${id} ${action}`).toContain(action);
        }
      }
  });

  test("no role has a managed policy", () => {
    for (const { id, properties } of deployed.filter(({ type }) => type === "AWS::IAM::Role"))
      expect(properties["ManagedPolicyArns"], id).toBeUndefined();
  });

  test.each([
    ["TelegramToken", ["Delivery", "Telegram"]],
    ["TelegramHook", ["Telegram"]],
    ["ApprovalKey", ["Door", "Telegram"]],
  ])("the secret %s is read by %j alone", async (name, readers) => {
    const secret = deployed.find(({ type, id }) => type === "AWS::SecretsManager::Secret" && id.includes(name));
    const arn = `arn:aws:secretsmanager:us-east-1:111122223333:secret:${secret?.id}-abc123`;
    for (const one of roles)
      expect(await isAllowed({ role: one }, "secretsmanager:GetSecretValue", arn), one.id).toBe(
        readers.some((reader) => one === role(reader)),
      );
  });

  test("the webhook may have voices written down, and go on later, where languages are named", async () => {
    const stack = await synthesise({ bundle: false, waldo: { voiceLanguages: ["en-GB", "de-DE"] } });
    const fn = stack.deployed.find(({ properties }) => properties["Description"] === "Waldo: telegram");
    const arn = `arn:aws:lambda:us-east-1:111122223333:function:${fn?.id}`;
    for (const one of rolesOf(stack.deployed)) {
      const isWebhook = one.id.includes("Telegram");
      expect(await isAllowed({ role: one }, "lambda:InvokeFunction", arn), one.id).toBe(isWebhook);
      const hears = isWebhook || /^FunctionsVoiceRole/.test(one.id);
      expect(await isAllowed({ role: one }, "transcribe:StartStreamTranscription", "*"), one.id).toBe(hears);
    }
    // Five minutes of speech, and the time to begin and to answer.
    expect(fn?.properties["Timeout"]).toBeGreaterThanOrEqual(MOST_VOICE_SECONDS + 30);
    for (const one of roles)
      expect(await isAllowed({ role: one }, "transcribe:StartStreamTranscription", "*"), one.id).toBe(false);
  });

  test("one function reaches out where something is connected: it has the keys, and no row of anybody", async () => {
    const connections = { mcp: { notes: { url: "https://notes.test/mcp", tools: ["add"] } } };
    const stack = await synthesise({ bundle: false, waldo: { connections } });
    const all = rolesOf(stack.deployed);
    const reach = all.find(({ id }) => /^ReachRole[0-9A-F]{8}$/.test(id));
    const own = reach?.policies.flatMap(({ policy }) => statementsOf(policy)) ?? [];
    expect(own.flatMap(({ Action }) => list(Action)).sort()).toEqual([
      ...["logs:CreateLogStream", "logs:PutLogEvents", "secretsmanager:GetSecretValue"],
      ...["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    ]);
    const fn = stack.deployed.find(({ type, id }) => type === "AWS::Lambda::Function" && id.startsWith("Reach"));
    const arn = `arn:aws:lambda:us-east-1:111122223333:function:${fn?.id}`;
    const callers: string[] = [];
    for (const one of all)
      if (await isAllowed({ role: one }, "lambda:InvokeFunction", arn)) callers.push(one.id.replace(/Role.*/, ""));
    expect(callers.sort()).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    const plain = functionsIn(deployed).filter((description) => description === "Waldo: reach");
    expect([plain, functionsIn(stack.deployed).includes("Waldo: reach")]).toEqual([[], true]);
  });

  test("each machine can be started by the right functions only", async () => {
    const starters = async (machine: string, action = "states:StartExecution") => {
      const may: string[] = [];
      for (const one of roles) {
        const arn = `arn:aws:states:us-east-1:111122223333:stateMachine:${machine}`;
        if (await isAllowed({ role: one }, action, arn)) may.push(one.id.replace(/Role.*/, ""));
      }
      return may.sort();
    };
    expect(await starters("Waldo-run")).toEqual([
      "FunctionsAgentStep",
      "FunctionsDoor",
      "FunctionsScribe",
      "FunctionsTelegram",
    ]);
    expect(await starters("Waldo-dream")).toEqual(["FunctionsAgentStep"]);
    expect(await starters("Waldo-handoff")).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    expect(await starters("Waldo-review")).toEqual(["FunctionsAgentStep", "FunctionsDoor", "FunctionsTelegram"]);
    expect(await starters("Waldo-wake")).toEqual([
      "ApiIngest",
      "FunctionsDoor",
      "FunctionsTelegram",
      "Imports",
      "Schedules",
    ]);
    expect(await starters("anything-else")).toEqual([]);
    const tellers = ["FunctionsAgentStep", "FunctionsDoor", "FunctionsScribe", "FunctionsTelegram"];
    expect(await starters("Waldo-handoff", "states:SendTaskSuccess")).toEqual(tellers);
    expect(await starters("Waldo-review", "states:SendTaskSuccess")).toEqual(tellers);
    expect(await starters("Waldo-run", "states:SendTaskSuccess")).toEqual([]);
  });

  test("schedules are managed by a session of one person, those of that person alone, and deleted by an erasure", async () => {
    const group = String(deployed.find(({ type }) => type === "AWS::Scheduler::ScheduleGroup")?.properties["Name"]);
    const arn = (name: string, of = group) => `arn:aws:scheduler:us-east-1:111122223333:schedule/${of}/${name}`;
    const keeping = (userId: string): Principal => ({ role: role("SchedulesScope"), tags: tagsOf(userId) });
    for (const action of ["CreateSchedule", "UpdateSchedule", "DeleteSchedule"]) {
      const may = (principal: Principal, schedule: string) => isAllowed(principal, `scheduler:${action}`, schedule);
      for (const name of ["me.morning", "me.r-0123456789ab"]) expect(await may(keeping("me"), arn(name))).toBe(true);
      for (const name of ["you.morning", "me-too.morning", "mex.morning", "me"])
        expect(await may(keeping("me"), arn(name)), `${action} ${name}`).toBe(false);
      for (const trick of ["*", "m*", "?e", ""])
        expect(await may(keeping(trick), arn("me.morning")), trick).toBe(false);
      expect(await may(keeping("me"), arn("me.morning", "default"))).toBe(false);
      for (const one of roles) {
        const ends = one === role("^Privacy") && action === "DeleteSchedule";
        expect(await may({ role: one }, arn("me.morning")), one.id).toBe(ends);
        expect(await may({ role: one }, arn("me.morning", "default")), one.id).toBe(false);
      }
    }
  });

  test("that session is opened by the agent step alone, and it alone passes the role of schedules, only to the scheduler", async () => {
    const schedules = role("Schedules");
    const to = (service: string) => ({ "iam:PassedToService": service });
    for (const one of roles) {
      const keeps = one === role("SchedulesScope");
      const opens = one === role("AgentStep");
      expect(await mayAssume({ role: one }, role("SchedulesScope"), tagsOf("me")), one.id).toBe(opens);
      const hands = (what: Role, service: string) => isAllowed({ role: one }, "iam:PassRole", what.arn, to(service));
      expect(await hands(schedules, "scheduler.amazonaws.com"), one.id).toBe(keeps);
      expect(await hands(schedules, "lambda.amazonaws.com"), one.id).toBe(false);
      expect(await hands(role("Crs"), "scheduler.amazonaws.com"), one.id).toBe(false);
    }
    expect(await mayAssume({ role: role("AgentStep") }, role("SchedulesScope"), {})).toBe(false);
  });

  test("an embedding model may be called where one is configured, and only by the agent step", async () => {
    const model = "amazon.titan-embed-text-v2:0";
    const arn = `arn:aws:bedrock:us-east-1::foundation-model/${model}`;
    const stack = await synthesise({ bundle: false, waldo: { embeddings: model } });
    const callers: string[] = [];
    for (const one of rolesOf(stack.deployed))
      if (await isAllowed({ role: one }, "bedrock:InvokeModel", arn)) callers.push(one.id.replace(/Role.*/, ""));
    expect(callers).toEqual(["FunctionsAgentStep"]);
    for (const one of roles) expect(await isAllowed({ role: one }, "bedrock:InvokeModel", arn), one.id).toBe(false);
  });

  test("wearables: tokens, raw rows, links and what changed are each reached by the functions that need them", async () => {
    const stack = await synthesise({ bundle: false, waldo: { wearables: { whoop: { clientId: "id" } } } });
    const all = rolesOf(stack.deployed);
    const table = `arn:aws:dynamodb:us-east-1:111122223333:table/${stack.deployed.find(({ id }) => id.startsWith("DataHealthTable"))?.id}`;
    const mayDo = async (one: Role, partition: string) => {
      const allowed: string[] = [];
      for (const action of [...READS, ...WRITES]) {
        const context = action === "Scan" ? {} : { "dynamodb:LeadingKeys": [partition] };
        if (await isAllowed({ role: one }, `dynamodb:${action}`, table, context as never)) allowed.push(action);
      }
      return allowed;
    };
    const secret = (name: string) =>
      stack.deployed.find(({ type, id }) => type === "AWS::SecretsManager::Secret" && id.startsWith(name));
    const readers = async (name: string) => {
      const arn = `arn:aws:secretsmanager:us-east-1:111122223333:secret:${secret(name)?.id}-abc123`;
      const found: string[] = [];
      for (const one of all)
        if (await isAllowed({ role: one }, "secretsmanager:GetSecretValue", arn))
          found.push(one.id.replace(/Role.*/, ""));
      return found;
    };
    const reached = async (partition: string) => {
      const found: Record<string, string[]> = {};
      for (const one of all) {
        const actions = await mayDo(one, partition);
        if (actions.length > 0) found[one.id.replace(/Role.*/, "")] = actions;
      }
      return found;
    };
    // The session of a whole person is tagged, so it is not reached here (see "everything of one person").
    expect(await reached("CONNECT#a")).toEqual({
      WearablesConnect: ["GetItem", "UpdateItem", "DeleteItem"],
      WearablesFetcher: ["GetItem", "Query", "UpdateItem"],
    });
    expect(await reached("VENDOR#whoop")).toEqual({
      WearablesConnect: ["GetItem", "UpdateItem", "DeleteItem"],
      WearablesHook: ["GetItem"],
    });
    expect(await reached("HOOKED#a")).toEqual({
      WearablesHook: ["UpdateItem"],
      WearablesFetcher: ["Query", "DeleteItem"],
    });
    expect(await reached("RAW#a")).toEqual({
      FunctionsCrs: ["Query", "UpdateItem", "DeleteItem"],
      WearablesFetcher: ["UpdateItem"],
      ApiIngest: ["GetItem", "UpdateItem"],
    });
    // The privacy function tells the vendors that a person is gone.
    const ends = ["WearablesConnect", "WearablesFetcher", "Privacy"];
    expect((await readers("WearablesTokenKey")).sort()).toEqual(ends.sort());
    expect((await readers("WearablesKeys")).sort()).toEqual([...ends, "WearablesHook"].sort());
  });

  test("push goes to endpoints of the configured applications only", async () => {
    const app = "arn:aws:sns:us-east-1:111122223333:app/APNS/waldo";
    const stack = await synthesise({ bundle: false, waldo: { pushApplications: [app] } });
    const deployed = rolesOf(stack.deployed);
    const mayOf = (name: string) =>
      (deployed.find(({ id }) => id.startsWith(`Functions${name}Role`))?.policies ?? [])
        .flatMap(({ policy }) => statementsOf(policy))
        .filter(({ Action }) => String(Action).startsWith("sns:"))
        .map(({ Action, Resource }) => [Action, Resource]);
    const endpoints = `${app.replace(":app/", ":endpoint/")}/*`;
    expect(mayOf("Delivery")).toEqual([["sns:Publish", endpoints]]);
    expect(mayOf("Door")).toEqual([
      ["sns:CreatePlatformEndpoint", app],
      ["sns:SetEndpointAttributes", endpoints],
    ]);
    for (const name of ["Delivery", "Door"]) expect(JSON.stringify(role(name).policies)).not.toContain("sns:");
  });
});
