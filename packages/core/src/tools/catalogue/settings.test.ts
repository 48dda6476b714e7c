/**
 * Tests what a person sets for themselves, and what is taken back: their name, quiet times, the last deed. It is
 * Friday, 09:00.
 */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import { updateProfile } from "./profile.ts";

async function person() {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  return {
    store,
    context,
    call: (args: Json) => dispatchTool({ id: "1", name: "update_profile", args }, context),
  };
}

describe("the profile", () => {
  it("is unavailable for a person without one", async () => {
    const { store, call, context } = await person();
    await store.transact([{ op: "delete", key: keys.profile("me") }]);
    expect(await call({ name: "Sam" })).toMatchObject({ error: "unavailable" });
    await expect(updateProfile.plan({ name: "Sam" }, context)).rejects.toMatchObject({ error: "unavailable" });
  });

  it("is shown in the proposal as what it sets", () => {
    const quiet = { date: "2026-10-31", time: "08:00" };
    expect([
      updateProfile.title({ name: "Sam", quiet }),
      updateProfile.title({ quiet }),
      updateProfile.title({ quiet: false }),
    ]).toEqual([
      "Call you Sam, Leave you alone until 2026-10-31 08:00",
      "Leave you alone until 2026-10-31 08:00",
      "Speak up again",
    ]);
  });
});
