/** API Gateway over the routes of a deployed template, for the cloud tests. */
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from "jose";
import { functionsOf, type JsonObject, REGION, type Resource } from "./template.ts";

export type ApiAnswer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The host of the API itself. Absent: the API uses the host that the request names. */
  readonly host?: string;
  /** The claims of the token that was checked. */
  readonly claims?: Readonly<Record<string, unknown>>;
};
let requests = 0;

/** Returns the event that a function is given for a request (payload 2.0). */
export function eventOf({ method, path, query, headers, body, host, claims }: Asked): object {
  requests += 1;
  return {
    ...{ version: "2.0", routeKey: `${method} ${path}`, rawPath: path, rawQueryString: query, headers },
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: false,
    requestContext: {
      requestId: `request=${requests}`,
      timeEpoch: Date.now(),
      domainName: host ?? headers["host"],
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      ...(claims === undefined ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
    },
  };
}

type Fetch = (url: string, options?: RequestInit) => Promise<Response>;
type Invoke = (folder: string, event: unknown) => Promise<unknown>;

/** Answers requests as API Gateway does: it finds the route, checks the token, and calls the function behind it. */
export function httpApi(deployed: readonly Resource[], invoke: Invoke, network: Fetch) {
  const named = (id: unknown) => deployed.find((one) => one.id === id)?.properties ?? {};
  const folders = new Map(
    functionsOf(deployed).map((fn) => [fn.id, String(fn.properties["Description"]).replace("Waldo: ", "")]),
  );
  const routes = deployed
    .filter(({ type }) => type === "AWS::ApiGatewayV2::Route")
    .map(({ properties }) => {
      const [method = "", pattern = ""] = String(properties["RouteKey"]).split(" ");
      const { IntegrationUri } = named(String(properties["Target"]).replace("integrations/", ""));
      const path = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return { method, path, properties, folder: folders.get(String(IntegrationUri).split(":").at(-1) ?? "") };
    });
  const authorizer = authorizerOf(network);
  const host = hostOf(deployed);

  return async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
    if (route?.folder === undefined) return refusal(404, "Not Found");
    const { AuthorizationType, AuthorizerId, AuthorizationScopes } = route.properties;
    let claims: JWTPayload | undefined;
    if (AuthorizationType === "JWT") {
      claims = await authorizer(named(AuthorizerId), request).catch(() => undefined);
      if (claims === undefined) return refusal(401, "Unauthorized");
      const scopes = String(claims["scope"] ?? "").split(" ");
      const wanted = (AuthorizationScopes ?? []) as string[];
      if (wanted.length > 0 && !wanted.some((scope) => scopes.includes(scope))) return refusal(403, "Forbidden");
    }
    const body = await request.text();
    const event = eventOf({
      host,
      ...{ method: request.method, path: pathname, query: search.slice(1) },
      headers: Object.fromEntries(request.headers),
      ...(body === "" ? {} : { body }),
      ...(claims === undefined ? {} : { claims }),
    });
    const answer = (await invoke(route.folder, event)) as ApiAnswer;
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers });
  };
}

/** Returns the name that API Gateway gives the API of a template. */
export function hostOf(deployed: readonly Resource[]): string {
  const id = deployed.find(({ type }) => type === "AWS::ApiGatewayV2::Api")?.id ?? "";
  return `${id.toLowerCase()}.execute-api.${REGION}.amazonaws.com`;
}

const refusal = (status: number, message: string) => Response.json({ message }, { status });

/**
 * Checks a token as a JWT authorizer does: its signature by the keys of the issuer, the issuer, the time, and the
 * audience. The audience is `aud`, or `client_id` in a token that has no `aud`.
 */
function authorizerOf(network: Fetch) {
  const keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  return async (authorizer: JsonObject, request: Request): Promise<JWTPayload> => {
    const { Issuer, Audience } = authorizer["JwtConfiguration"] as { Issuer: string; Audience: string[] };
    const url = `${Issuer}/.well-known/jwks.json`;
    const set = keys.get(url) ?? createRemoteJWKSet(new URL(url), { [customFetch]: (to) => network(String(to)) });
    keys.set(url, set);
    const token = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
    const { payload } = await jwtVerify(token, set, { issuer: Issuer, algorithms: ["RS256"], requiredClaims: ["exp"] });
    const audience = [payload.aud ?? payload["client_id"]].flat();
    if (!audience.some((one) => Audience.includes(String(one)))) throw new Error("a token of another client");
    return payload;
  };
}
