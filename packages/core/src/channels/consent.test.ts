/** Words about the body that wait to be sent, when the person takes their consent back. */
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { MORNING, testWorld, WAKE } from "../../../embedded/test/world.ts";
import { decideConsent } from "../person/consents.ts";
import type { Channel, SendOutcome } from "../ports.ts";
import { enqueueDelivery, flushRun, outboxOf, whyUnsent } from "./outbox.ts";

const TOO_MANY: SendOutcome = { outcome: "retry", reason: "Telegram answered 429" };

/** A brief whose first send to the chat fails, so it waits for another. */
async function waiting(kind: "brief" | "emergency" = "brief") {
  const agreed = { telegramChatId: "42", telegramBot: "waldo_test_bot", telegramHealth: true };
  const profile = { ...PERSON, channels: agreed };
  const world = await testWorld({ days: 0, profile });
  const sent: string[] = [];
  let outcome: SendOutcome = TOO_MANY;
  const telegram: Channel = {
    name: "telegram",
    async send(address, message) {
      if (outcome.outcome === "sent" && message.channel === "telegram") sent.push(`${address} ${message.text}`);
      return outcome;
    },
  };
  const ports = { ...world, channels: { ...world.channels, telegram } };
  const header = { ...MORNING, runId: "run-x", createdAt: WAKE } as const;
  const said = { kind, text: "You slept five hours.", threadId: "t", aboutBody: true } as const;
  await world.store.transact(enqueueDelivery(header, profile, [said], WAKE));
  await flushRun(ports, "me", "run-x");
  outcome = { outcome: "sent" };
  world.clock.set(WAKE + 120_000);
  return {
    sent,
    row: async () => (await outboxOf(world, "me", "run-x")).at(-1),
    why: async () => {
      const row = (await outboxOf(world, "me", "run-x")).at(-1);
      return row && whyUnsent(world, row);
    },
    flush: () => flushRun(ports, "me", "run-x"),
    takesBack: () => decideConsent(world, "me", { purpose: "telegram", given: false }),
  };
}

describe("words about the body that wait for a chat", () => {
  it("go out while the person agrees", async () => {
    const { flush, sent } = await waiting();
    await flush();
    expect(sent).toEqual(["waldo_test_bot:42 You slept five hours."]);
  });

  it("do not go out when the person took the consent back, and the outbox says why", async () => {
    const { takesBack, flush, sent, row, why } = await waiting();
    await takesBack();
    expect(await why()).toMatch(/about the body/);
    await flush();
    expect([sent, (await row())?.state]).toEqual([[], "dead"]);
    expect(await why()).toMatch(/about the body/);
  });

  it("go out to a person in danger in any case", async () => {
    const { takesBack, flush, sent } = await waiting("emergency");
    await takesBack();
    await flush();
    expect(sent).toHaveLength(1);
  });
});
