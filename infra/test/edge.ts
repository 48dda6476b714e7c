/**
 * CloudFront, API Gateway and Cognito over a deployed template, each a server on loopback. A network joins them by the
 * names that the template gives them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { runInNewContext } from "node:vm";
import { type Network, networkOf } from "@waldo/testkit/browser-tab";
import { serveRequests } from "@waldo/testkit/loopback";
import { type Issuer, startIssuer } from "@waldo/testkit/oidc-issuer";
import { hostOf, httpApi } from "./http-api.ts";
import { isAllowed, rolesOf } from "./iam.ts";
import { type JsonObject, REGION, type Resource, type Synthesised } from "./template.ts";

export type Edge = {
  /** Where people open the page. */
  readonly app: string;
  readonly network: Network;
  /** Where the server of each origin listens. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly issuer: Issuer;
  stop(): Promise<void>;
};

/** AWS's own policies, by what they mean here. */
const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const ALL_VIEWER_EXCEPT_HOST = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

const ofType = ({ deployed }: Synthesised, type: string): Resource => {
  const [found, ...more] = deployed.filter((one) => one.type === type);
  if (found === undefined || more.length > 0) throw new Error(`${more.length + 1} resources are ${type}`);
  return found;
};

export async function startEdge(
  stack: Synthesised,
  invoke: (folder: string, event: unknown) => Promise<unknown>,
): Promise<Edge> {
  const issuer = await startCognito(stack);
  // The servers reach each other by the same names as a browser reaches them.
  const endpoints: Record<string, string> = {};
  const network: Network = (url, options) => networkOf(endpoints)(url, options);
  const api = await serveRequests(httpApi(stack.deployed, invoke, network));
  const front = await serveRequests(await cloudFront(stack, network));
  const app = String(stack.outputs["App"]);
  const { Domain } = ofType(stack, "AWS::Cognito::UserPoolDomain").properties;
  Object.assign(endpoints, {
    [new URL(app).origin]: front.endpoint,
    [`https://${Domain}.auth.${REGION}.amazoncognito.com`]: issuer.endpoint,
    [`https://cognito-idp.${REGION}.amazonaws.com`]: issuer.endpoint,
    [`https://${hostOf(stack.deployed)}`]: api.endpoint,
  });
  const servers = [issuer, api, front];
  return {
    app,
    network,
    endpoints,
    issuer,
    stop: async () => void (await Promise.all(servers.map((one) => one.stop()))),
  };
}

/** The sign-in by the settings of the template's client. */
function startCognito(stack: Synthesised): Promise<Issuer> {
  const clients = stack.deployed.filter(({ type }) => type === "AWS::Cognito::UserPoolClient");
  const own = clients.find(({ properties: { LogoutURLs } }) => LogoutURLs !== undefined);
  if (own === undefined) throw new Error("the page has no client");
  const { id: clientId, properties } = own;
  const others = clients.filter((one) => one !== own).map(({ id, properties: of }) => [id, of["CallbackURLs"]]);
  const { CallbackURLs, LogoutURLs, AllowedOAuthScopes, AccessTokenValidity, RefreshTokenRotation } = properties;
  return startIssuer({
    issuer: `https://cognito-idp.${REGION}.amazonaws.com/${ofType(stack, "AWS::Cognito::UserPool").id}`,
    clientId,
    callbacks: CallbackURLs as string[],
    logouts: LogoutURLs as string[],
    others: Object.fromEntries(others),
    scopes: AllowedOAuthScopes as string[],
    rotates: (RefreshTokenRotation as JsonObject)["Feature"] === "ENABLED",
    accessSeconds: Number(AccessTokenValidity) * 60,
  });
}

type Behaviour = {
  readonly AllowedMethods: string[];
  readonly CachePolicyId: string;
  readonly FunctionAssociations?: { readonly FunctionARN: string }[];
  readonly OriginRequestPolicyId?: string;
  readonly PathPattern?: string;
  readonly ResponseHeadersPolicyId: string;
  readonly TargetOriginId: string;
};
type Origin = { readonly Id: string; readonly DomainName: string; readonly OriginAccessControlId?: string };
type Distribution = {
  readonly CacheBehaviors: Behaviour[];
  readonly DefaultCacheBehavior: Behaviour;
  readonly Origins: Origin[];
};

