import { z } from "zod";
import { defineRead } from "./define.ts";
import { fromOutside } from "./outside.ts";
import { clip, pageOf } from "./result-size.ts";
import { text } from "./text-args.ts";

const RESULTS = 5;
const MAX_URL_CHARS = 200;

/** The web, through whatever provider is composed in. Every word of it is somebody else's. */
export const webSearch = defineRead({
  name: "web_search",
  description: "Search the web: titles, addresses and a line of each result.",
  args: z.strictObject({ query: text(200) }),
  origin: "untrusted",
  egress: (_args, { web }) => web?.host,
  async run({ query }, { web }) {
    const results = await fromOutside("the web", web, (port) => port.search(query, RESULTS));
    const shown = results
      // An address that had to be cut is no address.
      .filter(({ url }) => clip(url, MAX_URL_CHARS) === url)
      .slice(0, RESULTS)
      .map(({ title, url, snippet }) => ({ title: clip(title, 80), url, snippet: clip(snippet, 120) }));
    return { results: pageOf(shown).items };
  },
});
