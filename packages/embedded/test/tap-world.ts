/** Two people on a real store, for tests of taps: proposals of tasks, their tap screens, a clock that stands still. */
import { type Autonomy, keys, type ProposedAction } from "@waldo/contracts";
import { newProposal, proposalWrite } from "@waldo/core/approve/proposal";
import { handleTap } from "@waldo/core/approve/tap";
import { limitedMachines } from "@waldo/core/machines";
import { actionDigest } from "@waldo/core/tools/approval";
import { REGISTRY } from "@waldo/core/tools/registry";
import { listTasks } from "@waldo/core/tools/rows";
import type { ToolContext } from "@waldo/core/tools/tool";
import { memoryArchive } from "@waldo/testkit/memory-archive";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { openSqliteStore } from "../src/sqlite-store.ts";

const KEY = new Uint8Array(32).fill(7);
const START = 1_800_000_000_000;

export async function tapWorld(autonomy: Autonomy = "L2") {
  let now = START;
  const store = openSqliteStore(":memory:");
  const ports = {
    store,
    archive: memoryArchive(),
    clock: { now: () => now },
    log: () => {},
    machines: limitedMachines({}),
    approvalKey: KEY,
  };
  await Promise.all(
    ["me", "other"].map((userId) =>
      store.transact([{ op: "put", key: keys.profile(userId), body: { ...PERSON, userId, autonomy } }]),
    ),
  );
  const context = (more: Partial<ToolContext> = {}): ToolContext => ({
    userId: "me",
    runId: "run-x",
    trigger: "user_message",
    date: "2026-10-30",
    now,
    autonomy,
    heard: { owner: [], outside: false, recalled: [] },
    egress: [],
    store,
    archive: ports.archive,
    registry: REGISTRY,
    ...more,
  });
  return {
    ports,
    store,
    context,
    pass: (ms: number) => (now += ms),
    tasks: (user = "me") => listTasks(store, user, 20),
  };
}

export type TapWorld = Awaited<ReturnType<typeof tapWorld>>;

export const taskAction = (title: string): ProposedAction => ({
  tool: "write_task",
  args: { title },
  digest: actionDigest("write_task", { title }),
  title: `Add ${title}`,
  tainted: [],
});

export function proposed(w: TapWorld, ...titles: string[]): Promise<string> {
  return proposedActions(w, ...titles.map(taskAction));
}

export async function proposedActions(w: TapWorld, ...actions: ProposedAction[]): Promise<string> {
  const proposal = newProposal("me", "run-x", actions, w.ports.clock.now());
  await w.store.transact([proposalWrite(proposal)]);
  return proposal.proposalId;
}

export async function tokenOf(w: TapWorld, proposalId: string): Promise<string> {
  const answer = await handleTap(w.ports, "me", `do:${proposalId}`);
  if (answer.kind !== "screen") throw new Error(`no screen: ${answer.text}`);
  return answer.buttons[0]?.data ?? "";
}
