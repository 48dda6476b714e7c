/** Tests what a run says: its kind, its card, and how a proposal is put to the person. */
import { type ProposedAction, type RunHeader, TRIGGERS } from "@waldo/contracts";
import { resultsOf, strain } from "@waldo/testkit/brief-day";
import { steadyDay } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { AFTER_OUTSIDE } from "../approve/concern.ts";
import { newProposal } from "../approve/proposal.ts";
import { proposedAction } from "../tools/approval.ts";
import { candidateFor, dayScore, mayBeAsked, proposalCandidate } from "./candidate.ts";

const DATE = "2026-10-30";
const header = (more: Partial<RunHeader> = {}): RunHeader => ({
  runId: "run-x",
  userId: "me",
  trigger: "brief",
  nonce: "n",
  date: DATE,
  state: "TOOLS_DONE",
  step: 1,
  iterations: 1,
  attempts: 1,
  fence: 1,
  createdAt: 0,
  updatedAt: 0,
  ...more,
});
const score = (more: object = {}) => ({ ...steadyDay({ date: DATE }), ...more });
const result = (value: object, more: object = {}) =>
  ({ callId: "1", name: "get_crs", ok: true, value, origin: "system", ...more }) as never;

describe("the words of a run", () => {
  it("are of the kind of its trigger, in the thread of its day", () => {
    const kinds = TRIGGERS.map((trigger) => [trigger, candidateFor(header({ trigger }), "A word.", []).kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      ambient: "patrol",
      brief: "brief",
      fetch_alert: "fetch",
      patrol: "patrol",
      handoff_explore: "patrol",
      handoff_plan: "proposal",
      handoff_act: "patrol",
      handoff_replan: "proposal",
      intervention: "proposal",
      user_message: "reply",
      dreaming_mode: "patrol",
      pre_activity_spot: "patrol",
      heartbeat: "nudge",
    });
    expect(candidateFor(header(), "A word.", [])).toEqual({ kind: "brief", text: "A word.", threadId: `day-${DATE}` });
  });

  it("end with Form as a number for somebody who chose it, in a Brief of a scored day", () => {
    const brief = header({ variant: "morning" });
    const chosen = { showsForm: true };
    expect(candidateFor(brief, "A word.", [result(score({ form: 70.4 }))], chosen)).toMatchObject({
      text: "A word.\nForm 70",
      card: { form: 70, headline: "A word." },
    });
    for (const [one, results, profile] of [
      [brief, [result(score())], {}],
      [brief, [], chosen],
      [brief, [result(score({ form: undefined, bodyZone: undefined }))], chosen],
      [header(), [result(score())], chosen],
    ] as const) {
      const { text, card } = candidateFor(one, "A word.", results, profile);
      expect([text, card && "form" in card]).toEqual(["A word.", card && false]);
    }
  });

  it("of a Brief end after the sentences that the person wants, but not on a day of strain", () => {
    const text = "A low day: you slept little. Next is “Mr. X. Budget” at ten. Go early.";
    const brief = header({ variant: "morning" });
    const said = (briefSentences: number, one = brief, results: ReturnType<typeof resultsOf> = []) =>
      candidateFor(one, text, results, { briefSentences }).text;
    expect(said(1)).toBe("A low day: you slept little.");
    expect(said(2)).toBe("A low day: you slept little. Next is “Mr. X. Budget” at ten.");
    expect(said(3)).toBe(text);
    expect(said(1, header({ trigger: "user_message" }))).toBe(text);
    expect(said(1, brief, resultsOf(strain(2, 1, "hrv", "restingHr")))).toBe(text);
    expect(said(1, brief, resultsOf(strain(1, 1, "hrv")))).toBe("A low day: you slept little.");
  });

  it.each([
    ["One. Two.", "One."],
    ["Really? Yes.", "Really?"],
    ["Up 1.5 points. Fine.", "Up 1.5 points."],
    ["No end", "No end"],
    ["One.", "One."],
  ])("of a Brief have a card whose headline is the first sentence: %j", (text, headline) => {
    expect(candidateFor(header({ variant: "morning" }), text, []).card).toEqual({
      type: "brief",
      variant: "morning",
      date: DATE,
      headline,
      provisional: false,
    });
  });

  it("of a Brief show the body zone of the day, and whether the score may still change", () => {
    const card = (...results: never[]) => candidateFor(header({ variant: "morning" }), "A.", results).card;
    expect(card(result(score({ status: "provisional" })))).toMatchObject({ provisional: true, bodyZone: "steady" });
    expect(card(result(score({ bodyZone: undefined })))).not.toHaveProperty("bodyZone");
  });
});

