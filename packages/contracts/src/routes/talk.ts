/** Routes for messages, their sources, and proposals that wait for a tap. */
import * as z from "zod";
import { OpenProposal, RunAnswer, TapReply, ThreadMessage, ThreadView } from "../conversation-views.ts";
import { EvalView } from "../eval.ts";
import { HandoffId } from "../handoff.ts";
import { LocalDate, RunId } from "../ids.ts";
import { Upload } from "../imports.ts";
import { CostView, InsideRun, RunLine, RunSources } from "../inside-views.ts";
import { Button } from "../messages.ts";
import { HandoffRequest, HandoffView } from "../own-views.ts";
import { ThreadId } from "../person-rows.ts";
import { PlainText } from "../plain-text.ts";
import { ReviewId } from "../review.ts";
import { PastReview, ReviewView } from "../review-views.ts";
import { Trigger } from "../triggers.ts";
import { MOST_VOICE_SECONDS, mostVoiceBytes } from "../voice.ts";
import { listOf, pageOf, type Route, route, upTo } from "./route.ts";

export const talkRoutes = {
  say: route({
    words: "heard",
    method: "POST",
    path: "/messages",
    summary: "Says something to Waldo. The answer is a run; GET /runs/{runId} tells what became of it.",
    body: z.strictObject({ text: PlainText.min(1).max(8000) }),
    status: 202,
    answer: z.strictObject({ runId: RunId }),
    errors: ["NoProfile"],
    keyed: true,
    // A person in danger must be heard on any day. Messages have their own limit per hour.
    counted: false,
  }),
  writeDown: route({
    method: "POST",
    path: "/voice",
    summary: "Writes down what was said in a recording: a WAV file of 16,000 samples a second. Nothing of it is kept.",
    body: Upload,
    takes: "file",
    answer: z.strictObject({ text: z.string() }),
    maxBytes: mostVoiceBytes(MOST_VOICE_SECONDS),
    by: "voice",
  }),
  messages: route({
    method: "GET",
    path: "/messages",
    summary: "The conversation, the latest first. `next` goes on with older messages.",
    query: z.strictObject({
      limit: upTo(200, 50),
      cursor: z.string().max(300).optional(),
      thread: ThreadId.optional(),
    }),
    answer: pageOf(ThreadMessage),
  }),
  threads: route({
    method: "GET",
    path: "/threads",
    summary:
      "The conversations: those with a name, then the days, the latest first. Deleted ones are listed only by `state`.",
    query: z.strictObject({
      state: ThreadView.shape.state.optional(),
      limit: upTo(100, 30),
      cursor: ThreadId.optional(),
    }),
    answer: z.strictObject({ items: z.array(ThreadView), next: ThreadId.optional() }),
  }),
  changeThread: route({
    method: "PATCH",
    path: "/threads/{threadId}",
    summary:
      "Names a conversation, sets its topics, archives it, or makes it active again: from the archive, or within 30 days after it was deleted.",
    params: z.strictObject({ threadId: ThreadId }),
    body: z.strictObject({
      title: PlainText.min(1).max(120).optional(),
      topics: z.array(PlainText.min(1).max(40)).max(8).optional(),
      state: ThreadView.shape.state.exclude(["deleted"]).optional(),
    }),
    answer: ThreadView,
  }),
  deleteThread: route({
    method: "DELETE",
    path: "/threads/{threadId}",
    summary:
      "Deletes what was said in a conversation until now: no list, prompt, search or diary has it. After 30 days its words are gone. What was learned from it stays until it is forgotten.",
    params: z.strictObject({ threadId: ThreadId }),
    answer: ThreadView,
  }),
  run: route({
    method: "GET",
    path: "/runs/{runId}",
    summary: "What became of a message, and what its run does now.",
    params: z.strictObject({ runId: RunId }),
    answer: RunAnswer,
  }),
  runSources: route({
    method: "GET",
    path: "/runs/{runId}/sources",
    summary:
      "What a message rests on: each sentence with its claims, and each claim with the call that carries it. `kept: false`: the run has left the store, or no run made the message.",
    params: z.strictObject({ runId: RunId }),
    answer: RunSources,
  }),
  insideRuns: route({
    method: "GET",
    path: "/inside/runs",
    summary: "The runs that are in the store, the newest first. A run leaves it a week after its end.",
    query: z.strictObject({
      trigger: Trigger.optional(),
      date: LocalDate.optional(),
      limit: upTo(200, 50),
      cursor: z.string().max(120).optional(),
    }),
    answer: pageOf(RunLine),
  }),
  insideRun: route({
    method: "GET",
    path: "/inside/runs/{runId}",
    summary:
      "One run from the inside: its states with what each committed, its prompt by layer, its calls with what was refused and why, its claims, its outbox and its cost. `kept: false`: it has left the store.",
    params: z.strictObject({ runId: RunId }),
    answer: InsideRun,
  }),
  insideCost: route({
    method: "GET",
    path: "/inside/cost",
    summary: "What the last metered days would have cost on AWS at list prices, by part, the oldest day first.",
    query: z.strictObject({ days: upTo(62, 7) }),
    answer: CostView,
  }),
  insideEval: route({
    method: "GET",
    path: "/inside/eval",
    summary:
      "How good the runs of the last days were, as each night found: the parts of WIS, what was kept, and each run's rubrics with their reasons. The newest night first.",
    query: z.strictObject({ nights: upTo(62, 7) }),
    answer: listOf(EvalView),
  }),
  proposals: route({
    method: "GET",
    path: "/proposals",
    summary: "What waits for a tap.",
    answer: listOf(OpenProposal),
  }),
  tap: route({
    method: "POST",
    path: "/taps",
    summary: "A tap on a button. `data` is what the button carries.",
    body: z.strictObject({ data: Button.shape.data }),
    answer: TapReply,
  }),
  handoffs: route({
    method: "GET",
    path: "/handoffs",
    summary: "The tasks that were handed over, the newest first. `waitsFor` names the proposal that waits for a tap.",
    query: z.strictObject({ limit: upTo(50, 20) }),
    answer: listOf(HandoffView),
  }),
  handOver: route({
    words: "heard",
    method: "POST",
    path: "/handoffs",
    summary: "Hands a task over: Waldo explores, plans, asks for a tap, and then acts.",
    body: HandoffRequest,
    status: 202,
    answer: z.strictObject({ handoffId: HandoffId }),
    errors: ["NoProfile"],
    keyed: true,
  }),
  review: route({
    method: "GET",
    path: "/review",
    summary: "The weekly review that is open or was last, with its questions and answers, and those before it.",
    query: z.strictObject({ limit: upTo(50, 12) }),
    answer: z.strictObject({ latest: ReviewView.nullable(), past: z.array(PastReview) }),
  }),
  reviewStart: route({
    method: "POST",
    path: "/review",
    summary:
      "Begins a weekly review now, or goes on with the one that rests. Its answers are messages (POST /messages).",
    status: 202,
    answer: z.strictObject({ reviewId: ReviewId }),
    errors: ["NoProfile"],
    keyed: true,
  }),
} satisfies Record<string, Route>;
