/** The memory of a person: what is remembered, where it comes from, and what they decide of it. */
import type { Handlers } from "./handlers.ts";

/** What most requests do not need is loaded when one comes. */
const remembered = () => import("./remembered.ts");

/** Routes with a fixed path stand before those whose last part is an id. */
export const memoryHandlers: Handlers<
  "memory" | "searchMemory" | "memoryNight" | "claim" | "decideClaim" | "wiki" | "wikiPage"
> = {
  memory: async (call) => (await remembered()).listClaims(call),
  searchMemory: async (call) => (await remembered()).searchClaims(call),
  memoryNight: async (call) => (await remembered()).lastNight(call),
  claim: async (call) => (await remembered()).showClaim(call),
  decideClaim: async (call) => (await remembered()).decideClaim(call),
  wiki: async (call) => (await remembered()).listPages(call),
  wikiPage: async (call) => (await remembered()).showPage(call),
};
