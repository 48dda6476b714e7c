/** An S3 server on loopback, with its objects in memory. Clients must set `forcePathStyle`. */

import { compareUtf8 } from "@waldo/core/store/query-plan";
import type { LocalServer } from "./local-server.ts";
import { serveRequests } from "./loopback.ts";

export type LocalS3 = LocalServer & {
  /** The only credentials that the server accepts. It does not compute signatures. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** The most names in one page of a list, and in one DeleteObjects. */
const PAGE = 1000;
const KEY = "WALDO-LOCAL-S3";

/**
 * Answers what the archive asks: put, get, both lists, and the deletion of many. Its buckets have no versions, so every
 * object has the one version that S3 calls `null`. It ignores If-Match and If-None-Match.
 */
export async function startS3(): Promise<LocalS3> {
  const buckets = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  const running = await serveRequests(async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [bucket = "", ...path] = pathname.slice(1).split("/").map(decodeURIComponent);
    const name = path.join("/");
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (!request.headers.get("authorization")?.includes(`Credential=${KEY}/`)) return failed(403, "InvalidAccessKeyId");
    const objects = buckets.get(bucket);
    if (request.method === "PUT" && name === "") {
      buckets.set(bucket, objects ?? new Map());
      return new Response();
    }
    if (objects === undefined) return failed(404, "NoSuchBucket");
    if (request.method === "PUT") {
      objects.set(name, bytes);
      return new Response();
    }
    if (request.method === "POST" && query.has("delete")) return deleted(objects, new TextDecoder().decode(bytes));
    if (request.method !== "GET") return failed(405, "MethodNotAllowed");
    if (query.has("versions")) return versionsOf(objects, query);
    if (query.has("list-type")) return namesOf(objects, query);
    const object = objects.get(name);
    return object === undefined ? failed(404, "NoSuchKey") : new Response(object);
  });
  return { ...running, credentials: { accessKeyId: KEY, secretAccessKey: KEY } };
}

type Objects = Map<string, Uint8Array<ArrayBuffer>>;

/** Returns the page of names after the last one of the page before, and whether there are more. */
function pageOf(objects: Objects, query: URLSearchParams, after: string) {
  const names = [...objects.keys()]
    .filter((name) => name.startsWith(query.get("prefix") ?? "") && compareUtf8(name, after) > 0)
    .sort(compareUtf8);
  return { page: names.slice(0, PAGE), more: names.length > PAGE };
}

function namesOf(objects: Objects, query: URLSearchParams): Response {
  const { page, more } = pageOf(objects, query, query.get("continuation-token") ?? "");
  const found = page.map((name) => `<Contents>${tag("Key", name)}</Contents>`);
  const next = more ? tag("NextContinuationToken", page.at(-1) ?? "") : "";
  return answer(`<ListBucketResult>${tag("IsTruncated", String(more))}${next}${found.join("")}</ListBucketResult>`);
}

function versionsOf(objects: Objects, query: URLSearchParams): Response {
  const { page, more } = pageOf(objects, query, query.get("key-marker") ?? "");
  const found = page.map((name) => `<Version>${tag("Key", name)}${tag("VersionId", "null")}</Version>`);
  const next = more ? `${tag("NextKeyMarker", page.at(-1) ?? "")}${tag("NextVersionIdMarker", "null")}` : "";
  return answer(`<ListVersionsResult>${tag("IsTruncated", String(more))}${next}${found.join("")}</ListVersionsResult>`);
}

function deleted(objects: Objects, asked: string): Response {
  const names = Array.from(asked.matchAll(/<Key>(.*?)<\/Key>/gs), ([, name = ""]) => plain(name));
  if (names.length > PAGE) return failed(400, "MalformedXML");
  for (const name of names) objects.delete(name);
  return answer("<DeleteResult/>");
}

const answer = (body: string, status = 200) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    status,
    headers: { "content-type": "application/xml" },
  });
const failed = (status: number, code: string) => answer(`<Error>${tag("Code", code)}</Error>`, status);

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const;
const tag = (name: string, text: string) =>
  `<${name}>${text.replace(/[&<>"]/g, (one) => ENTITIES[one as keyof typeof ENTITIES])}</${name}>`;
const plain = (text: string) =>
  Object.entries(ENTITIES).reduceRight((all, [one, entity]) => all.replaceAll(entity, one), text);