/** Answers as the distribution does: the first behaviour whose pattern fits, its function, its origin, its headers. */
async function cloudFront(stack: Synthesised, network: Network): Promise<(request: Request) => Promise<Response>> {
  const { id, properties } = ofType(stack, "AWS::CloudFront::Distribution");
  const { CacheBehaviors, DefaultCacheBehavior, Origins } = properties["DistributionConfig"] as unknown as Distribution;
  const bucket = stack.deployed.find(({ id: name }) => name.startsWith("FrontFiles"))?.id.toLowerCase() ?? "";
  const files = await uploaded(stack, bucket);
  const isReader = mayRead(stack, bucket, id);
  const { FunctionCode } = ofType(stack, "AWS::CloudFront::Function").properties;
  const added = securityHeaders(ofType(stack, "AWS::CloudFront::ResponseHeadersPolicy"));

  function fromFiles(uri: string): Response {
    const file = isReader ? files.get(uri.slice(1)) : undefined;
    // To a caller who may not list a bucket, S3 does not say that an object is missing.
    if (file === undefined) return new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 });
    return new Response(new Uint8Array(file.body), { headers: file.headers });
  }

  async function fromApi(origin: Origin, behaviour: Behaviour, request: Request): Promise<Response> {
    if (behaviour.CachePolicyId !== CACHING_DISABLED) throw new Error("an answer of the API would be kept");
    const { pathname, search } = new URL(request.url);
    const isPassed = behaviour.OriginRequestPolicyId === ALL_VIEWER_EXCEPT_HOST;
    const headers = new Headers(isPassed ? request.headers : {});
    for (const own of ["host", "connection", "content-length"]) headers.delete(own);
    const body = await request.text();
    return network(`https://${origin.DomainName}${pathname}${isPassed ? search : ""}`, {
      ...{ method: request.method, headers },
      ...(body === "" ? {} : { body }),
    });
  }

  return async (request) => {
    const { pathname } = new URL(request.url);
    const fits = ({ PathPattern = "" }: Behaviour) =>
      new RegExp(`^${PathPattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(pathname);
    const behaviour = CacheBehaviors.find(fits) ?? DefaultCacheBehavior;
    const origin = Origins.find((one) => one.Id === behaviour.TargetOriginId);
    if (origin === undefined || !behaviour.AllowedMethods.includes(request.method))
      return new Response("this distribution does not allow the method", { status: 403 });
    const event = JSON.stringify({ request: { uri: pathname } });
    const { uri } = behaviour.FunctionAssociations
      ? (runInNewContext(`${FunctionCode}; handler(${event})`) as { uri: string })
      : { uri: pathname };
    const answer =
      origin.OriginAccessControlId === undefined ? await fromApi(origin, behaviour, request) : fromFiles(uri);
    const headers = new Headers(answer.headers);
    // The connection between the two servers is no concern of the browser.
    for (const own of ["connection", "keep-alive", "transfer-encoding", "date"]) headers.delete(own);
    for (const [name, value] of added) headers.set(name, value);
    return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
  };
}

/** True when the bucket's policy lets this distribution read, and no other principal. */
function mayRead({ deployed }: Synthesised, bucket: string, distribution: string): boolean {
  const statements = deployed.flatMap(({ type, properties }) =>
    type === "AWS::S3::BucketPolicy" && properties["Bucket"] === bucket
      ? ((properties["PolicyDocument"] as JsonObject)["Statement"] as JsonObject[])
      : [],
  );
  const [allow, ...more] = statements.filter(({ Effect }) => Effect === "Allow");
  return more.length === 0 && JSON.stringify(allow?.["Condition"]).includes(`distribution/${distribution}"`);
}

type Stored = { readonly body: Buffer; readonly headers: Record<string, string> };

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Does what CDK's function does at a deployment: it unpacks the archives, fills in the values and writes the files. */
async function uploaded(stack: Synthesised, bucket: string): Promise<Map<string, Stored>> {
  const copies = stack.deployed.filter(({ type }) => type === "Custom::CDKBucketDeployment");
  const role = rolesOf(stack.deployed).find(({ id }) => id.startsWith("FrontUpload"));
  const may = async (action: string, resource: string) => {
    if (role === undefined || !(await isAllowed({ role }, action, resource))) throw new Error(`${action} ${resource}`);
  };
  const files = new Map<string, Stored>();
  await may("s3:ListBucket", `arn:aws:s3:::${bucket}`);
  for (const { properties } of copies) await copy(properties);
  return files;

  async function copy(properties: JsonObject): Promise<void> {
    const from = properties["SourceBucketNames"] as string[];
    const markers = (properties["SourceMarkers"] ?? []) as Record<string, string>[];
    const { "cache-control": kept = "" } = properties["SystemMetadata"] as Record<string, string>;
    for (const [i, archive] of (properties["SourceObjectKeys"] as string[]).entries()) {
      await may("s3:GetObject", `arn:aws:s3:::${from[i]}/${archive}`);
      const folder = stack.staged(archive);
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const name = relative(folder, join(entry.parentPath, entry.name));
        if (!isCopied(properties, name)) continue;
        await may("s3:PutObject", `arn:aws:s3:::${bucket}/${name}`);
        const filled = Object.entries(markers[i] ?? {}).reduce<string>(
          (text, [marker, value]) => text.replaceAll(marker, value),
          readFileSync(join(folder, name), "utf8"),
        );
        const headers = { "content-type": TYPES[extname(name)] ?? "binary/octet-stream", "cache-control": kept };
        files.set(name, { body: Buffer.from(filled), headers });
      }
    }
  }
}

/** As `aws s3 sync` does: the last pattern that fits decides, and includes come after excludes. */
function isCopied(properties: JsonObject, name: string): boolean {
  const fits = (list: unknown) =>
    ((list ?? []) as string[]).some((one) =>
      new RegExp(`^${one.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(name),
    );
  return fits(properties["Include"]) || !fits(properties["Exclude"]);
}

type Security = {
  readonly ContentSecurityPolicy: { readonly ContentSecurityPolicy: string };
  readonly FrameOptions: { readonly FrameOption: string };
  readonly ReferrerPolicy: { readonly ReferrerPolicy: string };
  readonly StrictTransportSecurity: { readonly AccessControlMaxAgeSec: number };
};

function securityHeaders({ properties }: Resource): [string, string][] {
  const config = properties["ResponseHeadersPolicyConfig"] as JsonObject;
  const security = config["SecurityHeadersConfig"] as unknown as Security;
  return [
    ["content-security-policy", security.ContentSecurityPolicy.ContentSecurityPolicy],
    ["strict-transport-security", `max-age=${security.StrictTransportSecurity.AccessControlMaxAgeSec}`],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", security.FrameOptions.FrameOption],
    ["referrer-policy", security.ReferrerPolicy.ReferrerPolicy],
  ];
}
