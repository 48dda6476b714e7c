import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { RunId, ThreadMessage } from "@waldo/contracts";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isRefusal, useDoor, useRoute } from "../../api/api.tsx";
import { Button, Empty, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { Sources } from "../sources.tsx";
import { TapButtons } from "../tap-buttons.tsx";
import { draftIn, dropUnsent, keepDraft, keepUnsent, type Unsent, unsentIn } from "./typed.ts";
import { VoiceNote } from "./voice-note.tsx";
import "./chat.css";

const LOOK_MS = 2_000;
const AGAIN_MS = 5_000;
const LINK = /https?:\/\/[^\s<>"')\]]+/g;

/** Text is text. An address in it becomes a link that shows its host and tells the site nothing of this page. */
function Linked({ text }: { text: string }) {
  const parts = [...text.matchAll(LINK)];
  if (parts.length === 0) return <>{text}</>;
  let end = 0;
  const shownParts = parts.flatMap(({ 0: url, index }) => {
    const before = text.slice(end, index);
    end = index + url.length;
    const host = URL.canParse(url) ? new URL(url).host : "";
    return [
      before,
      <a key={index} href={url} target="_blank" rel="noreferrer noopener" title={host}>
        {url}
      </a>,
    ];
  });
  return (
    <>
      {shownParts}
      {text.slice(end)}
    </>
  );
}

function Line({ message }: { message: ThreadMessage }) {
  const { from, kind, at, text, card, buttons, dot, runId } = message;
  return (
    <li className={`said ${from}`} data-dot={dot}>
      <p className="quiet">
        <span>{from === "owner" ? words.chat.you : words.chat.waldo}</span>{" "}
        <time dateTime={new Date(at).toISOString()}>{shown(at, "both")}</time>
      </p>
      <p className="text">
        <Linked text={text} />
      </p>
      {card?.type === "emergency" && (
        <ul>
          {card.lines.map(({ label, number }) => (
            <li key={number}>
              {label}: <a href={`tel:${number.replaceAll(/[^+\d]/g, "")}`}>{number}</a>
            </li>
          ))}
        </ul>
      )}
      {buttons && <TapButtons buttons={buttons} />}
      {from === "waldo" && runId && kind !== "proposal" && <Sources runId={runId} />}
    </li>
  );
}

/** The conversation, the latest first as the route has it. */
function useConversation() {
  const { call } = useDoor();
  return useInfiniteQuery({
    queryKey: ["messages", "pages"],
    queryFn: ({ pageParam }) =>
      call("messages", { query: { limit: 50, ...(pageParam === "" ? {} : { cursor: pageParam }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** Refusals that the same words will get again. Any other trouble may pass, so the page keeps the words and sends them again. */
const FINAL = ["InvalidInput", "TooLarge", "Forbidden", "NotFound", "NoProfile", "ConsentNeeded"] as const;
const isKept = (cause: unknown) => !FINAL.some((name) => isRefusal(cause, name));

/** Says texts in their order, one at a time, and keeps those that nothing answered to. */
function useSaying(onRefused: (text: string) => void) {
  const { call } = useDoor();
  const client = useQueryClient();
  const [unsent, setUnsent] = useState(() => unsentIn(sessionStorage));
  const [runId, setRunId] = useState<RunId>();
  const [error, setError] = useState<Error>();
  const isSending = useRef(false);
  const send = async ({ key, text }: Unsent) => {
    try {
      const answer = await call("say", { body: { text }, key });
      setRunId(answer.runId);
      setError(undefined);
      setUnsent(dropUnsent(sessionStorage, key));
      await client.invalidateQueries({ queryKey: ["messages"] });
    } catch (cause) {
      setError(cause as Error);
      if (isKept(cause)) return false;
      setUnsent(dropUnsent(sessionStorage, key));
      onRefused(text);
    }
    return true;
  };
  const sendAll = async () => {
    if (isSending.current) return;
    isSending.current = true;
    const next = () => unsentIn(sessionStorage)[0];
    let isAnswered = true;
    for (let one = next(); one && isAnswered; one = next()) isAnswered = await send(one);
    isSending.current = false;
  };
  const say = (text: string) => {
    setUnsent(keepUnsent(sessionStorage, { key: crypto.randomUUID(), text }));
    void sendAll();
  };
  const waits = unsent.length > 0;
  // A text may wait since before this page was opened. The first request after a lost network can fail too, so the page
  // does not rely on the event alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock, as long as a text waits
  useEffect(() => {
    if (!waits) return;
    void sendAll();
    const again = () => void sendAll();
    addEventListener("online", again);
    const timer = setInterval(() => navigator.onLine && again(), AGAIN_MS);
    return () => {
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, [waits]);
  const takeBack = (key: string) => setUnsent(dropUnsent(sessionStorage, key));
  return { say, sendAll, takeBack, unsent, runId, error };
}

export function Chat() {
  const conversation = useConversation();
  const [text, setText] = useState(() => draftIn(sessionStorage));
  useEffect(() => keepDraft(sessionStorage, text), [text]);
  // What was refused comes back into the field, before what stands there. What may still be sent waits above it.
  const putBack = (words: string) => setText((now) => (now === "" ? words : `${words}\n${now}`));
  const { say, sendAll, takeBack, unsent, runId, error } = useSaying(putBack);
  const run = useRoute(
    "run",
    { params: { runId: runId ?? ("" as RunId) } },
    { enabled: runId !== undefined, refetchInterval: ({ state }) => (state.data?.isOver ? false : LOOK_MS) },
  );
  const client = useQueryClient();
  const isWorking = runId !== undefined && run.data?.isOver !== true;
  useEffect(() => {
    // The run may have changed anything that a screen shows: a task, a reminder, what is remembered.
    if (run.data?.isOver) void client.invalidateQueries();
  }, [run.data?.isOver, client]);
  const end = useRef<HTMLDivElement>(null);
  const messages = (conversation.data?.pages ?? []).flatMap(({ items }) => items).reverse();
  const latest = messages.at(-1)?.messageId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the page to it
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [latest, unsent.length, isWorking]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const said = text.trim();
    if (said === "") return;
    setText("");
    say(said);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <div className="chat">
      <h1>{words.chat.title}</h1>
      {conversation.hasNextPage && (
        <Button busy={conversation.isFetchingNextPage} onClick={() => void conversation.fetchNextPage()}>
          {words.chat.older}
        </Button>
      )}
      {conversation.isPending && <div className="skeleton" aria-busy="true" />}
      {conversation.error && <Trouble error={conversation.error} retry={() => void conversation.refetch()} />}
      {conversation.data && messages.length === 0 && unsent.length === 0 && <Empty>{words.chat.empty}</Empty>}
      <ol className="conversation" aria-label={words.chat.title} aria-live="polite">
        {messages.map((message) => (
          <Line key={message.messageId} message={message} />
        ))}
        {unsent.map(({ key, text: waiting }) => (
          <li key={key} className="said owner" data-unsent>
            <p className="text">{waiting}</p>
            {error && (
              <Button
                onClick={() => {
                  takeBack(key);
                  putBack(waiting);
                }}
              >
                {words.chat.takeBack}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {unsent.length > 0 && error && (
        <div className="row">
          <span className="quiet">{words.chat.unsent}</span>
          <Button onClick={() => void sendAll()}>{words.chat.sendNow}</Button>
        </div>
      )}
      {error && <Trouble error={error} />}
      <p className="quiet" role="status">
        {isWorking ? (run.data?.doing ? words.chat.doing[run.data.doing] : words.chat.working) : ""}
      </p>
      <div ref={end} />
      <form className="composer" onSubmit={submit}>
        <label className="hidden" htmlFor="say">
          {words.chat.say}
        </label>
        <textarea
          id="say"
          rows={1}
          maxLength={8000}
          placeholder={words.chat.say}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
        />
        <VoiceNote onText={(said) => setText((before) => (before === "" ? said : `${before} ${said}`))} />
        <Button main type="submit" disabled={text.trim() === ""}>
          <SendHorizontal size={18} strokeWidth={1.5} aria-hidden="true" /> {words.chat.send}
        </Button>
      </form>
    </div>
  );
}
