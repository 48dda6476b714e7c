/**
 * The web for tools: a search service answers questions, and pages are read as plain text. A page is read through the
 * fetcher, which can only reach the public internet.
 */

import type { SearchApi } from "@waldo/contracts";
import type { Fetcher, Web } from "@waldo/core/ports";
import { convert } from "html-to-text";
import * as z from "zod";

type SearchService = {
  readonly api: SearchApi;
  /** The address of the service. */
  readonly url: string;
  readonly key?: string;
};

type Results = Awaited<ReturnType<Web["search"]>>;
type Api = {
  readonly query: (query: string, limit: number) => Record<string, string>;
  readonly headers: (key: string | undefined) => Record<string, string>;
  readonly answer: z.ZodType<Results>;
};

const Words = z.string().catch("").transform(plain);

/** How each service is called. */
const APIS = {
  /** Brave Search API: a key, and a contract about how the results may be used. */
  brave: {
    query: (q, limit) => ({ q, count: String(limit) }),
    headers: (key) => (key === undefined ? {} : { "x-subscription-token": key }),
    answer: z
      .looseObject({
        web: z
          .looseObject({ results: z.array(z.looseObject({ title: Words, url: z.url(), description: Words })) })
          .optional(),
      })
      .transform(({ web }) =>
        (web?.results ?? []).map(({ title, url, description }) => ({ title, url, snippet: description })),
      ),
  },
  /** The person's own SearXNG, with the format JSON switched on. */
  searxng: {
    query: (q) => ({ q, format: "json" }),
    headers: () => ({}),
    answer: z
      .looseObject({ results: z.array(z.looseObject({ title: Words, url: z.url(), content: Words })) })
      .transform(({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content }))),
  },
} as const satisfies Record<SearchApi, Api>;

const TIMEOUT_MS = 10_000;
/** A page longer than this is cut before it is read. */
const PAGE_BYTES = 2_000_000;

export class WebFault extends Error {
  override readonly name = "WebFault";
}

/**
 * Returns the web. `fetch` is used only for the search service. Both functions throw `WebFault` when there is no
 * readable answer.
 */
export function webThrough(service: SearchService, fetcher: Fetcher, fetch: typeof globalThis.fetch): Web {
  const api: Api = APIS[service.api];
  return {
    host: new URL(service.url).hostname,
    async search(query, limit) {
      const url = new URL(service.url);
      for (const [name, value] of Object.entries(api.query(query, limit))) url.searchParams.set(name, value);
      const headers = { accept: "application/json", ...api.headers(service.key) };
      // A redirect would send the key to another host.
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(url, { headers, signal, redirect: "error" });
      if (!answer.ok) throw new WebFault(`the search service answered ${answer.status}`);
      return api.answer.parse(await answer.json()).slice(0, limit);
    },
    async read(address) {
      const found = await fetcher.fetch(address);
      if (found.outcome === "refused") throw new WebFault(`the page cannot be read: ${found.why}`);
      if (found.status !== 200) throw new WebFault(`the page answered ${found.status}`);
      return textOf(found.bytes.subarray(0, PAGE_BYTES));
    },
  };
}

/** Returns the words of a page. Throws `WebFault` when it is not text. */
function textOf(bytes: Uint8Array): { readonly title?: string; readonly text: string } {
  const source = new TextDecoder().decode(bytes);
  if (source.includes("\u0000")) throw new WebFault("the page is no text");
  if (!/<(!doctype html|html|head|body|p|div)\b/i.test(source.slice(0, 5_000))) return { text: source.trim() };
  const title = titleOf(source);
  const skipped = ["img", "nav", "footer", "header", "form", "script", "style", "svg"];
  const text = convert(source, {
    wordwrap: false,
    selectors: [
      ...skipped.map((selector) => ({ selector, format: "skip" })),
      { selector: "a", options: { ignoreHref: true } },
    ],
    limits: { maxInputLength: PAGE_BYTES, maxDepth: 60 },
  });
  return { ...(title === "" ? {} : { title }), text };
}

function titleOf(html: string): string {
  const begin = html.search(/<title[\s>]/i);
  const opened = begin < 0 ? -1 : html.indexOf(">", begin);
  if (opened < 0) return "";
  const end = html.indexOf("<", opened);
  return plain(html.slice(opened + 1, end < 0 ? opened + 1 : Math.min(end, opened + 300)));
}

/** Services mark the found words with tags, which are removed. */
function plain(html: string): string {
  return convert(html, { wordwrap: false }).replaceAll(/\s+/g, " ").trim();
}
