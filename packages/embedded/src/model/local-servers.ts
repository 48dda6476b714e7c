/** Looks for Ollama and LM Studio on this machine, and reads which models a server offers. */
import { plainText } from "@waldo/contracts";
import * as z from "zod";

type LocalServer = {
  /** The word that a person types to choose this server. */
  readonly word: "ollama" | "lmstudio";
  readonly name: string;
  /** The address of its OpenAI-compatible API. */
  readonly url: string;
  /** Undefined when no server answers there. */
  readonly models: readonly string[] | undefined;
};

/** The known servers. `host` is the variable that names another address. `OLLAMA_HOST` is Ollama's own. */
const KNOWN = [
  { word: "ollama", name: "Ollama", host: "OLLAMA_HOST", port: 11434, list: "/api/tags" },
  { word: "lmstudio", name: "LM Studio", host: "LMSTUDIO_HOST", port: 1234, list: "/v1/models" },
] as const;

/** The name of each server by the word for it. */
export const LOCAL_NAMES: ReadonlyMap<string, string> = new Map(KNOWN.map(({ word, name }) => [word, name]));

/** A server on this machine answers within milliseconds. */
const LOOK_MS = 1_500;
/**
 * How long a server on another machine may take to list its models. Such a server may have to look up hundreds of
 * models.
 */
const LIST_MS = 10_000;

export const isLocalWord = (what: string): what is LocalServer["word"] => KNOWN.some(({ word }) => word === what);

/** Asks both servers at once. */
export function findLocalServers(env: NodeJS.ProcessEnv): Promise<LocalServer[]> {
  return Promise.all(
    KNOWN.map(async ({ word, name, host, port, list }) => {
      const origin = originOf(env[host], port);
      const models = await listed(new URL(list, origin), LOOK_MS);
      return { word, name, url: new URL("/v1", origin).href, models };
    }),
  );
}

/** Returns the models of an OpenAI-compatible server, or undefined when it does not list them. */
export async function modelsAt(url: string, key: string | undefined): Promise<readonly string[] | undefined> {
  return listed(new URL(`${url}/models`), LIST_MS, key ? { authorization: `Bearer ${key}` } : {});
}

/** Reads a host such as `127.0.0.1`, `:11434` or `http://box:80`. A host that cannot be read counts as not set. */
function originOf(host: string | undefined, port: number): string {
  const given = host?.trim().replace(/^:/, "127.0.0.1:") || `127.0.0.1:${port}`;
  const url = URL.parse(given.includes("://") ? given : `http://${given}`);
  if (!url) return `http://127.0.0.1:${port}`;
  if (url.port === "" && !given.includes("://")) url.port = String(port);
  // A server can listen on 0.0.0.0, but nobody can call that address.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  return url.origin;
}

/** Ollama's own list has `models`, the OpenAI-compatible one has `data`. */
const Listed = z.union([
  z
    .looseObject({ models: z.array(z.looseObject({ name: z.string() })) })
    .transform((found) => found.models.map(({ name }) => name)),
  z
    .looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
    .transform((found) => found.data.map(({ id }) => id)),
]);

async function listed(url: URL, timeoutMs: number, headers: Record<string, string> = {}) {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return undefined;
    const names = Listed.parse(await response.json()).map(plainText);
    // An embedding model cannot write.
    return names.filter((name) => name !== "" && !/embed/i.test(name));
  } catch {
    return undefined;
  }
}
