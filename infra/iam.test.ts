import { keyPartition } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import { describe, expect, test } from "vitest";
import {
  arnOf,
  asking,
  deployed,
  FUNCTIONS,
  READS,
  reach,
  role,
  roles,
  session,
  tagsOf,
  taking,
  WRITES,
} from "./test/deployed.ts";
import { EVERYTHING } from "./test/everything.ts";
import { isAllowed, mayAssume, type Principal, rolesOf } from "./test/iam.ts";
import { synthesise } from "./test/template.ts";

describe("R7: raw health", () => {
  test("is written by ingest, which reads back single rows and lists none, read and swept by crs, and by no other role", async () => {
    expect(await reach({ role: role("Ingest") }, "HealthTable", "RAW#a")).toEqual(["GetItem", "UpdateItem"]);
    expect(await reach({ role: role("Crs") }, "HealthTable", "RAW#a")).toEqual(["Query", "UpdateItem", "DeleteItem"]);
  });

  test("is out of reach of every other role, and of the session of the person it is about", async () => {
    for (const one of roles.filter(({ id }) => !/Ingest|Crs/.test(id)))
      expect(await reach({ role: one }, "HealthTable", "RAW#a"), one.id).toEqual([]);
    expect(await reach(session("a"), "HealthTable", "RAW#a")).toEqual([]);
    for (const name of ["Door", "AgentStep", "Telegram"])
      expect(await mayAssume({ role: role(name) }, role("ReadingsScope"), tagsOf("a")), name).toBe(false);
  });

  test("is read for its owner by one session, with their scores, and nothing of another person or of the agent", async () => {
    expect(await reach(asking("a"), "HealthTable", "RAW#a")).toEqual(["Query"]);
    expect(await reach(asking("a"), "HealthTable", "DERIVED#a")).toEqual(["GetItem", "Query"]);
    expect(await reach(asking("a"), "HealthTable", "CONSENT#a")).toEqual(["GetItem"]);
    expect(await reach(asking("a"), "KeyTable", keyPartition(digest("a")))).toEqual(["GetItem"]);
    for (const other of ["RAW#b", "RAW#ab", "RAW#", "RAW#*", "DERIVED#b", "CONSENT#b", "CONNECT#a", "HOOKED#a"])
      expect(await reach(asking("a"), "HealthTable", other), other).toEqual([]);
    for (const trick of ["*", "a*", "../a", "#", ""])
      expect(await reach(asking(trick), "HealthTable", "RAW#a"), trick).toEqual([]);
    expect(await reach(asking("a"), "KeyTable", keyPartition(digest("b")))).toEqual([]);
    for (const partition of ["USER#a", "BOT#waldo_bot", "PACE#waldo_bot"])
      expect(await reach(asking("a"), "AgentTable", partition), partition).toEqual([]);
    expect(await reach({ role: role("ReadingsScope") }, "HealthTable", "RAW#a")).toEqual([]);
  });

  test("that session is opened by readings alone, which opens no other and holds no model, channel, secret, queue or start", async () => {
    const own = role("^Readings");
    for (const one of roles)
      expect(await mayAssume({ role: one }, role("ReadingsScope"), tagsOf("a")), one.id).toBe(one === own);
    for (const other of ["UserScope", "ImportsScope", "PrivacyScope", "SchedulesScope"])
      expect(await mayAssume({ role: own }, role(other), tagsOf("a")), other).toBe(false);
    expect(await mayAssume({ role: own }, role("ReadingsScope"), {})).toBe(false);
    const actions = (one: typeof own) => [
      ...new Set(JSON.stringify(one.policies).match(/"(?:\w|-)+:\w+"(?=[,\]])/g) ?? []),
    ];
    const services = (one: typeof own) => [...new Set(actions(one).map((action) => action.slice(1).split(":")[0]))];
    expect(services(own).sort()).toEqual(["logs", "sts", "xray"]);
    expect(services(role("ReadingsScope")).sort()).toEqual(["dynamodb", "kms"]);
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
