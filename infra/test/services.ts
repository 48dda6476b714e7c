/** The services around DynamoDB, as far as the functions use them. Each asks IAM first. */
import type { Account } from "./account.ts";
import type { Executions } from "./executions.ts";
import { ACCOUNT, type JsonObject, REGION } from "./template.ts";
import { json, jsonError, type WireAnswer, type WireRequest, xml } from "./wire.ts";

type Service = (request: WireRequest) => Promise<WireAnswer>;

/** What the outside world answers. A test changes it while it runs. */
export type World = {
  /** Converse: the reply to a request's body, or a refusal. */
  converse: (request: JsonObject) => JsonObject | { readonly refuse: string };
  telegramToken: string;
  /** What Telegram sends with each update to prove itself. */
  hookSecret: string;
  /** The keys of connections, as an operator stored them. */
  connectionKeys: string;
  /** True: reading a secret is refused. */
  secretsDown: boolean;
  /** True: Telegram tells every caller to come back later. */
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
    const credentials = `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expiration}</Expiration>`;
    return xml(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials>${credentials}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
  };
}

/** S3 in memory. As in S3, a caller that may not list the bucket gets 403, not 404, for a missing object. */
export function s3(account: Account): Service {
  const objects = new Map<string, Buffer>();
  const denied = xml("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>", 403);
  return async (incoming) => {
    const [, bucket = "", ...rest] = decodeURIComponent(incoming.url.pathname).split("/");
    const arn = `arn:aws:s3:::${bucket}`;
    const key = rest.join("/");
    if (key === "") {
      const prefix = incoming.url.searchParams.get("prefix");
      const context = prefix === null ? {} : { "s3:prefix": prefix };
      if (!(await account.allowed(incoming, "s3:ListBucket", arn, context))) return denied;
      const found = [...objects.keys()].filter((name) => name.startsWith(prefix ?? ""));
      const contents = found.map((name) => `<Contents><Key>${name}</Key></Contents>`).join("");
      return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`);
    }
    const action = incoming.method === "PUT" ? "s3:PutObject" : "s3:GetObject";
    if (!(await account.allowed(incoming, action, `${arn}/${key}`))) return denied;
    if (incoming.method === "PUT") {
      objects.set(key, incoming.body);
      return {};
    }
    const body = objects.get(key);
    return body === undefined ? denied : { body };
  };
}

export function secretsManager(account: Account, world: World): Service {
  return async (incoming) => {
    const { SecretId: id } = JSON.parse(incoming.body.toString()) as { SecretId: string };
    const may = await account.allowed(incoming, "secretsmanager:GetSecretValue", id);
    if (world.secretsDown || !may) return jsonError("AccessDeniedException", "not authorized");
    const others = id.includes("TelegramHook") ? world.hookSecret : world.telegramToken;
    return json({ ARN: id, SecretString: id.includes("ReachKeys") ? world.connectionKeys : others });
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
export function stepFunctions(account: Account, { start, answer }: Pick<Executions, "start" | "answer">): Service {
  return async (incoming) => {
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
