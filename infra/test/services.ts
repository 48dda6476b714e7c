/** The services around DynamoDB, as far as the functions use them. Each asks IAM first. */
import type { Account } from "./account.ts";
import type { Executions } from "./executions.ts";
import { faultOf } from "./presigned.ts";
import { ACCOUNT, type JsonObject, REGION } from "./template.ts";
import { json, jsonError, type WireAnswer, type WireRequest, xml } from "./wire.ts";

/** The secret behind the keys of all sessions. */
const SESSION_SECRET = "s";

type Service = (request: WireRequest) => Promise<WireAnswer>;

/** The answers of the outside world. A test changes these answers while it runs. */
export type World = {
  /** Converse: the reply to a request's body, or a refusal. */
  converse: (request: JsonObject) => JsonObject | { readonly refuse: string };
  telegramToken: string;
  /** The secret that Telegram sends with each update to prove itself. */
  hookSecret: string;
  /** The keys of connections, as an operator stored them. */
  connectionKeys: string;
  /** The secrets of the clients at vendors, as an operator stored them. */
  clientSecrets: string;
  /** When true, reading a secret is refused. */
  secretsDown: boolean;
  /** When true, Telegram tells every caller to come back later. */
  telegramDown: boolean;
};

export function sts(account: Account): Service {
  return async (incoming) => {
    const form = new URLSearchParams(incoming.body.toString());
    const tags = [1, 2, 3].flatMap((n) => {
      const key = form.get(`Tags.member.${n}.Key`);
      return key === null ? [] : [[key, form.get(`Tags.member.${n}.Value`) ?? ""]];
    });
    const accessKeyId = await account.assume(incoming, form.get("RoleArn") ?? "", Object.fromEntries(tags));
    if (accessKeyId === undefined)
      return xml("<ErrorResponse><Error><Code>AccessDenied</Code><Message>no</Message></Error></ErrorResponse>", 403);
    const expiration = new Date(Date.now() + Number(form.get("DurationSeconds")) * 1000).toISOString();
    const credentials = `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${SESSION_SECRET}</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expiration}</Expiration>`;
    return xml(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  };
}

/**
 * S3 in memory, with one version of each object. As in S3, a caller that may not list the bucket gets 403, not 404, for a
 * missing object.
 */
export function s3(account: Account, objects: Map<string, Buffer>): Service {
  const denied = xml("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", 403);
  const tag = (name: string, text: string) => [...text.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "g"))];
  return async (incoming) => {
    const [named] = /^[^.]+(?=\.s3\.)/.exec(String(incoming.headers.host)) ?? [];
    const path = decodeURIComponent(incoming.url.pathname);
    const [, bucket = "", ...rest] = (named === undefined ? path : `/${named}${path}`).split("/");
    if (incoming.url.searchParams.has("X-Amz-Signature")) {
      const fault = faultOf(incoming, SESSION_SECRET, Date.now());
      if (fault !== undefined) return xml(`<Error><Code>${fault}</Code></Error>`, fault === "BadDigest" ? 400 : 403);
    }
    const arn = `arn:aws:s3:::${bucket}`;
    const key = rest.join("/");
    if (key === "" && incoming.method === "POST") {
      const named = tag("Key", incoming.body.toString()).map(([, name = ""]) => name);
      for (const name of named)
        if (!(await account.allowed(incoming, "s3:DeleteObjectVersion", `${arn}/${name}`))) return denied;
      for (const name of named) objects.delete(name);
      return xml("<DeleteResult></DeleteResult>");
    }
    if (key === "") {
      const ofVersions = incoming.url.searchParams.has("versions");
      const prefix = incoming.url.searchParams.get("prefix");
      const context = prefix === null ? {} : { "s3:prefix": prefix };
      const action = ofVersions ? "s3:ListBucketVersions" : "s3:ListBucket";
      if (!(await account.allowed(incoming, action, arn, context))) return denied;
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix ?? ""));
      const [result, one] = ofVersions ? ["ListVersionsResult", "Version"] : ["ListBucketResult", "Contents"];
      const version = ofVersions ? "<VersionId>1</VersionId>" : "";
      const contents = found.map((name) => `<${one}><Key>${name}</Key>${version}</${one}>`).join("");
      return xml(`<${result}><IsTruncated>false</IsTruncated>${contents}</${result}>`);
    }
    const action = incoming.method === "PUT" ? "s3:PutObject" : "s3:GetObject";
    if (!(await account.allowed(incoming, action, `${arn}/${key}`))) return denied;
    if (incoming.method === "PUT") {
      objects.set(key, unchunked(incoming));
      return {};
    }
    const body = objects.get(key);
    if (body === undefined) return denied;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(String(incoming.headers.range)) ?? [];
    return from === undefined ? { body } : { status: 206, body: body.subarray(Number(from), Number(to) + 1) };
  };
}

