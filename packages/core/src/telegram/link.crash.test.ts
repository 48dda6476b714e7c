/** Links that are opened at the same time: a chat is one person's, and a person has one chat, in any order of the calls. */
import { keys } from "@waldo/contracts";
import { interleave } from "@waldo/testkit/interleave";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { testWorld } from "../../../embedded/test/world.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { linkByCode, newLink, personOf, unlink } from "./link.ts";

const NAME = "waldo_test_bot";
const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

async function twoPeople() {
  const world = await testWorld({ days: 0, profile: { ...PERSON, channels: {} } });
  const you = { ...PERSON, userId: "you", channels: {} };
  await world.store.transact([{ op: "put", key: keys.profile("you"), body: you }]);
  let secrets = 0;
  const bots = { names: async () => [NAME], newSecret: () => String(++secrets).padStart(22, "s") };
  const codeOf = async (user: string) =>
    new URL((await newLink(world, bots, user))?.url ?? "").searchParams.get("start") ?? "";
  const of = (ports: Ports) => ({ ...ports, bot: { name: NAME }, rowsOf: async () => ports.store });
  const open = (code: string, chat: string) => (ports: Ports) => linkByCode(of(ports), code, chat);
  const who = async (chat: string) => (await personOf(of(world), chat))?.userId;
  const chatOf = async (user: string) => (await findProfile(world.store, user))?.channels.telegramChatId;
  return { world, codeOf, open, who, chatOf };
}
const values = <T>(ended: PromiseSettledResult<T>[]) =>
  ended.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason))).sort();

describe("links opened at the same time", () => {
  it("of two people in one chat: the chat is of one of them, and the other one is told", async () => {
    for (const seed of SEEDS) {
      const { world, codeOf, open, who, chatOf } = await twoPeople();
      const [mine, yours] = [await codeOf("me"), await codeOf("you")];
      const ended = await interleave(world, [open(mine, "42"), open(yours, "42")], seed);
      expect(values(ended), `seed ${seed}`).toEqual(["linked", "taken"]);
      const linked = [await chatOf("me"), await chatOf("you")].filter((chat) => chat === "42");
      expect([linked.length, typeof (await who("42"))], `seed ${seed}`).toEqual([1, "string"]);
    }
  });

  it("of one link in two chats: it joins one of them", async () => {
    for (const seed of SEEDS) {
      const { world, codeOf, open, who } = await twoPeople();
      const code = await codeOf("me");
      const ended = await interleave(world, [open(code, "42"), open(code, "77")], seed);
      expect(values(ended), `seed ${seed}`).toEqual(["linked", "old"]);
      expect([await who("42"), await who("77")].filter(Boolean), `seed ${seed}`).toEqual(["me"]);
    }
  });

  it("while the person leaves: the person has the chat or none, and nobody else has it", async () => {
    for (const seed of SEEDS) {
      const { world, codeOf, open, who, chatOf } = await twoPeople();
      await open(await codeOf("me"), "42")(world);
      const next = await codeOf("me");
      const leave = (ports: Ports) => unlink(ports, "me").then(() => "left");
      const ended = await interleave<string>(world, [open(next, "77"), leave], seed);
      expect(values(ended), `seed ${seed}`).toEqual(["left", "linked"]);
      const chat = await chatOf("me");
      expect([undefined, "77"], `seed ${seed}`).toContain(chat);
      expect([await who("42"), await who("77")], `seed ${seed}`).toEqual([undefined, chat && "me"]);
    }
  });

  it("by somebody who guesses: no code but the one that was given out links, and no row is left", async () => {
    const { world, codeOf, open, who } = await twoPeople();
    const code = await codeOf("me");
    const rows = async () => (await world.store.query(keys.botChat.all(NAME))).rows.length;
    for (const guess of [
      "",
      "me",
      "s".repeat(22),
      `${"a".repeat(22)}me`,
      `${code}x`,
      code.toUpperCase(),
      `${code.slice(0, 22)}you`,
    ])
      expect(await open(guess, "66")(world), guess).toBe("unknown");
    expect([await who("66"), await rows()]).toEqual([undefined, 0]);
  });
});
