/**
 * What a tap on a proposal does. The person is known by the channel's own authentication, never by what the button
 * carries. "Do it" issues the tap screen; its token is what approves.
 */
import { type Button, type Proposal, TOOL_EFFECT, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { type ApprovalPorts, issueTap, loadProposal, moveProposal, type TapRefusal, tap } from "../tools/approval.ts";
import { canonicalJson } from "../tools/canonical.ts";
import { undoEffect } from "../tools/effects.ts";
import { type Execution, executeProposal } from "../tools/execute.ts";
import { REGISTRY } from "../tools/registry.ts";
import { autonomyOf } from "./autonomy.ts";

export type TapPorts = Pick<Ports, "store" | "archive" | "clock" | "log"> & ApprovalPorts;

export type TapAnswer =
  | { readonly kind: "screen"; readonly text: string; readonly buttons: readonly Button[] }
  | { readonly kind: "done" | "partly"; readonly text: string; readonly undo: readonly Button[] }
  | { readonly kind: "notice"; readonly text: string };

const REFUSED: Record<TapRefusal, string> = {
  malformed: "I could not read that tap.",
  unknown_proposal: "There is nothing here to approve.",
  forged: "That approval is not valid.",
  expired: "That took a while, so I let it go. Ask me again if you still want it.",
  already_used: "That has been answered already.",
};

/** Handles a button's data: `do:`, `ok:`, `no:`, `mod:` or `undo:`. Anything else is answered, and changes nothing. */
export async function handleTap(
  ports: TapPorts,
  userId: UserId,
  data: string,
  /** Told of every answer; `true` when somebody else carries it out. */
  handedOver: (proposalId: string) => Promise<boolean> = async () => false,
): Promise<TapAnswer> {
  const cut = data.indexOf(":");
  const [verb, rest] = [data.slice(0, cut), data.slice(cut + 1)];
  const now = ports.clock.now();
  if (verb === "ok") {
    const result = await tap(ports, userId, rest, now);
    if (!result.ok) {
      ports.log("warn", "tap.refused", { why: result.why });
      return notice(REFUSED[result.why]);
    }
    const { proposalId } = result.loaded.proposal;
    return (await handedOver(proposalId)) ? notice("On it.") : carryOut(ports, userId, proposalId);
  }
  if (verb === "undo") {
    const outcome = await undoEffect(ports.store, userId, rest, now);
    return notice(
      outcome === "undone"
        ? "Undone."
        : outcome === "too_late"
          ? "It is too late to undo that."
          : "That cannot be undone.",
    );
  }
  const loaded =
    verb === "do" || verb === "no" || verb === "mod" ? await loadProposal(ports.store, userId, rest) : undefined;
  if (!loaded) return notice(REFUSED.unknown_proposal);
  if (verb === "do") {
    const token = await issueTap(ports, loaded, now);
    return token === undefined ? notice(REFUSED.expired) : screen(loaded.proposal, token);
  }
  const declined = await moveProposal(ports.store, loaded, "declined", {
    updatedAt: now,
    reason: verb === "mod" ? "to be modified" : "not now",
  });
  if (!declined) return notice(REFUSED.already_used);
  await handedOver(loaded.proposal.proposalId);
  return notice(verb === "mod" ? "All right. Tell me what to change." : "All right, not now.");
}

/** Does what an approved proposal says. Safe to call again: what is done is done once. */
export async function carryOut(
  ports: Pick<Ports, "store" | "archive" | "clock" | "egress" | "mcp" | "web">,
  userId: UserId,
  proposalId: string,
): Promise<TapAnswer> {
  const now = ports.clock.now();
  const { store, archive } = ports;
  const execution: Execution = await executeProposal(
    {
      userId,
      runId: proposalId,
      trigger: "handoff_act",
      date: "1970-01-01",
      now,
      autonomy: await autonomyOf(store, userId),
      heard: { owner: [], outside: true, recalled: [] },
      egress: ports.egress ?? [],
      ...(ports.web ? { web: ports.web } : {}),
      ...(ports.mcp ? { mcp: ports.mcp } : {}),
      store,
      archive,
      registry: REGISTRY,
    },
    proposalId,
  );
  const titles = execution.effects.map(({ title }) => title).join("; ");
  if (execution.outcome !== "executed" && titles === "") return notice(`I could not do that: ${execution.reason}.`);
  return {
    kind: execution.outcome === "executed" ? "done" : "partly",
    text:
      execution.outcome === "executed"
        ? `Done: ${titles}.`
        : `Done: ${titles}. The rest I could not do: ${execution.reason}.`,
    undo: execution.effects.map(({ effectId, title }) => ({
      label: `Undo ${title}`.slice(0, 40),
      data: `undo:${effectId}`,
    })),
  };
}

function screen({ proposalId, actions }: Proposal, token: string): TapAnswer {
  const lines = actions.flatMap(({ tool, args, title, tainted }) => [
    title,
    // What others will see is shown whole, to the byte that will be carried out.
    ...(TOOL_EFFECT[tool] === "connector_write" ? [`  ${canonicalJson(args)}`] : []),
    ...tainted.map(({ path, text }) => `  from outside (${path}): “${text}”`),
  ]);
  return {
    kind: "screen",
    text: ["Please confirm. This is exactly what I will do:", ...lines].join("\n"),
    buttons: [
      { label: "Confirm", data: `ok:${token}` },
      { label: "Not now", data: `no:${proposalId}` },
    ],
  };
}

function notice(text: string): TapAnswer {
  return { kind: "notice", text };
}
