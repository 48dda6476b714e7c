/** Serves the files of the built page on a single machine, and the configuration for the page. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { gzipSync } from "node:zlib";
import type { AppConfig } from "@waldo/contracts";
import { Hono } from "hono";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

const START = "index.html";
/** File names in this folder contain a digest of the content, so a browser can cache them for ever. */
const NAMED_BY_DIGEST = "/assets/";
const YEAR_S = 31_536_000;

/**
 * Each file of the folder is served under its name. A path whose last part has no dot is a place within the page, and
 * every place gets the same file.
 */
export function page(folder: string): Hono {
  const app = new Hono();
  app.get("/app.json", (c) => c.json({ session: "cookie" } satisfies AppConfig));
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (path) => `/${path.split(sep).join("/")}`,
  );
  const answer = (path: string) => {
    const bytes = readFileSync(join(folder, path));
    return {
      bytes,
      zipped: gzipSync(bytes),
      headers: {
        "content-type": TYPES[extname(path)] ?? "text/plain",
        "cache-control": path.startsWith(NAMED_BY_DIGEST) ? `public, max-age=${YEAR_S}, immutable` : "no-cache",
        vary: "accept-encoding",
      },
    };
  };
  const files = new Map(paths.filter((path) => extname(path) in TYPES).map((path) => [path, answer(path)]));
  app.get("*", async (c, next) => {
    const { path } = c.req;
    const isPlace = !path.startsWith("/v1/") && !path.split("/").at(-1)?.includes(".");
    const file = files.get(isPlace ? `/${START}` : path);
    if (!file) return next();
    const { bytes, zipped, headers } = file;
    return c.req.header("accept-encoding")?.includes("gzip")
      ? c.body(zipped, 200, { ...headers, "content-encoding": "gzip" })
      : c.body(bytes, 200, headers);
  });
  return app;
}
