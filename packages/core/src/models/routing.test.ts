import { isBackground, TRIGGERS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { HARD_AFTER_TURNS, type RouteFacts, routeFor } from "./routing.ts";

const facts: RouteFacts = {
  trigger: "user_message",
  toolTurns: 0,
  troubled: false,
  asked: "How did I sleep?",
  capped: false,
  escalationOpen: false,
};
const plan = "Please plan my week around the two trips.";

describe("routing", () => {
  it("sends usual requests to the primary tier", () => {
    expect(routeFor(facts)).toEqual({ tier: "primary", reason: "usual" });
    for (const trigger of TRIGGERS.filter((one) => !one.startsWith("handoff_") && !isBackground(one)))
      expect(routeFor({ ...facts, trigger, asked: undefined }).tier).toBe("primary");
  });

  it("sends what runs while nobody waits to the cheap tier, on a capped day too", () => {
    for (const trigger of TRIGGERS.filter(isBackground))
      for (const capped of [false, true])
        expect(routeFor({ ...facts, trigger, asked: undefined, capped })).toEqual({
          tier: "cheap",
          reason: "background",
        });
  });

  it.each(["handoff_plan", "handoff_replan"] as const)("escalates %s", (trigger) => {
    expect(routeFor({ ...facts, trigger })).toEqual({ tier: "escalation", reason: "handoff_plan" });
  });

  it.each([plan, "Reschedule everything after noon", "Compare the two options for me."])(
    "takes %j as a request to plan",
    (asked) => {
      expect(routeFor({ ...facts, asked }).reason).toBe("planning_request");
    },
  );

  it("escalates a request to plan, a long request, and a chat that has become hard", () => {
    expect(routeFor({ ...facts, asked: plan }).reason).toBe("planning_request");
    expect(routeFor({ ...facts, asked: "and then ".repeat(80) }).reason).toBe("long_request");
    expect(routeFor({ ...facts, toolTurns: HARD_AFTER_TURNS, troubled: true }).reason).toBe("hard_chat");
    expect(routeFor({ ...facts, toolTurns: HARD_AFTER_TURNS }).reason).toBe("usual");
  });

  it.each([
    "What is the plan?",
    "What is my plan for the week?",
    "How am I doing compared to last week?",
    "I had a long week.",
    "Compare today with yesterday.",
    "My travel plans changed, by the way.",
    "When is my next meeting?",
  ])("does not take %j as a request to plan", (asked) => {
    expect(routeFor({ ...facts, asked }).tier).toBe("primary");
  });

  it("above the day's cap asks the cheap tier for every request", () => {
    expect(routeFor({ ...facts, asked: plan, capped: true })).toEqual({ tier: "cheap", reason: "day_cap" });
  });

  it("asks the primary tier while the escalation tier's breaker is open", () => {
    expect(routeFor({ ...facts, asked: plan, escalationOpen: true })).toEqual({
      tier: "primary",
      reason: "escalation_resting",
    });
    expect(routeFor({ ...facts, escalationOpen: true }).reason).toBe("usual");
  });
});
