/**
 * Tests agents of other makers on AWS with the client of the official SDK: it finds the sign-in, returns from it, and
 * asks.
 */

import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationFull, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { AgentsView, keys } from "@waldo/contracts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Edge, startEdge } from "../test/edge.ts";
import { api, cloud, engine, introduce, stack, store } from "./stage.ts";

const PERSON = "b8f2c1aa-1d0e-4b7a-8a56-0d5b1f6f0c11";
const CALLBACK = "http://localhost:6274/oauth/callback";

/** A program that signs in as the person's browser does, and keeps its cookies. */
function provider(callback: string) {
  const kept: { client?: OAuthClientInformationFull; tokens?: OAuthTokens; verifier?: string; sentTo?: URL } = {};
  const own: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      redirect_uris: [callback],
      client_name: "An editor",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client as OAuthClientInformationFull;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      kept.sentTo = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
  };
  return { own, kept };
}

export function agentsOfOthers(): void {
  describe("an agent of another maker", engine.options, () => {
    let edge: Edge;
    let root: string;
    beforeAll(async () => {
      edge = await startEdge(stack, cloud.invoke);
      root = Object.keys(edge.endpoints).find((name) => name.includes("execute-api")) ?? "";
      await introduce(PERSON);
    });
    afterAll(() => edge?.stop());

    const through = (url: string | URL, options?: RequestInit) => edge.network(String(url), options as never);
    const transport = (own: OAuthClientProvider) =>
      new StreamableHTTPClientTransport(new URL(`${root}/mcp`), { authProvider: own, fetch: through as typeof fetch });
    const client = () => new Client({ name: "An editor", version: "1" });

    async function signedIn(): Promise<Client> {
      const { own, kept } = provider(CALLBACK);
      const first = transport(own);
      await expect(client().connect(first as never)).rejects.toThrow(UnauthorizedError);
      const { sentTo } = kept;
      expect(sentTo?.searchParams.get("code_challenge_method")).toBe("S256");
      edge.issuer.person = PERSON;
      const back = await edge.network(String(sentTo), { redirect: "manual" } as never);
      const code = new URL(back.headers.get("location") ?? "").searchParams.get("code");
      await first.finishAuth(code ?? "");
      const one = client();
      await one.connect(transport(own) as never);
      return one;
    }

    test("finds the sign-in, comes back with a token of its own client, and may keep contexts", async () => {
      const one = await signedIn();
      const names = (await one.listTools()).tools.map(({ name }) => name);
      expect(names).toContain("save_context");
      expect(names).not.toContain("recall");
      const saved = await one.callTool({
        name: "save_context",
        arguments: { project: "boat", content: "The mast is up.", actionType: "implementation" },
      });
      expect(saved.isError).not.toBe(true);
      const found = await one.callTool({ name: "search_context", arguments: { query: "mast" } });
      expect(found.structuredContent).toMatchObject({
        contexts: [{ project: "boat", origin: "untrusted", savedBy: "editor" }],
      });
      await one.close();
    });

    test("is seen by the person in what it keeps, and one context is forgotten with its place in the index", async () => {
      const one = await signedIn();
      const save = async (content: string) => {
        const { structuredContent } = await one.callTool({
          name: "save_context",
          arguments: { project: "yard", content },
        });
        return (structuredContent as { context: { id: string } }).context.id;
      };
      const [kept, id] = [await save("The gate is green."), await save("The zorbulating quuxwidget")];
      // The index is written twice, so that the second one replaces the first.
      for (const _ of [1, 2]) {
        const made = await one.callTool({ name: "reindex_project", arguments: { project: "yard" } });
        expect(made.structuredContent).toEqual({ indexed: 2 });
      }
      const get = async (path: string) => JSON.parse((await api(`GET /v1${path}`, PERSON)).body);
      expect((await get("/context-projects")).items).toContainEqual(
        expect.objectContaining({ project: "yard", total: 2 }),
      );
      expect((await get(`/contexts/${id}`)).context).toMatchObject({ savedBy: { agentId: "editor" } });
      expect(await api(`DELETE /v1/contexts/${id}`, PERSON)).toMatchObject({ statusCode: 200 });
      expect(await api(`GET /v1/contexts/${id}`, PERSON)).toMatchObject({ statusCode: 404 });
      for (const [query, ids] of [
        ["quuxwidget", []],
        ["green gate", [kept]],
      ] as const) {
        const found = await one.callTool({ name: "search_context", arguments: { query, project: "yard" } });
        const { contexts } = found.structuredContent as { contexts: { id: string }[] };
        expect(contexts.map((context) => context.id)).toEqual(ids);
      }
      await one.close();
    });

    test("is on the page of the person, who allows more and shuts it out; it reaches nobody else", async () => {
      const one = await signedIn();
      const view = AgentsView.parse(JSON.parse((await api("GET /v1/agents", PERSON)).body));
      expect(view.items).toMatchObject([{ agentId: "editor", rights: ["contexts"] }]);
      expect(view.connect).toMatchObject({ keys: false, url: expect.stringMatching(/^https:.*\/mcp$/) });
      expect(await api("POST /v1/agents", PERSON, { name: "x", rights: [] })).toMatchObject({ statusCode: 403 });
      const rights = ["contexts", "memory", "propose", "remember", "goals", "brief", "body"];
      expect(await api("PUT /v1/agents/editor", PERSON, { rights })).toMatchObject({ statusCode: 200 });
      for (const [name, args] of [
        ["recall", { query: "boat" }],
        ["what_holds", {}],
        ["todays_brief", {}],
        ["get_form", {}],
        ["remember", { claim: "They keep a boat." }],
        ["propose", { tool: "write_task", args: { title: "order a winch" } }],
        ["get_memory_stats", { project: "boat" }],
        ["get_learning_stats", { project: "boat" }],
      ] as const) {
        const { isError, content } = await one.callTool({ name, arguments: args });
        expect([name, isError ? content : false]).toEqual([name, false]);
      }
      const proposals = JSON.parse((await api("GET /v1/proposals", PERSON)).body);
      expect(proposals.items).toMatchObject([{ actions: [{ fromOutside: true }] }]);
      expect((await one.listPrompts()).prompts.length).toBeGreaterThan(3);
      expect((await one.readResource({ uri: "waldo://goals" })).contents[0]).toMatchObject({ uri: "waldo://goals" });
      await api("PUT /v1/agents/editor", PERSON, { revoked: true });
      expect((await one.listTools()).tools).toEqual([]);
      await api("PUT /v1/agents/editor", PERSON, { revoked: false });
      expect((await store.query({ ...keys.context.all("somebody-else") })).rows).toEqual([]);
      await one.close();
    });

    test("a token of the page opens nothing here, and a token of an agent opens no route of the page", async () => {
      const post = (token?: string) =>
        edge.network(`${root}/mcp`, {
          method: "POST",
          headers: {
            ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
        } as never);
      expect((await post()).status).toBe(401);
      expect((await post(await edge.issuer.sign({ sub: PERSON }))).status).toBe(401);
      const { own, kept } = provider(CALLBACK);
      const first = transport(own);
      await expect(client().connect(first as never)).rejects.toThrow();
      const agents = await edge.issuer.sign({ sub: PERSON, client_id: kept.client?.client_id ?? "" });
      expect((await post(agents)).status).toBe(200);
      const me = await edge.network(`${root}/v1/me`, { headers: { authorization: `Bearer ${agents}` } } as never);
      expect(me.status).toBe(401);
    });

    test("with addresses that the operator did not name is told so, and gets no client", async () => {
      const register = (uris: unknown) =>
        edge.network(`${root}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ redirect_uris: uris }),
        } as never);
      const refused = await register(["https://elsewhere.example/callback"]);
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: "invalid_redirect_uri" }]);
      expect((await register(CALLBACK)).status).toBe(400);
      expect((await register([CALLBACK, "https://other.example/callback"])).status).toBe(400);
      expect((await register(["https://other.example/callback"])).status).toBe(201);
    });
  });
}
