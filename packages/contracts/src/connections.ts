/**
 * The connections of an agent to the outside: a search service, web pages, and servers of the Model Context Protocol
 * (MCP). On AWS one function contacts them for all other functions. These are the messages between them.
 */
import * as z from "zod";

/** The kind of search service: Brave's API, or one's own SearXNG. */
export const SearchApi = z.enum(["brave", "searxng"]);
export type SearchApi = z.infer<typeof SearchApi>;

/**
 * The name of the search service's key. Other keys have the names of their servers, and no server's name contains a
 * dot.
 */
export const SEARCH_KEY = "web.search";

/** The name of a server. `__proto__` is excluded, because a JavaScript object cannot have it as a member. */
export const ServerName = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,40}$/)
  .refine((name) => name !== "__proto__");

/** The tools of a server that may be called. */
export const ToolNames = z.array(z.string().min(1).max(64)).min(1);

const Address = z.url({ protocol: /^https$/ });

/** The connections of a deployment. No secret is among them. */
export const RemoteConnections = z.strictObject({
  search: z.strictObject({ api: SearchApi, url: Address }).optional(),
  /** The hosts whose pages may be read. */
  pages: z.array(z.hostname()).default([]),
  mcp: z.record(ServerName, z.strictObject({ url: Address, tools: ToolNames })).default({}),
});
export type RemoteConnections = z.infer<typeof RemoteConnections>;

/** The keys of a deployment's connections by name, in the form in which their secret stores them. */
export const ConnectionKeys = z.record(z.string(), z.string());

/** A request to the function that contacts the outside. It never names a person. */
export const ReachAsked = z.discriminatedUnion("ask", [
  z.strictObject({ ask: z.literal("search"), query: z.string().max(500), limit: z.number().int().min(1).max(20) }),
  z.strictObject({ ask: z.literal("read"), url: z.string().max(2000) }),
  z.strictObject({ ask: z.literal("call"), server: ServerName, tool: z.string().max(64), args: z.json() }),
]);
export type ReachAsked = z.infer<typeof ReachAsked>;

/**
 * The answer of that function. `failed`: certainly nothing happened outside. `unclear`: the call may have had an
 * effect.
 */
export const ReachAnswer = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("answered"), value: z.json() }),
  z.strictObject({
    outcome: z.literal("failed"),
    kind: z.enum(["unavailable", "not_found", "denied", "failed"]),
    message: z.string(),
  }),
  z.strictObject({ outcome: z.literal("unclear"), message: z.string() }),
]);
export type ReachAnswer = z.infer<typeof ReachAnswer>;

type Connected = {
  readonly search?: { readonly url: string } | undefined;
  readonly pages: readonly string[];
  readonly mcp: Readonly<Record<string, { readonly tools: readonly string[] }>>;
};

/** Returns the hosts and servers that tools may reach through these connections. */
export function egressOf({ search, pages, mcp }: Connected): string[] {
  return [...(search ? [new URL(search.url).hostname, ...pages] : []), ...Object.keys(mcp)];
}

/** Returns the names under which the keys of these connections are stored. */
export function connectionNames({ search, mcp }: Omit<Connected, "pages">): string[] {
  return [...(search ? [SEARCH_KEY] : []), ...Object.keys(mcp)];
}

/** Returns the tools of each server. */
export function toolsOfServers({ mcp }: Pick<Connected, "mcp">): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(mcp).map(([name, { tools }]) => [name, tools]));
}
