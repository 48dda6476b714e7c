/** The files of the page, as the server on one machine answers with them, and what it tells the page of itself. */
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { AppConfig } from "@waldo/contracts";
import { Hono } from "hono";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const START = "index.html";
const FOLDER = new URL(".", import.meta.resolve("@waldo/app/index.html"));

/** Each file of the folder stands under its name, and the first page under `/`. */
export function page(): Hono {
  const app = new Hono();
  app.get("/app.json", (c) => c.json({ session: "cookie" } satisfies AppConfig));
  for (const file of readdirSync(FOLDER))
    app.get(file === START ? "/" : `/${file}`, (c) =>
      c.body(readFileSync(new URL(file, FOLDER)), 200, { "content-type": TYPES[extname(file)] ?? "text/plain" }),
    );
  return app;
}
