import type { LocalServer } from "@waldo/testkit/local-server";
import { serveLoopback } from "@waldo/testkit/loopback";

export type Account = { mail: string; sub: string; status: string };

/** The resources of the account. Each test begins with a finished deployment. */
export function finished() {
  return {
    stack: "UPDATE_COMPLETE",
    url: "https://abc.execute-api.eu-central-1.amazonaws.com",
    /** Where the page is. Empty: on the server of these tests. */
    app: "",
    page: JSON.stringify({ session: "token", signIn: "https://sign-in.test", clientId: "client" }),
    models: "eu.anthropic.claude-haiku-4-5-20251001-v1:0,eu.amazon.nova-2-lite-v1:0",
    people: [{ mail: "ana@example.com", sub: "sub-1", status: "CONFIRMED" }] as Account[],
    availability: {} as Record<string, object>,
    /** The inference profiles that the region has. */
    profiles: ["eu.anthropic.claude-haiku-4-5-20251001-v1:0", "eu.amazon.nova-2-lite-v1:0"],
    lifecycle: {} as Record<string, object>,
    quotas: {
      "Concurrent executions": 1000,
      "StateTransition throttle token refill rate per second": 800,
      "Cross-region model inference tokens per minute for Anthropic Claude Haiku 4.5": 5_000_000,
      "On-demand model inference tokens per minute for Amazon Nova 2 Lite": 1,
      "Cross-region model inference tokens per minute for Amazon Nova 2 Lite": 4_000_000,
      "Cross-region model inference tokens per minute for Amazon Nova 2 Lite Next": 2,
    } as Record<string, number>,
    sender: "COGNITO_DEFAULT",
    form: true,
    subscriptions: ["arn:aws:sns:eu-central-1:111122223333:Alarms:1"],
    token: "123456:AAFakeTokenOfTwentyLetters",
    bots: "waldo_test_bot",
    connections: "none",
    keys: "{}",
    vendors: "none",
    clientSecrets: "{}",
    isProtected: true,
    /** The arguments of the CDK CLI, and its answer. If no answer is set, the CLI succeeds. */
    cdk: [] as string[][],
    fails: undefined as ((args: string[]) => string | undefined) | undefined,
    stays: ["AWS::DynamoDB::Table Waldo-Data-1"],
    denied: "",
    asked: [] as { what: string; body: Record<string, unknown> }[],
  };
}
export let account = finished();

export function operationOf(target: string | string[] | undefined, url: string, text: string): string {
  if (typeof target === "string") return target.split(".").at(-1) ?? "";
  return new URLSearchParams(text).get("Action") ?? url.split("/").slice(1, 3).join("/");
}

export type Given = { readonly status?: number; readonly body: object | string; readonly type?: string };

