/** Replies, changes, reactions and albums in a chat, with the messages that strangers typed where they are at hand. */
import { existsSync, readFileSync } from "node:fs";
import { type EpochMs, keys } from "@waldo/contracts";
import { PERSON } from "@waldo/testkit/synthetic-person";
import { describe, expect, it } from "vitest";
import { THINKING } from "../../../embedded/test/door-person.ts";
import { linkedWorld } from "../../../embedded/test/take-world.ts";
import { DATE, MORNING } from "../../../embedded/test/world.ts";
import { startRun } from "../run/start.ts";
import { localTime } from "../time.ts";

const FOLDER = new URL("../../../../../shared/cases/strangers/", import.meta.url);
const isThere = existsSync(FOLDER);
const MISSING = isThere ? "" : " (not run: the folder of the strangers is not here)";
const strangers = (name: string): object[] => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

type Linked = Awaited<ReturnType<typeof linkedWorld>>;

async function remindersOf({ world }: Linked): Promise<string[]> {
  const { rows } = await world.store.query(keys.watch.all("me"));
  return rows
    .filter(({ body }) => body["state"] === "active")
    .map(({ body }) => JSON.stringify(body))
    .map((row) => {
      const at = Number(/"at":(\d+)/.exec(/"when":\{[^}]*\}/.exec(row)?.[0] ?? "")?.[1]);
      if (Number.isNaN(at)) return row;
      return `${/Ana|milk|pay/i.exec(row)?.[0]} ${localTime(at as EpochMs, PERSON.timeZone)}`;
    })
    .sort();
}

async function played(updates: readonly object[]): Promise<Linked> {
  const linked = await linkedWorld({ thinking: THINKING });
  for (const update of updates) {
    await linked.take(update);
    linked.world.clock.set((linked.world.clock.now() + 60_000) as EpochMs);
  }
  return linked;
}

describe.skipIf(!isThere)(`what strangers sent${MISSING}`, () => {
  it("moves the reminder that a reply names", async () => {
    const linked = await played(strangers("telegram-reply-to-a-message"));
    expect(await remindersOf(linked)).toEqual(["Ana 10:00", "milk 15:00"]);
  });

  it("keeps one reminder after a message was changed, also when Telegram repeats both", async () => {
    const updates = strangers("telegram-edited-time");
    const linked = await played([...updates, ...updates]);
    expect(await remindersOf(linked)).toEqual(["Ana 18:30"]);
  });

  it("reads the words beside a picture", async () => {
    const linked = await played(strangers("telegram-caption-of-a-picture"));
    expect(await remindersOf(linked)).toEqual(["pay 17:30"]);
    expect(linked.sent.some(({ text }) => text.includes("cannot look at pictures"))).toBe(false);
  });
});

describe("a gesture", () => {
  const own = (id: number) => ({ from: { id, is_bot: false }, chat: { id, type: "private" } });

  it("changes a message of two days ago, which changes nothing and says so", async () => {
    const words = { ...own(42), message_id: 7, date: 1, text: "remind me tomorrow at 17:30 to call Ana" };
    const edited = { ...words, edit_date: 2 * 86_400, text: "remind me tomorrow at 18:30 to call Ana" };
    const linked = await played([
      { update_id: 7, message: words },
      { update_id: 8, edited_message: edited },
    ]);
    expect(await remindersOf(linked)).toEqual(["Ana 17:30"]);
    expect(linked.sent.at(-1)?.text).toContain("too old for me to change");
  });

  it("reacts to a Brief, which counts as its thumb, once", async () => {
    const linked = await linkedWorld();
    const { world, sent } = linked;
    const channel = world.channels.telegram;
    if (channel) {
      const send = channel.send.bind(channel);
      channel.send = async (...args) => ({ ...(await send(...args)), outcome: "sent", receipt: "90,91" });
    }
    await startRun(world, MORNING, DATE);
    await world.machines.idle();
    const before = sent.length;
    const reaction = (update_id: number, emoji: string) => ({
      update_id,
      message_reaction: {
        chat: own(42).chat,
        user: own(42).from,
        message_id: 91,
        new_reaction: [{ type: "emoji", emoji }],
      },
    });
    await linked.take(reaction(500, "👎"));
    await linked.take(reaction(500, "👎"));
    const { rows } = await world.store.query(keys.feedback.all("me"));
    expect(rows.map(({ body }) => body["kind"])).toEqual(["down"]);
    expect(sent).toHaveLength(before);
  });

  it("sends an album, which gets one answer", async () => {
    const linked = await linkedWorld();
    for (const id of [1, 2, 3])
      await linked.take(linked.message({ message_id: id, media_group_id: "album", photo: [] }));
    expect(linked.sent).toHaveLength(1);
  });
});
