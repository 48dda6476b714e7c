/**
 * What the person says, on its way to the server. This component is around all screens, so waiting texts are sent from
 * any screen. Texts are sent in their order, one at a time, each with its own key, until an answer comes.
 */
import { useQueryClient } from "@tanstack/react-query";
import type { RunId } from "@waldo/contracts";
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { isFinal, useDoor } from "../../api/api.tsx";
import { words } from "../../words/words.ts";
import { draftIn, keepDraft, keepUnsent, type Unsent, unsentIn } from "./typed.ts";

const AGAIN_MS = 5_000;
/** The most that one message may hold. */
export const MOST_CHARS = 8_000;

type Saying = {
  /** The text in the field. */
  readonly text: string;
  readonly setText: Dispatch<SetStateAction<string>>;
  /** Sends the text in the field, unless it is empty or too long. */
  readonly say: () => void;
  readonly sendAll: () => void;
  /** Puts a text that waits back into the field. While it is being sent it cannot be taken back. */
  readonly takeBack: (one: Unsent) => void;
  /** Notes that the server has these messages. */
  readonly arrived: (messageIds: readonly string[]) => void;
  readonly unsent: readonly Unsent[];
  readonly isSending: boolean;
  readonly runId: RunId | undefined;
  readonly error: Error | undefined;
};

const Context = createContext<Saying | undefined>(undefined);

export function useSaying(): Saying {
  const saying = useContext(Context);
  if (!saying) throw new Error("this part of the page stands outside of SayingProvider");
  return saying;
}

/** `userId` is the person who types. Until the page knows the person, typed text is kept only in memory. */
export function SayingProvider({ userId, children }: { userId: string | undefined; children: ReactNode }) {
  const { call } = useDoor();
  const client = useQueryClient();
  const [text, setText] = useState("");
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const [isSending, setSending] = useState(false);
  const [runId, setRunId] = useState<RunId>();
  const [error, setError] = useState<Error>();
  const isAtWork = useRef(false);
  const known = useRef<string>(undefined);
  /** The waiting texts, for code that runs longer than one render of the page. */
  const queue = useRef(unsent);
  const change = (next: readonly Unsent[]) => {
    queue.current = next;
    setUnsent(next);
    if (known.current !== undefined) keepUnsent(sessionStorage, known.current, next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the person is known, and with each key
  useEffect(() => {
    if (userId === undefined) return;
    if (known.current === userId) return keepDraft(sessionStorage, userId, text);
    known.current = userId;
    // The person may have typed before the app knew who they are. That text is kept as their draft.
    if (text === "") setText(draftIn(sessionStorage, userId));
    else keepDraft(sessionStorage, userId, text);
    change([...unsentIn(sessionStorage, userId), ...queue.current]);
  }, [userId, text]);

  const drop = (gone: string) => change(queue.current.filter(({ key }) => key !== gone));
  const putBack = (back: string) => setText((now) => (now === "" ? back : `${back}\n${now}`));
  const send = async ({ key, text: said }: Unsent) => {
    try {
      const answer = await call("say", { body: { text: said }, key });
      setRunId(answer.runId);
      setError(undefined);
      drop(key);
      await client.invalidateQueries({ queryKey: ["messages"] });
    } catch (cause) {
      setError(cause as Error);
      // The error may pass: the page keeps the words and sends them again.
      if (!isFinal(cause)) return false;
      drop(key);
      putBack(said);
    }
    return true;
  };
  const sendAll = async () => {
    if (isAtWork.current) return;
    isAtWork.current = true;
    setSending(true);
    const next = () => queue.current[0];
    let isAnswered = true;
    for (let one = next(); one && isAnswered; one = next()) isAnswered = await send(one);
    isAtWork.current = false;
    setSending(false);
  };
  const waits = unsent.length > 0;
  // A text may wait since before this page was opened. The first request after a lost network can fail too, so the page
  // does not rely on the event alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock, as long as a text waits
  useEffect(() => {
    if (!waits) return;
    const again = () => void sendAll();
    again();
    addEventListener("online", again);
    const timer = setInterval(() => navigator.onLine && again(), AGAIN_MS);
    return () => {
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [waits]);

  const saying: Saying = {
    ...{ text, setText, unsent, isSending, runId, error },
    say() {
      const said = text.trim();
      if (said === "") return;
      if (said.length > MOST_CHARS) return setError(new Error(words.chat.tooLong(said.length, MOST_CHARS)));
      setText("");
      change([...queue.current, { key: crypto.randomUUID(), text: said }]);
      void sendAll();
    },
    sendAll: () => void sendAll(),
    takeBack(one) {
      drop(one.key);
      putBack(one.text);
      setError(undefined);
    },
    arrived(messageIds) {
      // The id of a message consists of its instant and the key with which it was sent.
      for (const { key } of unsent) if (messageIds.some((id) => id.endsWith(`-${key}`))) drop(key);
    },
  };
  return <Context.Provider value={saying}>{children}</Context.Provider>;
}
