/**
 * What is said in a chat without a model of the calendar, tasks, reminders, memory and Waldo itself, and which calls are
 * made for it. The conversations are data files.
 */
import { Chat, type Played, play } from "@waldo/testkit/chat-scene";
import { dataLines } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";

describe.each(["day", "memory", "reminders", "self", "tasks"])("%s", (subject) => {
  it.each(dataLines(`chats/${subject}.jsonl`, Chat))(
    "$of ($intent)",
    ({ of: _, intent, asked, say, words, ...scene }) => {
      const { results: __, ...played } = play(intent, scene as Played);
      expect(played).toEqual({ asked, say, words });
    },
  );
});
