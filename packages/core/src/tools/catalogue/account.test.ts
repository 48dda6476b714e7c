/** What Waldo says of itself: what it did on a day, and what its last message rests on. It is Friday 30 October, 09:00. */

import { describe, expect, it } from "vitest";
import { noteFeedback } from "./profile.ts";

describe("what the person says of the last message", () => {
  it("is shown in a proposal as it is noted", () => {
    expect(noteFeedback.title({ says: "dont_say" })).toBe("Note how you found my last message: dont say");
  });
});
