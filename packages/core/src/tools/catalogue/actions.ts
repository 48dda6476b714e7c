import {
  type CalendarEvent,
  keys,
  LocalDate,
  LocalTime,
  MAX_ACTIONS,
  PROPOSABLE_TOOLS,
  type ProposedAction,
} from "@waldo/contracts";
import * as z from "zod";
import { calendarKey, eventsBetween } from "../../calendar/rows.ts";
import { OWN_CALENDAR } from "../../calendar/take-in.ts";
import { digest } from "../../digest.ts";
import type { Json } from "../../ports.ts";
import { instantAt, MINUTE_MS, shiftTime } from "../../time.ts";
import { proposedAction } from "../approval.ts";
import { text, timeZoneOf } from "../args.ts";
import { askedAbout, inPlace } from "../needs-tap.ts";
import { scrubbed } from "../outgoing.ts";
import { originOf } from "../provenance.ts";
import { changeRow, handedOver } from "../rows.ts";
import { defineAct, defineWrite, ToolFailure } from "../tool.ts";
import { lastUndoable, takingBack } from "../undo.ts";

/**
 * The only tool with which a model can start a gated action. The model names a proposal, and code does what the person
 * approved. The state of the proposal is the approval. For a proposal without a tap the call does nothing.
 */
export const executeAction = defineAct({
  name: "execute_action",
  description: "Carry out a proposal the person has approved. Refused for any other.",
  args: z.strictObject({ proposalId: z.string().regex(/^p-[0-9a-f]{16}$/) }),
  async act({ proposalId }, { execute }) {
    if (!execute) throw new ToolFailure("unavailable", "proposals are not carried out here");
    const execution = await execute(proposalId);
    if (execution.outcome !== "executed") throw new ToolFailure("failed", execution.reason);
    return { done: execution.effects.map(({ title }) => title) };
  },
});

/**
 * Proposes actions to the person. Nothing happens before their tap. The arguments are parsed now, so that exactly the
 * shown action is carried out.
 */
export const proposeAction = defineWrite({
  name: "propose_action",
  description: "Propose one to ten actions for the person to approve with a tap. Nothing happens before that.",
  args: z.strictObject({
    actions: z
      .array(z.strictObject({ tool: z.string(), args: z.json() }))
      .min(1)
      .max(MAX_ACTIONS),
  }),
  title: ({ actions }) => `Propose ${actions.length} actions`,
  async plan({ actions }, context) {
    const { heard, registry } = context;
    const proposed: ProposedAction[] = [];
    for (const { tool: name, args: given } of actions) {
      const known = [...PROPOSABLE_TOOLS, ...inPlace(context)].find((allowed) => allowed === name);
      const tool = known && registry[known];
      if (!tool || !("plan" in tool))
        throw new ToolFailure("failed", `${name} cannot be proposed; one of ${PROPOSABLE_TOOLS.join(", ")} can`);
      const parsed = tool.args.safeParse(scrubbed(tool, given));
      if (!parsed.success)
        throw new ToolFailure("failed", `${name}: ${parsed.error.issues[0]?.message ?? "arguments not understood"}`);
      const args: Json = JSON.parse(JSON.stringify(parsed.data));
      const target = await tool.target?.(parsed.data, context);
      const asked = await askedAbout({ tool, parsed: parsed.data, args }, target, context);
      const about = { ...asked, afterOutside: heard.outside };
      proposed.push(proposedAction(tool.name, asked.args, tool.title(asked.parsed), about));
    }
    return { value: { proposed: proposed.map(({ title }) => title) }, writes: [], proposed };
  },
});

/** Puts a tentative event into the person's calendar, if no other event takes that time. */
export const proposeSchedule = defineWrite({
  name: "propose_schedule",
  description: "Put a tentative event into the calendar, on the person's wall clock. Refused where the time is taken.",
  args: z.strictObject({
    title: text(120),
    date: LocalDate,
    time: LocalTime,
    minutes: z.number().int().min(5).max(720),
  }),
  // The title gives a start and an end, because no message may state a number of minutes (it could be the length of a
  // night's sleep).
  title: ({ title, date, time, minutes }) => `Schedule “${title}” on ${date}, ${time} to ${shiftTime(time, minutes)}`,
  leaves: ["title"],
  async plan({ title, date, time, minutes }, context) {
    const { store, userId, runId, now } = context;
    const start = instantAt(date, time, await timeZoneOf(store, userId));
    if (start < now) throw new ToolFailure("failed", `${date} ${time} is over`);
    const end = start + minutes * MINUTE_MS;
    const taken = (await eventsBetween(store, userId, start, end)).filter(({ busy, allDay }) => busy && !allDay);
    // The message tells the number of events and not their titles, because other people wrote the titles.
    if (taken.length > 0)
      throw new ToolFailure(
        "failed",
        `${date} ${time} is taken: ${taken.length} in the calendar then; look for another time`,
      );
    const event: CalendarEvent = {
      eventId: digest("schedule", runId, title, start, end).slice(0, 24),
      calendar: OWN_CALENDAR,
      title,
      start,
      end,
      allDay: false,
      busy: true,
      status: "tentative",
      origin: originOf(context, [title]) === "untrusted" ? "untrusted" : "agent",
      updatedAt: now,
    };
    const key = calendarKey(userId, event);
    const before = await store.get(key);
    return {
      value: { date, time, minutes, status: event.status },
      ...changeRow(key, before?.version, event, { ...event, status: "cancelled" }),
    };
  },
});

/**
 * Turns the person's message into a task (core/handoff). The task is the message itself, not words of the model. The
 * call changes nothing, because the plan is a proposal. The step that makes the call starts the machine.
 */
export const handOver = defineWrite({
  name: "hand_over",
  description:
    "Take the person's message over as a task of several steps (plan my week, move my Thursday calls). It is explored and planned in the background, and the plan comes to them for approval. Say that you will come back with a plan.",
  args: z.strictObject({}),
  title: () => "Work out a plan for what you asked",
  asking: {
    phrases: () =>
      "plan,move,organise,organize,reschedule,rearrange,arrange,sort out,prepare,find time,take care of,make a plan".split(
        ",",
      ),
  },
  async plan(_args, { store, userId, runId, date, now }) {
    const heard = await store.get(keys.heard(userId, runId));
    const goal = heard?.body["text"];
    if (typeof goal !== "string" || goal === "")
      throw new ToolFailure("failed", "it must be said again, so that it can be taken over");
    const { handoffId, write } = handedOver(userId, runId, { goal, date, now });
    const known = await store.get(keys.handoff(userId, handoffId));
    return { value: { handoffId }, writes: known ? [] : [write] };
  },
});

/** Undoes the last action that was done for the person, within a day. The button under its log entry does the same. */
export const undoLast = defineWrite({
  name: "undo_last",
  description: "Take back the last thing that was done for the person: a reminder, a task, a draft, a setting.",
  args: z.strictObject({}),
  title: () => "Undo what was done last",
  asking: { phrases: () => ["undo", "undo that", "undo it", "take that back", "revert"] },
  async plan(_args, { store, userId, now }) {
    const last = await lastUndoable(store, userId, now);
    if (!last) throw new ToolFailure("not_found", "nothing of the last day can be undone");
    const { title, tainted = [] } = last.record;
    // The result counts as Waldo's own words, so other people's words are left out.
    return { value: { undone: tainted.length > 0 ? "the last thing" : title }, writes: takingBack(last) };
  },
});