/** The SDK sends a stream in chunks, each behind a line with its length, and a checksum after them. */
function unchunked({ headers, body }: WireRequest): Buffer {
  if (!String(headers["content-encoding"] ?? "").includes("aws-chunked")) return body;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!length) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}

export function secretsManager(account: Account, world: World): Service {
  return async (incoming) => {
    const { SecretId: id } = JSON.parse(incoming.body.toString()) as { SecretId: string };
    const may = await account.allowed(incoming, "secretsmanager:GetSecretValue", id);
    if (world.secretsDown || !may) return jsonError("AccessDeniedException", "not authorized");
    const values = {
      TelegramHook: world.hookSecret,
      ReachKeys: world.connectionKeys,
      WearablesKeys: world.clientSecrets,
    };
    const [, SecretString = world.telegramToken] = Object.entries(values).find(([name]) => id.includes(name)) ?? [];
    return json({ ARN: id, SecretString });
  };
}

export function bedrock(account: Account, world: World): Service {
  return async (incoming) => {
    const [, , model = ""] = decodeURIComponent(incoming.url.pathname).split("/");
    const arn = `arn:aws:bedrock:${REGION}:${ACCOUNT}:inference-profile/${model}`;
    const may = await account.allowed(incoming, "bedrock:InvokeModel", arn);
    const answer = may ? world.converse(JSON.parse(incoming.body.toString())) : { refuse: "AccessDeniedException" };
    return "refuse" in answer ? jsonError(String(answer.refuse), "no", 403) : json(answer);
  };
}

