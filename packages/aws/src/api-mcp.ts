/**
 * The MCP server behind API Gateway, as a Lambda handler. The authorizer has checked the token of the agent's own
 * client at Cognito, so the client identifies the agent. Cognito has no dynamic registration and does not announce
 * PKCE, so the documents that lead an agent to the sign-in are made here (docs/decisions/0036-agents-by-mcp.md).
 */

import { knownAgent } from "@waldo/contexts/mcp/agents";
import { mcpDoor } from "@waldo/contexts/mcp/server";
import type { Asking } from "@waldo/contexts/mcp/tool";
import { type AgentId as Agent, AgentId, MCP_OPEN_PATHS, MCP_PATH, UserId } from "@waldo/contracts";
import type { DoorPorts } from "@waldo/core/door/handlers";
import type { Log } from "@waldo/core/ports";
import { type Context, Hono } from "hono";
import { handle as onLambda } from "hono/aws-lambda";
import * as z from "zod";
import { environment, text } from "./compose/environment.ts";
import { lambdaPipeline } from "./lambda-pipeline.ts";

const Claims = z.looseObject({ sub: UserId, client_id: z.string().min(1) });
const McpEvent = z.looseObject({
  requestContext: z.looseObject({
    requestId: z.string().min(1),
    domainName: z.string().min(1),
    authorizer: z.looseObject({ jwt: z.looseObject({ claims: Claims }) }).optional(),
  }),
});
type McpEvent = z.infer<typeof McpEvent>;

const Variables = z.object({ SIGN_IN: text, AGENT_CLIENTS: text });
/** Each agent of the deployment, with its client at Cognito and the addresses to which the sign-in may send it back. */
const AgentClients = z.record(
  AgentId,
  z.strictObject({ clientId: z.string().min(1), callbacks: z.array(z.string().min(1)).min(1) }),
);

type Answer = { readonly statusCode: number; readonly body: string };
type Hosted = { readonly event: McpEvent };

export function apiMcp(portsOf: (userId: UserId, log: Log) => Promise<DoorPorts>) {
  return lambdaPipeline({
    input: McpEvent,
    about: ({ requestContext }) => ({
      userId: requestContext.authorizer?.jwt.claims.sub,
      correlationId: requestContext.requestId,
    }),
    handle: (event, log) => onLambda(application(event, log, portsOf))(event as never) as Promise<Answer>,
    answerError: () => ({
      statusCode: 500,
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: null,
        error: { code: -32603, message: "something went wrong here; it is in the log" },
      }),
    }),
  });
}

function application(
  { requestContext }: McpEvent,
  log: Log,
  portsOf: (userId: UserId, log: Log) => Promise<DoorPorts>,
) {
  const { SIGN_IN, AGENT_CLIENTS } = environment(Variables);
  const clients = AgentClients.parse(JSON.parse(AGENT_CLIENTS));
  const root = `https://${requestContext.domainName}`;
  const app = new Hono();
  for (const path of [PROTECTED_RESOURCE, OF_MCP]) app.get(path, (c) => c.json(protectedResource(root)));
  app.get(AUTHORISATION_SERVER, (c) => c.json(authorisationServer(root, SIGN_IN)));
  app.post(REGISTER, (c) => register(c, clients));
  app.route(
    "/",
    mcpDoor({
      // API Gateway waits for the complete answer, so there is no stream.
      streams: false,
      metadata: `${root}${OF_MCP}`,
      who: async (c) => asking((c.env as Hosted).event, clients, log, portsOf),
    }),
  );
  return app;
}

const [PROTECTED_RESOURCE, OF_MCP, AUTHORISATION_SERVER] = MCP_OPEN_PATHS.GET;
const [REGISTER] = MCP_OPEN_PATHS.POST;
const SCOPES = ["openid"];

/** The protected resource metadata of RFC 9728. */
const protectedResource = (root: string) => ({
  resource: `${root}${MCP_PATH}`,
  authorization_servers: [root],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: "Waldo",
});

/** The authorisation server metadata of RFC 8414. Cognito signs in and gives the tokens. */
const authorisationServer = (root: string, signIn: string) => ({
  issuer: root,
  authorization_endpoint: `${signIn}/oauth2/authorize`,
  token_endpoint: `${signIn}/oauth2/token`,
  revocation_endpoint: `${signIn}/oauth2/revoke`,
  registration_endpoint: `${root}${REGISTER}`,
  scopes_supported: SCOPES,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
});

const Registration = z.looseObject({ redirect_uris: z.array(z.string()).min(1).max(10) });

/**
 * The registration of RFC 7591, which registers nothing: it answers with the client that the operator created for these
 * addresses. A code is sent only to these addresses, and a client's id is not a secret.
 */
async function register(c: Context, clients: z.infer<typeof AgentClients>): Promise<Response> {
  const asked = Registration.safeParse(await c.req.json().catch(() => undefined)).data;
  const uris = asked?.redirect_uris;
  const found = Object.values(clients).find(({ callbacks }) => uris?.every((uri) => callbacks.includes(uri)));
  if (uris === undefined || found === undefined)
    return c.json(
      {
        error: "invalid_redirect_uri",
        error_description: "the operator has named no agent with these addresses: waldo.agents in cdk.json",
      },
      400,
    );
  return c.json(
    {
      client_id: found.clientId,
      redirect_uris: uris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      scope: SCOPES.join(" "),
    },
    201,
  );
}

async function asking(
  { requestContext }: McpEvent,
  clients: z.infer<typeof AgentClients>,
  log: Log,
  portsOf: (userId: UserId, log: Log) => Promise<DoorPorts>,
): Promise<Asking | undefined> {
  const claims = requestContext.authorizer?.jwt.claims;
  const agentId = (Object.keys(clients) as Agent[]).find((name) => clients[name]?.clientId === claims?.client_id);
  if (claims === undefined || agentId === undefined) return undefined;
  const ports = await portsOf(claims.sub, log);
  const agent = await knownAgent(ports, claims.sub, { agentId, name: agentId });
  return { ports, userId: claims.sub, agent, summarises: false };
}
