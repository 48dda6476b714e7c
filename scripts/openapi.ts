/**
 * Writes the OpenAPI document out of the routes of contracts: `npm run openapi`. The file stays out of git, because a
 * reviewer reads the routes themselves. A release carries it as an attachment.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  API_ROOT,
  DOOR_ERRORS,
  DoorError,
  IDEMPOTENCY_KEY,
  IdempotencyKey,
  ROUTES,
  type Route,
} from "@waldo/contracts";
import * as z from "zod";

const FOLDER = new URL("../dist/", import.meta.url);

/** The errors that every route may answer, and those that only a signed-in person meets. */
const USUAL = ["InvalidInput", "Forbidden", "Unexpected", "Unavailable"] as const;
const SIGNED_IN = ["NotSignedIn"] as const;

type Direction = "input" | "output";
const schemaOf = (schema: z.ZodType, io: Direction) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

/** Returns the document: OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(ROUTES)) {
    const path = `${API_ROOT}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Waldo", version: "1", description: "The routes of one person's agent." },
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: { person: { type: "http", scheme: "bearer", description: "On one machine: the cookie." } },
      schemas: { Error: schemaOf(DoorError, "output") },
    },
  };
}

function operation(name: string, route: Route): object {
  const { method, summary, who, status, answer, body, takes } = route;
  const parameters = [
    ...parametersOf(route.params, "path"),
    ...parametersOf(route.query, "query"),
    ...(route.keyed
      ? [{ name: IDEMPOTENCY_KEY, in: "header", required: true, schema: schemaOf(IdempotencyKey, "input") }]
      : []),
  ];
  const takesBody = method !== "GET" && method !== "DELETE";
  const changes = method === "GET" ? [] : ([...(route.counted ? (["TooMany"] as const) : []), "TooLarge"] as const);
  const lost = Object.keys(route.params.shape).length > 0 ? (["NotFound"] as const) : [];
  const errors = [...USUAL, ...(who === "person" ? SIGNED_IN : []), ...changes, ...lost, ...route.errors];
  const failures = Object.entries(Object.groupBy(new Set(errors), (error) => DOOR_ERRORS[error])).map(
    ([code, names = []]) => [
      code,
      { description: names.join(", "), content: json({ $ref: "#/components/schemas/Error" }) },
    ],
  );
  return {
    operationId: name,
    summary,
    security: who === "person" ? [{ person: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(takesBody
      ? { requestBody: { required: true, content: takes === "file" ? FILE : json(schemaOf(body, "input")) } }
      : {}),
    responses: {
      [status]: { description: "Done", content: json(schemaOf(answer, "output")) },
      ...Object.fromEntries(failures),
    },
  };
}

function parametersOf(schema: z.ZodObject, where: "path" | "query"): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: one,
  }));
}

const FILE = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
const json = (schema: object) => ({ "application/json": { schema } });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL("openapi.json", FOLDER), `${JSON.stringify(openApi(), null, 2)}\n`);
}
