/**
 * The routes of the contract as the page needs them: method, path, and whether a request has a key. The schemas stay on
 * the server, which has checked every answer, so the page carries no zod.
 */
import { ROUTES, type Route } from "@waldo/contracts";
import type { Plugin } from "vite";

const NAME = "virtual:routes";

export function routeTable(): Plugin {
  return {
    name: "waldo-routes",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const rows = Object.entries<Route>(ROUTES).filter(([, { who }]) => who !== "hook");
      const table = Object.fromEntries(rows.map(([name, { method, path, keyed }]) => [name, { method, path, keyed }]));
      return `export const ROUTES = ${JSON.stringify(table)};`;
    },
  };
}
