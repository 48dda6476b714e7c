import { readFileSync } from "node:fs";
import { API_ROOT, ROUTES } from "@waldo/contracts";
import { expect, it } from "vitest";
import { OPENAPI_FILE, openApi, openApiText } from "./openapi.ts";

it("docs/openapi.json is what the routes say: run npm run openapi", () => {
  expect(readFileSync(OPENAPI_FILE, "utf8")).toBe(openApiText());
});

it("has every route once, each with its parameters, its answer and its errors", () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
  );
  const routes = Object.entries(ROUTES).map(([name, { method, path }]) => `${name} ${method} ${API_ROOT}${path}`);
  expect(found.sort()).toEqual(routes.sort());
});