export function answerTo(what: string, body: Record<string, unknown>, url: string, text: string): Given {
  const found = account.people.find(({ mail }) => mail === body["Username"]);
  const none: Given = { status: 400, body: { __type: "UserNotFoundException" }, type: "UserNotFoundException" };
  const shown = ({ mail, sub }: Account) => [
    { Name: "sub", Value: sub },
    { Name: "email", Value: mail },
  ];
  switch (what) {
    case "DescribeStacks":
      return stackAnswer();
    case "UpdateTerminationProtection":
      account.isProtected = new URLSearchParams(text).get("EnableTerminationProtection") === "true";
      return { body: "<R><UpdateTerminationProtectionResult/></R>" };
    case "ListStackResources":
      return { body: stackResourcesAnswer(new URLSearchParams(text).get("StackName")) };
    case "cdk":
      return { body: { code: cdkCalled(JSON.parse(text)) } };
    case "ListUsers":
      return {
        body: {
          Users: account.people.map((one) => ({ Attributes: shown(one), UserStatus: one.status, Enabled: true })),
        },
      };
    case "AdminGetUser":
      return found ? { body: { UserAttributes: shown(found), UserStatus: found.status } } : none;
    case "AdminCreateUser":
      if (found && body["MessageAction"] !== "RESEND")
        return { status: 400, body: { __type: "UsernameExistsException" }, type: "UsernameExistsException" };
      return { body: { User: {} } };
    case "AdminUserGlobalSignOut":
    case "AdminDeleteUser":
      return { body: {} };
    case "GetSecretValue":
      return { body: { SecretString: secretOf(String(body["SecretId"])) } };
    case "PutSecretValue":
      if (body["SecretId"] === "arn:keys") account.keys = String(body["SecretString"]);
      else if (body["SecretId"] === "arn:clients") account.clientSecrets = String(body["SecretString"]);
      else account.token = String(body["SecretString"]);
      return { body: {} };
    case "DescribeUserPool":
      return { body: { UserPool: { EmailConfiguration: { EmailSendingAccount: account.sender } } } };
    case "ListServiceQuotas":
      return { body: quotaPage(String(body["NextToken"] ?? "0")) };
    case "ListSubscriptionsByTopic":
      return { body: subscriptionsAnswer() };
    case "use-case-for-model-access":
      return account.form
        ? { body: { formData: "e30=" } }
        : { status: 404, body: { message: "none" }, type: "ResourceNotFoundException" };
    case "app.json":
      return { body: account.page };
    case "2015-03-31/functions":
      return { body: { ok: true } };
    default:
      if (what.endsWith("/getMe"))
        return what.includes("AAKnown")
          ? { body: { ok: true, result: { id: 1, is_bot: true, first_name: "W", username: "waldo_test_bot" } } }
          : { status: 401, body: { ok: false, error_code: 401, description: "Unauthorized" } };
      if (/\/set(?:Webhook|MyCommands)$/.test(what)) return { body: { ok: true, result: true } };
      if (what.startsWith("foundation-model-availability")) return { body: availabilityOf(url) };
      if (what.startsWith("inference-profiles")) return profileAnswer(url);
      if (what.startsWith("foundation-models")) return { body: { modelDetails: detailsOf(url) } };
      return { status: 404, body: { message: what }, type: "NotFound" };
  }
}

export const secretOf = (arn: string) =>
  ({ "arn:keys": account.keys, "arn:hook": "hook-secret", "arn:clients": account.clientSecrets })[arn] ?? account.token;

export function stackAnswer(): Given {
  if (account.stack === "")
    return {
      status: 400,
      body: "<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id Waldo does not exist</Message></Error></ErrorResponse>",
    };
  const outputs = {
    ...{ App: account.app || endpoint(), FrontHost: "d1.cloudfront.invalid" },
    ...{ Url: account.url, UserPoolId: "eu-central-1_pool", UserPoolClientId: "client", AgentStep: "agent-step" },
    ...{
      AlarmTopic: "arn:aws:sns:eu-central-1:111122223333:Alarms",
      TelegramToken: "arn:secret",
      TelegramHook: "arn:hook",
      TelegramBots: account.bots,
      Connections: account.connections,
      ConnectionKeys: account.connections === "none" ? "none" : "arn:keys",
      WearableVendors: account.vendors,
      WearableKeys: account.vendors === "none" ? "none" : "arn:clients",
      Models: account.models,
    },
  };
  const members = Object.entries(outputs)
    .filter(([, value]) => value !== "")
    .map(([k, v]) => `<member><OutputKey>${k}</OutputKey><OutputValue>${v}</OutputValue></member>`);
  return {
    body: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Waldo</StackName><StackId>arn:stack/1</StackId><StackStatus>${account.stack}</StackStatus><EnableTerminationProtection>${account.isProtected}</EnableTerminationProtection><Outputs>${members.join("")}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  };
}

