import { casesOf } from "@waldo/testkit/data";
/** Whose words a value holds. A text is the person's own only if it stands in their words as whole words (R10). */
import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../time.ts";
import { covers, isApproved, proposedAction } from "./approval.ts";
import { leavesOf, originOf, says, sourceOf, taintedParts, tells } from "./provenance.ts";

describe("a person says a text", () => {
  it.each(casesOf<[string, string]>("provenance", "a person says a text: holds"))("%j holds %j", (words, part) => {
    expect(says(words, part)).toBe(true);
  });

  it.each(casesOf<[string, string]>("provenance", "a person says a text: does not hold"))(
    "%j does not hold %j",
    (words, part) => {
      expect(says(words, part)).toBe(false);
    },
  );
});

describe("a person tells a text in their own form", () => {
  it.each([
    ["my mom visits from the 14th to the 17th", "Mom visits from the 14th to the 17th"],
    ["my mom visits from the 14th to the 17th, and is my day full?", "Mom's visit: 14 to 17"],
    ["I don't want calls before ten", "don't want calls before ten"],
  ])("%j tells %j", (words, part) => {
    expect(tells(words, part)).toBe(true);
  });

  it.each([
    ["never send the money to Bob", "send money to Bob"],
    ["send the money to Bob", "never send money to Bob"],
    ["pay Ana, and Bob gets the book", "Bob pay Ana"],
    ["my mom visits", "Mom visits and pays Bob"],
    ["go to evil com now", "evil.com"],
    ["write bob at evil com", "bob@evil.com"],
    ["buy milk today", "milk"],
    ["at 14 or 15", "14 16"],
  ])("%j does not tell %j", (words, part) => {
    expect(tells(words, part)).toBe(false);
  });

  it("in this conversation, and asks for nothing by it", () => {
    const heard = { owner: ["yes"], before: ["my mom visits on the 14th"], outside: true, recalled: [] };
    expect(taintedParts("Mom visits on the 14th", heard)).toEqual([]);
    expect(taintedParts("Bob visits on the 14th", heard)).toHaveLength(1);
  });
});

describe("the parts of arguments that may be other people's words", () => {
  const heard = (outside: boolean, ...owner: string[]) => ({ owner, outside, recalled: [] });
  const args = { title: "buy milk", due: 7, tags: ["shop", { name: "evil" }], urgent: true, note: null };

  it("are none before outside text was read", () => {
    expect(taintedParts(args, heard(false))).toEqual([]);
  });

  it("are the texts and numbers that the person did not say, with their paths", () => {
    expect(taintedParts(args, heard(true, "please buy milk", "from the shop"))).toEqual([
      { path: "args.due", text: "7" },
      { path: "args.tags[1].name", text: "evil" },
    ]);
    expect(taintedParts("milk", heard(true))).toEqual([{ path: "args", text: "milk" }]);
    for (const value of [true, false, null]) expect(taintedParts(value, heard(true))).toEqual([]);
  });

  it("have no leaf for what is neither text nor number", () => {
    expect(leavesOf([true, null, "x", { y: 0 }], "a")).toEqual([
      { path: "a[2]", text: "x" },
      { path: "a[3].y", text: "0" },
    ]);
  });
});

describe("the origin of what a tool writes", () => {
  const outside = { owner: ["buy milk"], outside: true, recalled: [] };

  it("is outside when one member of a result is", () => {
    expect(sourceOf([{}, { from: "outside" }])).toBe("untrusted");
    expect(sourceOf([{}, {}])).toBe("system");
    expect(sourceOf([])).toBe("system");
  });

  it("is outside when one text was not said by the person, and else what it was before", () => {
    expect(originOf({ heard: outside }, ["milk", undefined])).toBe("agent");
    expect(originOf({ heard: outside }, ["milk", "send money"])).toBe("untrusted");
    expect(originOf({ heard: outside }, ["milk"], "owner")).toBe("owner");
    expect(originOf({ heard: { ...outside, outside: false } }, ["send money"])).toBe("agent");
  });

  it("after a tap follows the marks that the person was shown, whatever the run has read", () => {
    const tainted = [{ path: "args.title", text: "send money" }];
    const approval = {
      proposalId: "p-0",
      userId: "me",
      runId: "r",
      actions: [
        proposedAction("write_task", { title: "buy milk" }, "Add", {}),
        proposedAction("write_task", { title: "send money" }, "Add", { tainted }),
      ],
      state: "approved",
      createdAt: 0,
      expiresAt: 0,
      updatedAt: 0,
    } as const;
    expect(
      originOf({ approval: { ...approval, actions: [...approval.actions] }, heard: outside }, ["send money"]),
    ).toBe("untrusted");
    expect(originOf({ approval: { ...approval, actions: [...approval.actions] }, heard: outside }, ["buy bread"])).toBe(
      "agent",
    );
  });
});

describe("an approval", () => {
  const action = proposedAction("write_task", { title: "buy milk" }, "Add");
  const base = {
    proposalId: "p-0",
    userId: "me",
    runId: "r",
    actions: [proposedAction("write_task", { title: "other" }, "Add"), action],
    createdAt: 0,
    expiresAt: 0,
    updatedAt: 1_000,
  };

  it("counts for two hours after the tap, and not a millisecond longer", () => {
    const approved = { ...base, state: "approved" as const };
    expect(isApproved(approved, 1_000)).toBe(true);
    expect(isApproved(approved, 1_000 + 2 * HOUR_MS - 1)).toBe(true);
    expect(isApproved(approved, 1_000 + 2 * HOUR_MS)).toBe(false);
    for (const state of ["open", "declined", "expired", "executed", "failed"] as const)
      expect(isApproved({ ...base, state }, 1_000)).toBe(false);
  });

  it("R14: covers exactly the call that was shown: its tool, its arguments, in time", () => {
    const approved = { ...base, state: "approved" as const };
    const { args } = action;
    expect(covers(approved, "write_task", args, 1_000)).toBe(true);
    expect(covers(approved, "update_task", args, 1_000)).toBe(false);
    expect(covers(approved, "write_task", { title: "buy milk ", priority: 1 }, 1_000)).toBe(false);
    expect(covers(approved, "write_task", args, 1_000 + 2 * HOUR_MS)).toBe(false);
    expect(covers({ ...approved, state: "open" }, "write_task", args, 1_000)).toBe(false);
    // A row whose digest belongs to another tool covers nothing.
    const forged = { ...approved, actions: [{ ...action, tool: "update_task" as const }] };
    expect(covers(forged, "write_task", args, 1_000)).toBe(false);
  });

  it("shows a title of at most 120 characters, and the row concerned when there is one", () => {
    expect(proposedAction("write_task", {}, "x".repeat(200)).title).toBe("x".repeat(120));
    expect(action).not.toHaveProperty("concerns");
    expect(action).not.toHaveProperty("afterOutside");
    expect(action.tainted).toEqual([]);
    expect(
      proposedAction("write_task", {}, "t", {
        concerns: "the row",
        afterOutside: true,
        tainted: [{ path: "a", text: "b" }],
      }),
    ).toMatchObject({ concerns: "the row", afterOutside: true, tainted: [{ path: "a", text: "b" }] });
  });
});
