/**
 * Tests which sentences state something of the person's affairs, call something empty, or claim a deed; and which do
 * not.
 */
import { TOOL_NAMES, type ToolName, type ToolResult } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { judge } from "../judge.ts";
import { type Affair, affairsIn, emptyIn } from "./affairs.ts";
import { type Deed, deedsIn, doneBy } from "./deeds.ts";

const ran = (name: string, value: Json): ToolResult => ({ callId: name, name, ok: true, value, origin: "system" });

describe("a sentence claims a deed", () => {
  it.each<[string, Deed[]]>([
    ["I'll remind you at nine.", ["remind"]],
    ["I will let you know when it rains.", ["remind"]],
    ["I'll then tell you as soon as it is over.", ["remind"]],
    ["I’m going to wake you at six.", ["remind"]],
    ["I've just set a new reminder.", ["remind"]],
    ["I went ahead and put in an alarm.", ["remind"]],
    ["Your alarm for the morning is now set.", ["remind"]],
    ["A timer of ten minutes has been created.", ["remind"]],
    ["Reminder set for nine.", ["remind"]],
    ["- Alarm is scheduled.", ["remind"]],
    ["I've turned off your alarm.", ["unremind"]],
    ["Removed the reminder.", ["unremind"]],
    ["Your reminder to drink is now off.", ["unremind"]],
    ["I have ticked it off your list.", ["task"]],
    ["It has been added to your shopping list.", ["task"]],
    ["Milk is now on your list.", ["task"]],
    ["The rent is marked as paid.", ["task"]],
    ["I've moved the review.", ["calendar"]],
    ["I also declined it.", ["calendar"]],
    ["I have put it in your calendar.", ["calendar"]],
    ["The review has been rescheduled.", ["calendar"]],
    ["I've noted that.", ["memory"]],
    ["I'll keep that in mind.", ["memory"]],
    ["I will of course remember it.", ["memory"]],
    ["Noted.", ["memory"]],
    ["I've emailed Ana.", ["message"]],
    ["The e-mail to Ana was sent.", ["message"]],
    ["I have updated the sheet.", ["document"]],
    ["I've saved the draft.", ["memory", "document"]],
    ["I just looked through your mail.", ["look"]],
    ["Done.", ["any"]],
    ["All set!", ["any"]],
    ["It’s done, thank you.", ["any"]],
    ["Booked it for you.", ["any"]],
    ["Sent.", ["any"]],
  ])("%s", (sentence, deeds) => {
    expect([sentence, deedsIn(sentence)]).toEqual([sentence, deeds]);
  });

  it.each(casesOf<string>("patterns", "a sentence claims a deed: and none does here"))(
    "and none does here: %s",
    (sentence) => {
      expect([sentence, deedsIn(sentence)]).toEqual([sentence, []]);
    },
  );

  it("that only a call with this effect can carry, if it succeeded", () => {
    const failed: ToolResult = { callId: "f", name: "watch", ok: false, error: "failed", message: "no" };
    const results = ["get_crs", "watch", "write_task", "nothing_known"].map((name) => ran(name, {})).concat(failed);
    const by = (deed: Deed) => doneBy(deed, results).map(({ callId }) => callId);
    expect([by("remind"), by("task"), by("look"), by("any"), by("calendar")]).toEqual([
      ["watch"],
      ["write_task"],
      ["get_crs"],
      ["watch", "write_task"],
      [],
    ]);
  });
});

