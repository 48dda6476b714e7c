/** Tests which moment each text is for: nothing that Waldo says by itself waits without an end. */

import { BRIEF_VARIANTS, DELIVERY_KINDS, TRIGGERS, type Trigger } from "@waldo/contracts";
import { BRIEF_CATCH_UP_MS } from "@waldo/core/cadence/schedule";
import {
  LATE_MS,
  lateWords,
  momentOf,
  NIGHT_MAX_AGE_MS,
  PROACTIVE_MAX_AGE_MS,
  whyRunIsOver,
} from "@waldo/core/channels/moment";
import { HOUR_MS } from "@waldo/core/time";
import { describe, expect, it } from "vitest";

const AT = Date.UTC(2026, 9, 30, 10);
const occasion = (trigger: Trigger, variant?: (typeof BRIEF_VARIANTS)[number]) => ({
  trigger,
  createdAt: AT,
  ...(variant ? { variant } : {}),
});
const BY_PERSON: readonly Trigger[] = TRIGGERS.filter((one) => one === "user_message" || one.startsWith("handoff_"));
const BY_ITSELF = TRIGGERS.filter((one) => !BY_PERSON.includes(one));

describe("the moment of a text", () => {
  it.each(BY_ITSELF)("that %s brings ends, for the run and for each kind but reminders and danger", (trigger) => {
    const end = AT + (trigger === "dreaming_mode" ? NIGHT_MAX_AGE_MS : PROACTIVE_MAX_AGE_MS);
    for (const kind of DELIVERY_KINDS) {
      const { sendBefore } = momentOf(occasion(trigger), { kind });
      const isAsked = kind === "reminder" || kind === "reply" || kind === "failure" || kind === "emergency";
      expect([kind, sendBefore]).toEqual([kind, isAsked ? undefined : end]);
    }
    expect(whyRunIsOver(occasion(trigger), end)).toBeUndefined();
    expect(whyRunIsOver(occasion(trigger), end + 1)).toMatch(/moment has passed/);
  });

  it.each(BY_PERSON)("that %s brings does not end, except a proposal that cannot be answered any more", (trigger) => {
    expect(whyRunIsOver(occasion(trigger), AT + 1000 * HOUR_MS)).toBeUndefined();
    expect(momentOf(occasion(trigger), { kind: "reply" })).toEqual({ moment: AT });
    expect(momentOf(occasion(trigger), { kind: "proposal", until: AT + 5 })).toEqual({ sendBefore: AT + 5 });
  });

  it.each(BRIEF_VARIANTS)("of a Brief is that of its cadence: %s", (variant) => {
    const lasts = variant === "event" ? PROACTIVE_MAX_AGE_MS : BRIEF_CATCH_UP_MS[variant];
    expect(momentOf(occasion("brief", variant), { kind: "brief" })).toEqual({ sendBefore: AT + lasts });
  });

  it("is named only with a text that is late, in the person's own time", () => {
    expect(lateWords({ moment: AT, kind: "reminder" }, AT + LATE_MS, "Asia/Tokyo")).toBe("");
    expect(lateWords({ moment: AT, kind: "reminder" }, AT + LATE_MS + 1, "Asia/Tokyo")).toBe(
      "For Friday 30 October at 19:00:\n",
    );
    expect(lateWords({ kind: "emergency" }, AT + 1000 * HOUR_MS)).toBe("");
  });
});
