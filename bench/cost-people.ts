/** Three made-up people and what each does on a day. They do not claim to show real users. */

/** What a message asks for. The kind decides how many turns of tools the answer takes. */
export type MessageKind = "chat" | "question" | "note" | "plan";

export type Person = {
  readonly name: "calm" | "average" | "heavy";
  /** The messages of each kind on day `n`, counted from 0, in the order in which they are sent. */
  readonly messages: (n: number) => readonly MessageKind[];
  /** How many event Briefs come on day `n`, besides the three of every day. */
  readonly events: (n: number) => number;
  /** How many syncs the device sends on a day, besides the one that brings the night. */
  readonly syncs: number;
};

const every = (days: number, n: number, offset = 0) => n % days === offset;
const times = (count: number, kind: MessageKind): MessageKind[] => Array.from({ length: count }, () => kind);

export const PEOPLE: readonly Person[] = [
  {
    name: "calm",
    messages: (n) => [...(every(2, n) ? times(1, "question") : []), ...(every(7, n, 3) ? times(1, "note") : [])],
    events: () => 0,
    syncs: 1,
  },
  {
    name: "average",
    messages: (n) => [
      "question",
      "chat",
      "chat",
      ...(every(2, n) ? times(1, "note") : []),
      ...(every(10, n, 4) ? times(1, "plan") : []),
    ],
    events: (n) => (every(3, n, 1) ? 1 : 0),
    syncs: 3,
  },
  {
    name: "heavy",
    messages: (n) => [
      ...times(8, "question"),
      ...times(10, "chat"),
      ...times(3, "note"),
      ...(every(2, n) ? times(1, "plan") : []),
    ],
    events: (n) => 1 + (every(2, n) ? 1 : 0),
    syncs: 12,
  },
];

/** The text of a message, by kind. It is short, as people write; the number keeps two messages from being equal. */
export const WORDS: Record<MessageKind, (n: number) => string> = {
  chat: (n) => ["Thanks, that helps.", "Good to know.", "Okay, tell me later.", "Ha, fair enough."][n % 4] ?? "",
  question: (n) =>
    [
      "How am I doing compared to last week?",
      "Why do I feel so tired in the afternoon?",
      "Is today a good day for a long run?",
      "What did I say about the late dinners?",
    ][n % 4] ?? "",
  note: (n) => `Remember that I prefer calls after ${["ten", "eleven", "lunch", "two"][n % 4]} on day ${n}.`,
  plan: () => "Can you plan my week around the two long meetings and leave room for training?",
};
