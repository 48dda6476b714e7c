/** What waits for a tap, the tap itself, and what was done. */

import { ActionEntry, isFromOutside, keys, PatrolEntry, Proposal } from "@waldo/contracts";
import { argumentLines } from "../approve/argument-lines.ts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { queryAll } from "../store/query-all.ts";
import { undoableOf } from "../tools/undo.ts";
import type { Handlers } from "./handlers.ts";
import { span } from "./span.ts";

export const tapHandlers: Handlers<"proposals" | "tap" | "log"> = {
  async proposals({ ports, userId }) {
    const now = ports.clock.now();
    const open: Proposal[] = [];
    for await (const { body } of queryAll(ports.store, keys.proposal.all(userId))) {
      const proposal = Proposal.parse(body);
      if (proposal.state === "open" && proposal.expiresAt > now) open.push(proposal);
    }
    return {
      items: open
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(({ proposalId, expiresAt, actions }) => ({
          proposalId,
          expiresAt,
          actions: actions.map((action) => ({
            title: action.title,
            details: [...argumentLines(action.args)],
            fromOutside: isFromOutside(action),
          })),
          buttons: [
            { label: "Do it", data: `do:${proposalId}` },
            { label: "Modify", data: `mod:${proposalId}` },
            { label: "Not now", data: `no:${proposalId}` },
          ],
        })),
    };
  },

  async tap({ ports, userId, body: { data } }) {
    // It brings every tool. Most requests are no taps, so it is loaded when one comes.
    const { handleTap } = await import("../approve/tap.ts");
    const answer = await handleTap(ports, userId, data);
    await wakeForReminders(ports, userId);
    const buttons = answer.kind === "screen" ? answer.buttons : "undo" in answer ? answer.undo : [];
    return { kind: answer.kind, text: answer.text, buttons: [...buttons] };
  },

  async log({ ports: { store, clock }, userId, query }) {
    const { from, to } = span(query);
    const entries: (ActionEntry | PatrolEntry)[] = [];
    for await (const { body } of queryAll(store, { ...keys.patrol.between(userId, [from], [to]), descending: true })) {
      const tick = query.include === "ticks" ? PatrolEntry.safeParse(body).data : undefined;
      const entry = ActionEntry.safeParse(body).data ?? tick;
      if (entry) entries.push(entry);
    }
    const items = [];
    for (const entry of entries) {
      const { at, act, reason } = entry;
      const open = act === "action" ? await undoableOf(store, userId, entry, clock.now()) : [];
      const undo = open.map((effectId) => ({ label: "Undo", data: `undo:${effectId}` }));
      items.push({ at, act, what: reason, undo });
    }
    return { items };
  },
};