/** The stack as the CDK CLI leaves it. */
export function cdkCalled(args: string[]): number {
  account.cdk.push(args);
  const failed = account.fails?.(args);
  // It deletes what is left of a creation that failed, and a protected stack is not deleted.
  const mustDelete = args[0] === "destroy" || /^ROLLBACK_/.test(account.stack);
  const left = mustDelete && account.isProtected ? account.stack : failed;
  if (left !== undefined) {
    account.stack = left;
    return 1;
  }
  if (args[0] === "destroy") account.stack = "";
  else account.stack = ["", "ROLLBACK_COMPLETE"].includes(account.stack) ? "CREATE_COMPLETE" : "UPDATE_COMPLETE";
  return 0;
}

export function stackResourcesAnswer(stack: string | null): string {
  const summaries = [...account.stays.map((one) => `${one} DELETE_SKIPPED`), "AWS::SQS::Queue q DELETE_COMPLETE"].map(
    (one) => {
      const [type, id, status] = one.split(" ");
      return `<member><ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId><ResourceStatus>${status}</ResourceStatus></member>`;
    },
  );
  const found = stack === "arn:stack/1" ? summaries.join("") : "";
  return `<R><ListStackResourcesResult><StackResourceSummaries>${found}</StackResourceSummaries></ListStackResourcesResult></R>`;
}

export function subscriptionsAnswer(): string {
  const members = account.subscriptions.map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`);
  return `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${members.join("")}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
}

export function availabilityOf(url: string): object {
  const modelId = decodeURIComponent(url.split("/").at(-1) ?? "");
  const all = {
    ...{ modelId, authorizationStatus: "AUTHORIZED", entitlementAvailability: "AVAILABLE" },
    ...{ regionAvailability: "AVAILABLE", agreementAvailability: { status: "AVAILABLE" } },
  };
  return { ...all, ...account.availability[modelId] };
}

export const lastOf = (url: string) => decodeURIComponent(url.split("/").at(-1) ?? "");

export function profileAnswer(url: string): Given {
  return account.profiles.includes(lastOf(url))
    ? { body: { inferenceProfileId: lastOf(url), status: "ACTIVE" } }
    : { status: 404, body: { message: "none" }, type: "ResourceNotFoundException" };
}

export function detailsOf(url: string): object {
  const modelId = lastOf(url);
  return { modelId, modelArn: "arn:m", modelLifecycle: { status: "ACTIVE", ...account.lifecycle[modelId] } };
}

/** Three quotas a page, as a service with many has several. */
export function quotaPage(from: string): object {
  const all = Object.entries(account.quotas).map(([QuotaName, Value]) => ({ QuotaName, Value }));
  const next = Number(from) + 3;
  return { Quotas: all.slice(Number(from), next), ...(next < all.length ? { NextToken: String(next) } : {}) };
}

export const HAIKU = "anthropic.claude-haiku-4-5-20251001-v1:0";
export const operations = () => account.asked.map(({ what }) => what);

/** Where the services answer. */
let server: LocalServer | undefined;
export const endpoint = (): string => server?.endpoint ?? "";

export function renew(): void {
  account = finished();
}

/** The services, as one server on loopback. */
export async function serveAccount(): Promise<LocalServer> {
  server = await serveLoopback((incoming, outgoing) => {
    let text = "";
    incoming.on("data", (part) => {
      text += part;
    });
    incoming.on("end", () => {
      const what = operationOf(incoming.headers["x-amz-target"], incoming.url ?? "", text);
      const body = text.startsWith("{") ? JSON.parse(text) : {};
      account.asked.push({ what, body });
      const denied = { status: 400, body: { __type: "AccessDeniedException" }, type: "AccessDeniedException" };
      const given = what === account.denied ? denied : answerTo(what, body, incoming.url ?? "", text);
      outgoing.writeHead(given.status ?? 200, {
        "content-type": typeof given.body === "string" ? "text/xml" : "application/json",
        ...("type" in given && given.type ? { "x-amzn-errortype": given.type } : {}),
      });
      outgoing.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
    });
  });
  return server;
}