describe("the score of a day", () => {
  it.each<[string, never[], number | undefined]>([
    ["is that of its date", [result(score({ date: "2026-10-29", form: 1 })), result(score())], 70],
    ["is none of another date", [result(score({ date: "2026-10-29" }))], undefined],
    ["is none of a call that failed", [result(score(), { ok: false })], undefined],
    ["is none of another tool", [result(score(), { name: "get_tasks" })], undefined],
    ["is none that cannot be read", [result({ date: DATE })], undefined],
    ["is none without results", [], undefined],
  ])("%s", (_, results, form) => {
    expect(dayScore(results, DATE)?.form).toBe(form);
  });
});

describe("a proposal that is put to the person", () => {
  const task = (title: string, more: Partial<ProposedAction> = {}) => ({
    ...proposedAction("write_task", { title }, `Add ${title}`),
    ...more,
  });
  const said = (...actions: ProposedAction[]) => {
    const proposal = newProposal("me", "run-x", actions, 0);
    return { proposal, ...proposalCandidate(header(), proposal) };
  };

  it("has a card, its text and the three buttons of the first screen", () => {
    const { proposal, ...candidate } = said(task("milk"));
    const { proposalId, expiresAt } = proposal;
    expect(candidate).toEqual({
      kind: "proposal",
      until: expiresAt,
      text: "Shall I?\n• Add milk",
      threadId: `day-${DATE}`,
      card: { type: "proposal", proposalId, title: "Add milk", detail: "• Add milk", expiresAt },
      buttons: [
        { label: "Do it", data: `do:${proposalId}` },
        { label: "Modify", data: `mod:${proposalId}` },
        { label: "Not now", data: `no:${proposalId}` },
      ],
    });
  });

  it("of several actions lists them all", () => {
    const { text, card } = said(task("milk"), task("tea"));
    expect(text).toBe("Shall I?\n• Add milk\n• Add tea");
    expect(card).toMatchObject({ title: "2 things to do" });
  });

  const part = (text: string) => [{ path: "args.title", text }];
  it.each<[string, Partial<ProposedAction>, string[]]>([
    ["the row concerned", { concerns: "the row" }, ["   about: “the row”"]],
    ["what came from outside", { tainted: part("evil") }, ["   in somebody else's words: “evil”"]],
    ["300 characters of it", { tainted: part("x".repeat(300)) }, [`   in somebody else's words: “${"x".repeat(300)}”`]],
    ["no more of it", { tainted: part("x".repeat(301)) }, [`   in somebody else's words: “${"x".repeat(300)}…”`]],
    ["that others were read before", { afterOutside: true }, [`   ${AFTER_OUTSIDE}`]],
    ["not both", { afterOutside: true, tainted: part("evil") }, ["   in somebody else's words: “evil”"]],
  ])("shows %s", (_, more, lines) => {
    expect(said(task("milk", more)).text).toBe(["Shall I?", "• Add milk", ...lines].join("\n"));
  });

  it("is asked only in words that a message may say, in its title, arguments and row", () => {
    const bad = "you have atrial fibrillation";
    expect(mayBeAsked(task("milk"))).toBe(true);
    expect(mayBeAsked(task("milk", { title: bad }))).toBe(false);
    expect(mayBeAsked(task(bad, { title: "Add" }))).toBe(false);
    expect(mayBeAsked(task("milk", { concerns: bad }))).toBe(false);
    expect(mayBeAsked(task("word ".repeat(2000)))).toBe(true);
    expect(mayBeAsked(task(`${bad}. ${"word ".repeat(2000)}`))).toBe(false);
    expect(mayBeAsked(proposedAction("write_task", {}, ""))).toBe(true);
  });
});