/** A token begins with the name of its machine. */
export function stepFunctions(
  account: Account,
  { start, answer, open, stop }: Pick<Executions, "start" | "answer" | "open" | "stop">,
): Service {
  return async (incoming) => {
    const asked = JSON.parse(incoming.body.toString()) as Record<string, string>;
    const operation = String(incoming.headers["x-amz-target"]).split(".").at(-1);
    if (operation === "ListExecutions") {
      const { stateMachineArn: machine = "" } = asked;
      if (!(await account.allowed(incoming, "states:ListExecutions", machine)))
        return jsonError("AccessDeniedException", "not authorized");
      const arn = machine.replace(":stateMachine:", ":execution:");
      const executions = open(machine.split(":").at(-1) ?? "").map((name) => ({
        name,
        executionArn: `${arn}:${name}`,
      }));
      return json({ executions });
    }
    if (operation === "StopExecution") {
      const { executionArn = "" } = asked;
      if (!(await account.allowed(incoming, "states:StopExecution", executionArn)))
        return jsonError("AccessDeniedException", "not authorized");
      stop(executionArn.split(":").at(-1) ?? "");
      return json({ stopDate: 1 });
    }
    if (String(incoming.headers["x-amz-target"]).endsWith(".SendTaskSuccess")) {
      const { taskToken = "", output = "{}" } = JSON.parse(incoming.body.toString()) as Record<string, string>;
      const arn = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:${taskToken.split("+")[0]}`;
      if (!(await account.allowed(incoming, "states:SendTaskSuccess", arn)))
        return jsonError("AccessDeniedException", "not authorized");
      return answer(taskToken, JSON.parse(output)) ? json({}) : jsonError("TaskTimedOut", "nobody waits");
    }
    const {
      stateMachineArn = "",
      name = "",
      input = "{}",
    } = JSON.parse(incoming.body.toString()) as Record<string, string>;
    if (!(await account.allowed(incoming, "states:StartExecution", stateMachineArn)))
      return jsonError("AccessDeniedException", "not authorized");
    const started = start(stateMachineArn.split(":").at(-1) ?? "", name, JSON.parse(input));
    if (!started) return jsonError("ExecutionAlreadyExists", "Execution Already Exists");
    return json({ executionArn: `${stateMachineArn}:${name}`, startDate: 1 });
  };
}

/** Lambda's part: one function invokes another, and waits for it or does not. */
export function lambda(account: Account, invoke: (name: string, event: unknown) => Promise<unknown>): Service {
  return async (incoming) => {
    const name = decodeURIComponent(incoming.url.pathname.split("/")[3] ?? "");
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
    if (!(await account.allowed(incoming, "lambda:InvokeFunction", arn)))
      return jsonError("AccessDeniedException", "not authorized", 403);
    const answer = invoke(name, JSON.parse(incoming.body.toString()));
    if (incoming.headers["x-amz-invocation-type"] !== "Event") return json((await answer) as object);
    // Lambda would call twice more. The tests look at what the first call did.
    answer.catch(() => {});
    return { status: 202 };
  };
}

/** EventBridge Scheduler's part: `kept` has every schedule by its name. The tests do the firings themselves. */
export function scheduler(account: Account, kept: Map<string, JsonObject>): Service {
  return async (incoming) => {
    const name = decodeURIComponent(incoming.url.pathname.split("/").at(-1) ?? "");
    if (incoming.method === "GET") {
      if (!(await account.allowed(incoming, "scheduler:ListSchedules", "*")))
        return jsonError("AccessDeniedException", "no", 403);
      const begin = incoming.url.searchParams.get("NamePrefix") ?? "";
      return json({ Schedules: [...kept.keys()].filter((one) => one.startsWith(begin)).map((Name) => ({ Name })) });
    }
    const input = incoming.body.length === 0 ? {} : (JSON.parse(incoming.body.toString()) as JsonObject);
    const group = String(input["GroupName"] ?? incoming.url.searchParams.get("groupName"));
    const action = { POST: "CreateSchedule", PUT: "UpdateSchedule", DELETE: "DeleteSchedule" }[incoming.method];
    const arn = `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule/${group}/${name}`;
    const target = input["Target"] as JsonObject | undefined;
    const passes = { "iam:PassedToService": "scheduler.amazonaws.com" };
    const may =
      (await account.allowed(incoming, `scheduler:${action}`, arn)) &&
      (target === undefined || (await account.allowed(incoming, "iam:PassRole", String(target["RoleArn"]), passes)));
    const refuse = (type: string, status: number) => jsonError(type, "no", status);
    if (!may) return refuse("AccessDeniedException", 403);
    if (action === "CreateSchedule" && kept.has(name)) return refuse("ConflictException", 409);
    if (action === "DeleteSchedule") {
      if (!kept.delete(name)) return refuse("ResourceNotFoundException", 404);
      return json({});
    }
    kept.set(name, input);
    return json({ ScheduleArn: arn });
  };
}

/** Cognito's part: `accounts` has the ids of the people who may sign in. */
export function cognito(account: Account, accounts: Set<string>): Service {
  return async (incoming) => {
    const operation = String(incoming.headers["x-amz-target"]).split(".").at(-1) ?? "";
    const { UserPoolId = "", Username = "" } = JSON.parse(incoming.body.toString()) as Record<string, string>;
    const arn = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/${UserPoolId}`;
    if (!(await account.allowed(incoming, `cognito-idp:${operation}`, arn)))
      return jsonError("AccessDeniedException", "not authorized");
    if (!accounts.has(Username)) return jsonError("UserNotFoundException", "there is no such user");
    if (operation === "AdminDeleteUser") accounts.delete(Username);
    return json({ Username });
  };
}

export type SentByBot = { readonly chat: string; readonly text: string; readonly markup?: JsonObject };

/** The Bot API. `sent` gets the messages that it delivered. */
export function telegram(world: World, sent: SentByBot[]): Service {
  return async (incoming) => {
    const { chat_id, text, reply_markup } = JSON.parse(incoming.body.toString()) as JsonObject;
    const refuse = (error_code: number, parameters = {}) => json({ ok: false, error_code, parameters }, error_code);
    const [, token, method] = incoming.url.pathname.split("/");
    if (token !== `bot${world.telegramToken}`) return refuse(401);
    if (method === "answerCallbackQuery") return json({ ok: true, result: true });
    if (method !== "sendMessage") return refuse(404);
    if (world.telegramDown) return refuse(429, { retry_after: 1 });
    const markup = reply_markup as JsonObject | undefined;
    sent.push({ chat: String(chat_id), text: String(text), ...(markup === undefined ? {} : { markup }) });
    return json({ ok: true, result: { message_id: sent.length, date: 0, chat: { id: 1, type: "private" } } });
  };
}
