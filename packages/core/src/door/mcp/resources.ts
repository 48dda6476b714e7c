/** What an agent may read by an address, and the recipes that it may use as prompts. */
import type { AgentRight } from "@waldo/contracts";
import { loadGoalsFile } from "../../goals/stored.ts";
import { recipeHandlers } from "../recipes.ts";
import { listPages, showPage } from "../remembered.ts";
import { todaysBriefOf } from "./own-tools.ts";
import { type Asking, claimsFor, routeCall } from "./tool.ts";

export type Resource = {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly right: AgentRight;
  read(asking: Asking): Promise<string>;
};

export const RESOURCES: readonly Resource[] = [
  {
    uri: "waldo://today",
    name: "today",
    description: "The last Brief of today.",
    right: "brief",
    read: async (asking) => (await todaysBriefOf(asking)).text ?? "There was no Brief today yet.",
  },
  {
    uri: "waldo://goals",
    name: "goals",
    description: "The goals of the person, as the text of their file.",
    right: "goals",
    read: async ({ ports, userId }) =>
      (await loadGoalsFile(ports.store, userId))?.file.text ?? "There is no file of goals yet.",
  },
];

/** The address of a page of the wiki. */
export const WIKI = "waldo://wiki/";

export async function wikiPages(asking: Asking) {
  const { items } = await listPages(routeCall<"wiki">(asking), claimsFor(asking));
  return items.map(({ page, title }) => ({ uri: `${WIKI}${encodeURIComponent(page)}`, name: page, title }));
}

export async function wikiPage(asking: Asking, page: string): Promise<string> {
  return (await showPage(routeCall<"wikiPage">(asking, { params: { page } }), claimsFor(asking))).text;
}

/** The recipes that are switched on. */
export async function recipes(asking: Asking) {
  const { items } = await recipeHandlers.recipes(routeCall<"recipes">(asking));
  return items.filter(({ on }) => on).map(({ name, about }) => ({ name, about }));
}

export async function recipe(asking: Asking, name: string) {
  return recipeHandlers.recipe(routeCall<"recipe">(asking, { params: { name } }));
}
