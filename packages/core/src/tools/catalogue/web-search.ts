import * as z from "zod";
import { defineRead } from "../define.ts";
import { external } from "../outgoing.ts";
import { fromOutside } from "../outside.ts";
import { clip, pageOf } from "../result-size.ts";
import { text } from "../text-args.ts";

const RESULTS = 5;
const MAX_URL_CHARS = 200;

/**
 * Searches the web through the provider that this system was composed with. Every word of the result was written by
 * others.
 */
export const webSearch = defineRead({
  name: "web_search",
  description: "Search the web: titles, addresses and a line of each result.",
  args: z.strictObject({ query: text(200) }),
  origin: "untrusted",
  egress: (_args, { web }) => web?.host,
  leaves: ["query"],
  asking: {
    phrases: () => ["search", "search for", "search the web", "look up", "look for", "find", "google", "check"],
  },
  async run({ query }, { web }) {
    const results = await fromOutside("the web", web, (port) => port.search(external(query), RESULTS));
    const shown = results
      // An address that was cut no longer works, so its result is left out.
      .filter(({ url }) => clip(url, MAX_URL_CHARS) === url)
      .slice(0, RESULTS)
      .map(({ title, url, snippet }) => ({ title: clip(title, 80), url, snippet: clip(snippet, 120) }));
    return { results: pageOf(shown).items };
  },
});