describe("which tools can carry what", () => {
  it.each<[Deed, ToolName[]]>([
    ["remind", ["watch"]],
    ["unremind", ["cancel_watch", "undo_last"]],
    ["task", ["write_task", "update_task", "undo_last"]],
    ["calendar", ["execute_action", "call_mcp_tool", "propose_schedule"]],
    ["memory", ["update_memory", "forget_memory", "undo_last", "note_feedback"]],
    ["message", ["send_message", "execute_action", "call_mcp_tool", "draft_email"]],
    ["document", ["execute_action", "call_mcp_tool", "draft_document", "draft_email", "write_sheet_cell"]],
    [
      "look",
      [
        "get_crs",
        "get_health",
        "query_calendar",
        "get_communication",
        "get_tasks",
        "read_memory",
        "search_episodes",
        "web_search",
        "read_document",
        "call_mcp_tool",
        "search_connector",
      ],
    ],
  ])("the deed %s", (deed, tools) => {
    const by = TOOL_NAMES.filter((name) => doneBy(deed, [ran(name, {})]).length > 0);
    expect(by.sort()).toEqual(tools.sort());
  });

  it.each<[Affair, string, ToolName[]]>([
    [
      "day",
      "You have a meeting this afternoon.",
      [
        "query_calendar",
        "get_agenda",
        "get_context",
        "propose_schedule",
        "search_connector",
        "call_mcp_tool",
        "execute_action",
      ],
    ],
    [
      "tasks",
      "You have tasks for the afternoon.",
      ["get_tasks", "get_agenda", "write_task", "update_task", "get_context", "search_connector", "call_mcp_tool"],
    ],
    [
      "messages",
      "You have messages from others.",
      ["get_communication", "search_connector", "call_mcp_tool", "draft_email"],
    ],
    ["reminders", "You have reminders for the afternoon.", ["watch", "cancel_watch", "get_watches", "get_agenda"]],
    [
      "memory",
      "You told me about your zebra.",
      ["read_memory", "get_agenda", "search_episodes", "update_memory", "forget_memory", "get_context"],
    ],
    ["money", "You spent 45 on taxis.", ["search_connector", "call_mcp_tool", "read_document"]],
  ])("a statement about %s: %s", (_, sentence, tools) => {
    const carry = TOOL_NAMES.filter((name) => {
      const results = [ran(name, { items: [{ title: "Zebra of 45" }] })];
      return judge(sentence, { results, today: "2026-10-30", reply: true }).ok;
    });
    expect(carry.sort()).toEqual(tools.sort());
  });
});

describe("a sentence states something of the person's", () => {
  it.each<[string, Affair[]]>([
    ["Your next two meetings are long.", ["day"]],
    ["Your calendar looks full.", ["day"]],
    ["You've got a call with Ana.", ["day"]],
    ["You’ll have an interview.", ["day"]],
    ["There are five things on your agenda.", ["day"]],
    ["The first meeting starts early.", ["day"]],
    ["You're busy until noon.", ["day"]],
    ["Your morning holds little.", ["day"]],
    ["You have three tasks left.", ["tasks"]],
    ["The rent is still overdue.", ["tasks"]],
    ["There are two among the old ones on your to-dos.", ["tasks"]],
    ["Your inbox is full.", ["messages"]],
    ["You received one in your inbox.", ["messages"]],
    ["Your last alarm was early.", ["reminders"]],
    ["You told me about it.", ["memory"]],
    ["It is late, because you prefer mornings.", ["memory"]],
    ["I remember that you like tea.", ["memory"]],
    ["I know you ski.", ["memory"]],
    ["Your sister's birthday is in May.", ["memory"]],
    ["Your appointment is on 3 May.", ["day"]],
    ["Your favourite tea is green.", ["memory"]],
    ["You're badly allergic to nuts.", ["memory"]],
    ["You spent about 40 on taxis.", ["money"]],
    ["Your bank balance is 300.", ["money"]],
  ])("%s", (sentence, affairs) => {
    expect([sentence, affairsIn(sentence)]).toEqual([sentence, affairs]);
  });

  it.each(casesOf<string>("patterns", "a sentence states something of the person's: and none does here"))(
    "and none does here: %s",
    (sentence) => {
      expect([sentence, affairsIn(sentence)]).toEqual([sentence, []]);
    },
  );
});

describe("a sentence calls something of the person's empty", () => {
  it.each<[string, Affair[]]>([
    ["You have no more meetings today.", ["day"]],
    ["You don't have any appointments.", ["day"]],
    ["There is nothing on your calendar.", ["day"]],
    ["Your calendar for the weekend is completely clear.", ["day"]],
    ["Your evening looks free.", ["day"]],
    ["Nothing is planned for tomorrow.", ["day"]],
    ["You are quite free this week.", ["day"]],
    ["You have zero open tasks.", ["tasks"]],
    ["Nothing of yours is due today, nothing overdue.", ["tasks"]],
    ["Nothing on your list.", ["tasks"]],
    ["Your task list is empty.", ["tasks"]],
    ["You have no new e-mails.", ["messages"]],
    ["Nothing new is in your inbox.", ["messages"]],
    ["Your inbox looks clear.", ["messages"]],
    ["You have no alarms.", ["reminders"]],
    ["You never mentioned it.", ["memory"]],
  ])("%s", (sentence, affairs) => {
    expect([sentence, emptyIn(sentence)]).toEqual([sentence, affairs]);
  });

  it.each([
    "If you have no meetings, rest.",
    "Is your calendar empty?",
    "No meeting is worth it.",
    "No tasks get done without sleep.",
    "Nothing helps like sleep.",
    "Nothing is due to you.",
  ])("and none does here: %s", (sentence) => {
    expect([sentence, emptyIn(sentence)]).toEqual([sentence, []]);
  });
});
