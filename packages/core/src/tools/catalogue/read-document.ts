import { isOwn } from "@waldo/contracts";
import * as z from "zod";
import { defineRead } from "../define.ts";
import { loadDocument } from "../drafts.ts";
import { externalUrl } from "../outgoing.ts";
import { fromOutside } from "../outside.ts";
import { type Sourced, sourceOf } from "../provenance.ts";
import { clip, partOf } from "../result-size.ts";
import { Page, text } from "../text-args.ts";
import { type ToolContext, ToolFailure } from "../tool.ts";

type Part = Sourced & {
  readonly title: string;
  readonly text: string;
  readonly part: number;
  readonly parts: number;
};
type Whole = { readonly title: string; readonly text: string; readonly from: Sourced };

const OUTSIDE = { from: "outside" } as const;

const MAX_CHARS = 200_000;

/** Reads a web page by its address, or a document of the person by its name, one part at a time. */
export const readDocument = defineRead({
  name: "read_document",
  description: "Read a web page by url, or one of the person's documents by name, a part at a time.",
  args: z
    .strictObject({ url: WebUrl().optional(), name: text(80).optional(), part: Page.optional() })
    .refine(({ url, name }) => (url === undefined) !== (name === undefined), "give either a url or a name"),
  origin: { of: (part: Part) => sourceOf([part]) },
  asking: { phrases: () => ["read", "open", "summarise", "summarize", "look at", "check"], implied: ["part"] },
  egress: ({ url }) => (url === undefined ? undefined : hostOf(url)),
  async run({ url, name, part = 1 }, context) {
    const found = url === undefined ? await document(name ?? "", context) : await page(url, context);
    const shown = partOf(found.text.slice(0, MAX_CHARS), part);
    if (!shown) throw new ToolFailure("not_found", part === 1 ? "there is nothing in it" : `there is no part ${part}`);
    return { title: clip(found.title, 80), text: shown.text, part, parts: shown.parts, ...found.from };
  },
});

/** An address on the web: only http and https, and no password in it. */
function WebUrl() {
  return text(500).refine((value) => hostOf(value) !== undefined, "not an http(s) address");
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  const web =
    url && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
  return web ? url.hostname : undefined;
}

async function document(name: string, { store, userId }: ToolContext): Promise<Whole> {
  const found = await loadDocument(store, userId, name);
  if (found?.document.status !== "draft") throw new ToolFailure("not_found", "there is no document of that name");
  return { title: found.document.name, text: found.document.text, from: isOwn(found.document) ? {} : OUTSIDE };
}

async function page(url: string, { web }: ToolContext): Promise<Whole> {
  const address = externalUrl(url);
  const { title, text: words } = await fromOutside("the web", web, (port) => port.read(address));
  return { title: title ?? hostOf(url) ?? "", text: words, from: OUTSIDE };
}
