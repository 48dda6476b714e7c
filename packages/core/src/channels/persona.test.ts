/** One message, shaped for each of a person's channels. */
import { DELIVERY_KINDS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { addressOf, type Candidate, slice as slices } from "./persona.ts";

const slice = (...given: Parameters<typeof slices>) => slices(...given).map(({ message }) => message);

const everywhere = { userId: "me", channels: { telegramChatId: "42", push: true as const } };
const said = (more: Partial<Candidate> = {}): Candidate => ({
  kind: "reminder",
  text: "A word.",
  threadId: "t",
  ...more,
});
const pushOf = (text: string, threadId = "t") => {
  const push = slice(said({ text, threadId }), everywhere).find(({ channel }) => channel === "push");
  return push?.channel === "push" ? push : undefined;
};

it("keeps words about the body out of a chat that was not agreed to, and out of no file and no emergency", () => {
  const about = { kind: "brief", text: "You slept five hours.", threadId: "t", aboutBody: true } as const;
  const telegram = (channels: Parameters<typeof slice>[1]["channels"], kind: "brief" | "emergency" = "brief") =>
    slice({ ...about, kind }, { userId: "me", channels }).flatMap((one) =>
      one.channel === "telegram" ? one.text : [],
    );
  expect(telegram({ telegramChatId: "42" })).toEqual([expect.stringMatching(/^Your Brief is in the app/)]);
  expect(telegram({ telegramChatId: "42", telegramHealth: true })).toEqual([about.text]);
  expect(telegram({ telegramChatId: "sink" })).toEqual([about.text]);
  expect(telegram({ telegramChatId: "42" }, "emergency")).toEqual([about.text]);
  expect(slice(about, { userId: "me", channels: { telegramChatId: "42" } })[0]).toMatchObject({ text: about.text });
});

describe("a message", () => {
  it.each([
    ["brief", "in_app telegram"],
    ["fetch", "in_app telegram push"],
    ["patrol", "in_app"],
    ["reminder", "in_app telegram push"],
    ["reply", "in_app telegram"],
    ["proposal", "in_app telegram"],
    ["emergency", "in_app telegram"],
  ] as const)("of kind %s goes to %s", (kind, channels) => {
    expect(slice(said({ kind }), everywhere).map(({ channel }) => channel)).toEqual(channels.split(" "));
  });

  it("knows a route for each kind: into the thread first, but for the test of a channel, which leaves no copy there", () => {
    const first = (kind: (typeof DELIVERY_KINDS)[number]) => slice(said({ kind }), everywhere)[0]?.channel;
    for (const kind of DELIVERY_KINDS)
      expect([kind, first(kind)]).toEqual([kind, kind === "test" ? "telegram" : "in_app"]);
    const channels = slice(said({ kind: "test" }), everywhere).map(({ channel }) => channel);
    expect(channels).not.toContain("in_app");
  });

  it("goes to the channels that the person has linked, and always into the thread", () => {
    const to = (channels: object) => slice(said(), { userId: "me", channels }).map(({ channel }) => channel);
    expect(to({})).toEqual(["in_app"]);
    expect(to({ telegramChatId: "42" })).toEqual(["in_app", "telegram"]);
    expect(to({ push: true as const })).toEqual(["in_app", "push"]);
  });

  it("goes to the address of each channel", () => {
    expect((["in_app", "telegram", "push"] as const).map((channel) => addressOf(everywhere, channel))).toEqual([
      "me",
      "42",
      "me",
    ]);
  });

  it("has its card in the thread and its buttons on Telegram", () => {
    const card = { type: "proposal", proposalId: "p", title: "t", detail: "d", expiresAt: 1 } as const;
    const buttons = [{ label: "Do it", data: "do:p" }];
    expect(slice(said({ kind: "proposal", card, buttons }), everywhere)).toEqual([
      { channel: "in_app", threadId: "t", text: "A word.", card },
      { channel: "telegram", text: "A word.", buttons },
    ]);
    expect(slice(said({ kind: "proposal" }), everywhere)).toEqual([
      { channel: "in_app", threadId: "t", text: "A word." },
      { channel: "telegram", text: "A word." },
    ]);
  });
});

describe("a push", () => {
  it("has a title, whole sentences and the thread by which a later one replaces it", () => {
    expect(pushOf("Drink water. Then rest!")).toEqual({
      channel: "push",
      title: "Reminder",
      body: "Drink water. Then rest!",
      collapseId: "t",
    });
    expect(pushOf("x", "t".repeat(80))?.collapseId).toBe("t".repeat(64));
  });

  const sentence = (length: number) => `${"x".repeat(length - 1)}.`;
  it.each([
    ["a sentence of 180 characters whole", sentence(180), sentence(180)],
    ["the sentences that fit", `${sentence(100)} ${sentence(79)} ${sentence(10)}`, `${sentence(100)} ${sentence(79)}`],
    ["no sentence that does not fit", `${sentence(100)} ${sentence(80)} Yes.`, sentence(100)],
    ["a long sentence cut at a word", `${"word ".repeat(40)}end.`, `${"word ".repeat(35)}word…`.replace(" word…", "…")],
    ["a text without spaces cut anywhere", "字".repeat(300), `${"字".repeat(179)}…`],
    ["a first word of the whole length", `${"y".repeat(178)} ${"z".repeat(9)}`, `${"y".repeat(178)}…`],
    ["a text without an end", "no end", "no end"],
    ["nothing but an end", "...", "..."],
  ])("says %s", (_, text, body) => {
    expect(pushOf(text)?.body).toBe(body);
  });
});
