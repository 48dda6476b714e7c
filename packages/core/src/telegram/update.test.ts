/** Tests what an update means, for those that Telegram's own documents and other libraries have as samples too. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUpdate } from "./update.ts";

const FOLDER = fileURLToPath(new URL("../../../../../shared/data/telegram", import.meta.url));
const me = { id: 42, is_bot: false, first_name: "A" };
const chat = { id: 42, type: "private" };
const message = (more: object) => readUpdate({ update_id: 7, message: { message_id: 1, from: me, chat, ...more } });

describe("an update", () => {
  it.each([
    ["words", { text: " How am I? \u0000" }, { is: "said", text: "How am I?", edited: false }],
    ["a command that is not Start", { text: "/help" }, { is: "said", text: "/help" }],
    ["Start by a link", { text: "/start abc-DEF_1" }, { is: "start", code: "abc-DEF_1" }],
    ["Start by hand", { text: "/start" }, { is: "start", code: "" }],
    [
      "a voice message",
      { voice: { file_id: "f", duration: 3 } },
      { is: "voice", file: "f", seconds: 3, type: "audio/ogg" },
    ],
    ["a photo", { photo: [] }, { is: "unread", what: "picture" }],
    [
      "a photo with words under it",
      { photo: [], caption: "my lunch" },
      { is: "said", text: "my lunch", edited: false },
    ],
    ["a file", { document: {} }, { is: "unread", what: "file" }],
    ["a place", { location: {} }, { is: "unread", what: "other" }],
    [
      "words of someone else",
      { text: "pay me", forward_origin: { type: "user" } },
      { is: "unread", what: "forwarded" },
    ],
    ["words of another bot", { text: "pay me", via_bot: { id: 1 } }, { is: "unread", what: "forwarded" }],
    ["a note of the chat itself", { pinned_message: {} }, { is: "ignored", why: "nothing said" }],
    ["no words at all", { text: " \n" }, { is: "ignored", why: "nothing said" }],
  ])("with %s", (_, more, meaning) => {
    expect(message(more)).toMatchObject(meaning);
  });

  it("of a changed message, a tap, a block and its end", () => {
    expect(readUpdate({ update_id: 1, edited_message: { chat, from: me, text: "at six" } })).toEqual({
      ...{ id: 1, chat: "42", is: "said", text: "at six", edited: true },
    });
    expect(
      readUpdate({ update_id: 2, callback_query: { id: "q", from: me, message: { chat }, data: "up:x" } }),
    ).toEqual({
      ...{ id: 2, chat: "42", is: "tap", tap: "q", data: "up:x" },
    });
    const member = (status: string) =>
      readUpdate({ update_id: 3, my_chat_member: { chat, new_chat_member: { status } } });
    expect([member("kicked").is, member("member").is, member("restricted").is]).toEqual([
      "blocked",
      "unblocked",
      "ignored",
    ]);
  });

  it("from a group, a channel or a bot is nobody's", () => {
    for (const type of ["group", "supergroup", "channel", undefined])
      expect(message({ text: "hi", chat: { id: -5, type } })).toEqual({ is: "ignored", why: "not private" });
    expect(message({ text: "hi", from: { ...me, is_bot: true } })).toEqual({ is: "ignored", why: "a bot" });
  });

  it("of any shape is read or ignored, and never throws", () => {
    const loose = fc.dictionary(
      fc.constantFrom("text", "voice", "chat", "from", "photo", "id", "data", "message"),
      fc.anything(),
    );
    const kinds = fc.constantFrom("message", "edited_message", "callback_query", "my_chat_member", "poll");
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.tuple(fc.nat(), kinds, loose)), (any) => {
        const value = Array.isArray(any) && any.length === 3 ? { update_id: any[0], [String(any[1])]: any[2] } : any;
        expect(typeof readUpdate(value).is).toBe("string");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe.skipIf(!existsSync(FOLDER))("the samples of other libraries (skipped: no ../shared/data)", () => {
  // The body of a skipped group runs too.
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  const samples = files.flatMap((file) => {
    const all: unknown = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8"));
    return found(all);
  });

  it("are each read or ignored", () => {
    const updates = samples.filter((one) => "update_id" in one);
    expect(updates.length).toBeGreaterThan(15);
    for (const one of samples) expect(typeof readUpdate(one).is).toBe("string");
    const meanings = updates.map((one) => readUpdate(one));
    expect(meanings.filter(({ is }) => is === "said").length).toBeGreaterThan(0);
    // A sample without the type of its chat is older than that field.
    for (const one of meanings) if (one.is === "ignored") expect(one.why).not.toBe("no update");
  });

  it("each also as an update of their own: a message is one, and its picture or file is seen", () => {
    const messages = samples.filter((one) => "message_id" in one && "chat" in one);
    expect(messages.length).toBeGreaterThan(30);
    const meanings = messages.map((one) => readUpdate({ update_id: 1, message: { ...one, chat } }).is);
    expect(new Set(meanings)).toEqual(
      new Set(["said", "unread", "ignored", "voice", "start"].filter((is) => meanings.includes(is as never))),
    );
    expect(meanings.filter((is) => is === "unread").length).toBeGreaterThan(5);
  });
});

/** Every object in a document that could be sent as an update or a message. */
function found(value: unknown): object[] {
  if (Array.isArray(value)) return value.flatMap(found);
  if (typeof value !== "object" || value === null) return [];
  const own = "update_id" in value || "message_id" in value ? [value] : [];
  return [...own, ...Object.values(value).flatMap(found)];
}
