import { z } from "zod";
import { defineRead } from "./define.ts";
import { loadDocument } from "./drafts.ts";
import { fromOutside } from "./outside.ts";
import { clip, partOf } from "./result-size.ts";
import { Page, text } from "./text-args.ts";
import { type ToolContext, ToolFailure } from "./tool.ts";

const MAX_CHARS = 200_000;

/** A page of the web by its address, or a document of the person by its name, part by part. */
export const readDocument = defineRead({
  name: "read_document",
  description: "Read a web page by url, or one of the person's documents by name, a part at a time.",
  args: z
    .strictObject({ url: WebUrl().optional(), name: text(80).optional(), part: Page.optional() })
    .refine(({ url, name }) => (url === undefined) !== (name === undefined), "give either a url or a name"),
  origin: "untrusted",
  egress: ({ url }) => (url === undefined ? undefined : hostOf(url)),
  async run({ url, name, part = 1 }, context) {
    const found = url === undefined ? await document(name ?? "", context) : await page(url, context);
    const shown = partOf(found.text.slice(0, MAX_CHARS), part);
    if (!shown) throw new ToolFailure("not_found", part === 1 ? "there is nothing in it" : `there is no part ${part}`);
    return { title: clip(found.title, 80), text: shown.text, part, parts: shown.parts };
  },
});

/** An address of the web: no other scheme, no password in it. */
function WebUrl() {
  return text(500).refine((value) => hostOf(value) !== undefined, "not an http(s) address");
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(address);
  const web =
    url && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "";
  return web && url.hostname !== "" ? url.hostname : undefined;
}

async function document(name: string, { store, userId }: ToolContext) {
  const found = await loadDocument(store, userId, name);
  if (found?.document.status !== "draft") throw new ToolFailure("not_found", "there is no document of that name");
  return { title: found.document.name, text: found.document.text };
}

async function page(url: string, { web }: ToolContext) {
  const { title, text: words } = await fromOutside("the web", web, (port) => port.read(url));
  return { title: title ?? hostOf(url) ?? "", text: words };
}
