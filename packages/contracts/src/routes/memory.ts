/** Routes for a person's memory. */
import * as z from "zod";
import { Hall, PatternId } from "../memory.ts";
import { DesignView } from "../memory-design-views.ts";
import {
  ClaimDecided,
  ClaimDecision,
  ClaimDetail,
  ClaimView,
  MemoryHit,
  NightView,
  WaitingView,
  WikiName,
  WikiPageView,
  WikiPlace,
} from "../memory-views.ts";
import { instant, listOf, type Route, route, upTo } from "./route.ts";

export const memoryRoutes = {
  memory: route({
    method: "GET",
    path: "/memory",
    summary:
      "The claims of the person, hall by hall, the most believed first. `held`: what holds, or what held at an instant as is known now. `believed`: what was believed at that instant. `gone`: what no longer holds. `waiting` is what the night has not settled yet.",
    query: z.strictObject({
      hall: Hall.optional(),
      view: z.enum(["held", "believed", "gone"]).default("held"),
      at: instant.optional(),
      limit: upTo(200, 50),
      cursor: z.string().max(120).optional(),
    }),
    answer: z.strictObject({ items: z.array(ClaimView), waiting: z.array(WaitingView), next: z.string().optional() }),
  }),
  searchMemory: route({
    method: "GET",
    path: "/memory/search",
    summary: "What is remembered of these words, best match first: claims, notes of today and the diary.",
    query: z.strictObject({
      text: z.string().min(1).max(200),
      hall: Hall.optional(),
      limit: upTo(50, 10),
    }),
    answer: listOf(MemoryHit),
  }),
  memoryNight: route({
    method: "GET",
    path: "/memory/night",
    summary: "What the last night learned, and what it let fade. Null: no night has passed yet.",
    answer: z.strictObject({ night: NightView.nullable() }),
  }),
  memoryDesign: route({
    method: "GET",
    path: "/memory/design",
    summary:
      "By which numbers memory is searched: what of the design in force is not standard, the one in shadow with its nights, and what the last nights tried.",
    answer: DesignView,
  }),
  stepBackDesign: route({
    method: "POST",
    path: "/memory/design/back",
    summary:
      "Takes one step back: gives up the design in shadow, or goes back to the numbers before. `step` is the step as it was shown, so a request that is sent twice takes one step.",
    body: z.strictObject({ step: z.string().max(64) }),
    answer: DesignView,
    errors: ["Conflict"],
  }),
  claim: route({
    method: "GET",
    path: "/memory/{patternId}",
    summary: "One claim: where it comes from, and each change of it and of those before and after it.",
    params: z.strictObject({ patternId: PatternId }),
    answer: ClaimDetail,
  }),
  decideClaim: route({
    method: "POST",
    path: "/memory/{patternId}",
    summary:
      "Forgets a claim or a note of today, takes the latest change of a claim back (again, to undo that), or corrects a claim in the person's own words. `revision` is that of the claim as it was shown; a note of today has 0.",
    params: z.strictObject({ patternId: PatternId }),
    body: ClaimDecision,
    answer: ClaimDecided,
    errors: ["ConsentNeeded"],
  }),
  wiki: route({
    method: "GET",
    path: "/wiki",
    summary: "The pages that are compiled from what is remembered, the index first.",
    answer: listOf(WikiPlace),
  }),
  wikiPage: route({
    method: "GET",
    path: "/wiki/{page}",
    summary: "One page of the wiki in Markdown, with the pages that lead to it.",
    params: z.strictObject({ page: WikiName }),
    answer: WikiPageView,
  }),
} satisfies Record<string, Route>;
