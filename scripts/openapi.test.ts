import { API_ROOT, DOOR_ERRORS, IDEMPOTENCY_KEY, ROUTES, type Route } from "@waldo/contracts";
import { expect, it } from "vitest";
import * as z from "zod";
import { openApi } from "./openapi.ts";

type Json = Record<string, unknown>;
type Content = { readonly content: Record<string, { readonly schema: Json }> };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content & { readonly description: string }>;
};

const document = openApi() as {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);

it("has every route once", () => {
  const found = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`);
  expect(found.sort()).toEqual(routes.map(([name, { method, path }]) => `${name} ${method} ${API_ROOT}${path}`).sort());
});

it.each(routes)("%s: tells its parameters, its body, its answer and its errors", (name, route) => {
  const operation = operations.find(({ operation }) => operation.operationId === name)?.operation;
  const { parameters = [], requestBody, responses = {}, summary, security } = operation ?? {};
  expect(summary).toBe(route.summary);
  expect(security).toEqual(route.who === "person" ? [{ person: [] }] : []);
  const named = (where: string) => parameters.filter((one) => one.in === where).map((one) => one.name);
  expect(named("path").sort()).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part).sort());
  expect(named("query").sort()).toEqual(Object.keys(route.query.shape).sort());
  expect(named("header")).toEqual(route.keyed ? [IDEMPOTENCY_KEY] : []);
  const bodies = Object.keys(requestBody?.content ?? {});
  if (route.method === "GET" || route.method === "DELETE") expect(bodies).toEqual([]);
  else expect(bodies).toEqual([route.takes === "file" ? "application/octet-stream" : "application/json"]);
  const told = Object.values(responses).flatMap(({ description }) => description.split(", "));
  expect(told).toEqual(expect.arrayContaining(["Done", "InvalidInput", ...route.errors]));
  for (const [status, { description }] of Object.entries(responses).filter(([code]) => code !== String(route.status)))
    for (const error of description.split(", ")) expect(DOOR_ERRORS).toHaveProperty(error, Number(status));
});

it("is a valid OpenAPI document: its references lead somewhere, and each schema is a JSON Schema", () => {
  expect(document.openapi).toBe("3.1.0");
  const { schemas, securitySchemes } = document.components;
  for (const { operation } of operations) {
    for (const scheme of operation.security.flatMap(Object.keys)) expect(securitySchemes).toHaveProperty(scheme);
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.values(one?.content ?? {}).map(({ schema }) => schema),
    );
    for (const schema of [...contents, ...(operation.parameters ?? []).map((one) => one.schema)]) {
      const reference = String(schema["$ref"] ?? "");
      if (reference !== "") expect(schemas).toHaveProperty(reference.replace("#/components/schemas/", ""));
      else expect(() => z.fromJSONSchema(schema), operation.operationId).not.toThrow();
    }
  }
  for (const schema of Object.values(schemas)) expect(() => z.fromJSONSchema(schema)).not.toThrow();
});
