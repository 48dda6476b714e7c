/** Routes for what Waldo has noticed, and for whether it may interrupt. */
import * as z from "zod";
import { ConcernId, IntentionId, Interruption, LivingChoice, MannerChange, MOST_CONCERN_CHARS } from "../living.ts";
import { ConcernView, LivingView, PersonaView } from "../living-views.ts";
import { FetchShare, FetchView, LogEntry } from "../own-views.ts";
import { FetchLabel } from "../patrol.ts";
import { PlainText } from "../plain-text.ts";
import { instant, nothing, pageOf, type Route, route, upTo } from "./route.ts";

export const livingRoutes = {
  log: route({
    method: "GET",
    path: "/log",
    summary:
      "What Waldo did, the latest first, with what can be taken back; `from` and `to` bound it. `include=ticks`: also each look of the patrol, and why it acted or stayed quiet. `next` goes on with older entries; a short page may have it too.",
    query: z.strictObject({
      from: instant.default(0),
      to: instant.optional(),
      include: z.enum(["acts", "ticks"]).default("acts"),
      limit: upTo(500, 200),
      cursor: z.string().max(120).optional(),
    }),
    answer: pageOf(LogEntry),
  }),
  fetches: route({
    method: "GET",
    path: "/fetches",
    summary:
      "The latest stress alerts, in shadow or sent: what each said or would have said, what the person says about it, and how often it was a false alarm.",
    answer: z.strictObject({ items: z.array(FetchView), share: FetchShare }),
  }),
  labelFetch: route({
    method: "PUT",
    path: "/fetches/{at}",
    summary: "Says whether a stress alert was right or a false alarm. Null takes that back.",
    params: z.strictObject({ at: instant }),
    body: z.strictObject({ label: FetchLabel.nullable() }),
    answer: FetchView,
  }),
  presence: route({
    method: "POST",
    path: "/presence",
    summary: "Tells that the page came in front of the person, or left. It is kept for two days.",
    body: z.strictObject({ app: z.enum(["visible", "hidden"]) }),
    answer: nothing,
    errors: ["NoProfile"],
  }),
  living: route({
    method: "GET",
    path: "/living",
    summary:
      "What Waldo makes of the moment, its private thoughts and their themes, what it is concerned with, what it means to look at, and how it speaks.",
    answer: LivingView,
    errors: ["NoProfile"],
  }),
  saveLiving: route({
    method: "PATCH",
    path: "/living",
    summary:
      "Turns the living loop, the sensing of the machine, or interruptions on or off. Interruptions are sent only after enough of those in shadow were labelled right.",
    body: LivingChoice.partial(),
    answer: LivingView,
    errors: ["NoProfile", "Forbidden"],
  }),
  changeConcern: route({
    method: "PATCH",
    path: "/living/concerns/{id}",
    summary: "Rewords or mutes a concern. A muted one shapes nothing, and stays.",
    params: z.strictObject({ id: ConcernId }),
    body: z.strictObject({
      summary: PlainText.min(1).max(MOST_CONCERN_CHARS).optional(),
      muted: z.boolean().optional(),
    }),
    answer: ConcernView,
  }),
  labelInterruption: route({
    method: "PUT",
    path: "/living/interruptions/{at}",
    summary: "Says whether an interruption was right, or would have been. Null takes that back.",
    params: z.strictObject({ at: instant }),
    body: z.strictObject({ label: FetchLabel.nullable() }),
    answer: Interruption,
  }),
  dropIntention: route({
    method: "DELETE",
    path: "/living/intentions/{id}",
    summary: "Lets go of what Waldo meant to look at.",
    params: z.strictObject({ id: IntentionId }),
    answer: nothing,
  }),
  manner: route({
    method: "POST",
    path: "/living/manner",
    summary: "Freezes how Waldo speaks, lets it move again, or sets it back to where it began.",
    body: z.strictObject({ change: MannerChange }),
    answer: PersonaView,
  }),
} satisfies Record<string, Route>;
