import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { RunId, ThreadMessage } from "@waldo/contracts";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { useDoor, useRoute } from "../../api/api.tsx";
import { HelpLines } from "../../design/help-lines.tsx";
import { Button, Empty, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { Sources } from "../sources.tsx";
import { TapButtons } from "../tap-buttons.tsx";
import { Commands, useCommands } from "./commands.tsx";
import { ReadingCard } from "./reading-card.tsx";
import { MOST_CHARS, useSaying } from "./saying.tsx";
import { VoiceNote } from "./voice-note.tsx";
import "./chat.css";

const LOOK_MS = 2_000;
const LINK = /https?:\/\/[^\s<>"“”\p{C}]+/gu;
/**
 * The characters that end a sentence. A closing bracket belongs to an address only if the address has its opening
 * bracket.
 */
const ENDS = /[.,;:!?…’»\]]+$/u;

/**
 * Returns the address in a text that looks like one, or undefined if it may not be opened: a user name before the host
 * can hide the real host.
 */
function addressIn(found: string): { readonly text: string; readonly host: string } | undefined {
  let text = found.replace(ENDS, "");
  if (text.endsWith(")") && !text.includes("(")) text = text.slice(0, -1).replace(ENDS, "");
  if (!URL.canParse(text)) return undefined;
  const { host, username, password } = new URL(text);
  return username === "" && password === "" ? { text, host } : undefined;
}

/** Returns true for a position between quotation marks, where a text of Waldo holds other people's words. */
const isQuoted = (text: string, at: number) => text.lastIndexOf("“", at) > text.lastIndexOf("”", at);

/**
 * Shows a text. An address in it becomes a link that tells the site nothing about this page. The host is written behind
 * the link if the text does not show it. Words that Waldo quotes from others get no links.
 */
function Linked({ text, quotes }: { text: string; quotes: boolean }) {
  let end = 0;
  const parts = [...text.matchAll(LINK)].flatMap(({ 0: found, index }) => {
    const address = quotes && isQuoted(text, index) ? undefined : addressIn(found);
    if (!address) return [];
    const before = text.slice(end, index);
    end = index + address.text.length;
    return [
      before,
      <a key={index} href={address.text} target="_blank" rel="noreferrer noopener">
        {address.text}
      </a>,
      address.text.toLowerCase().includes(`//${address.host}`) ? "" : ` (${address.host})`,
    ];
  });
  return (
    <>
      {parts}
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
        <Linked text={text} quotes={from === "waldo"} />
      </p>
      {card?.type === "reading" && <ReadingCard question={card.question} />}
      {card?.type === "emergency" && <HelpLines lines={card.lines} />}
      {buttons && <TapButtons buttons={buttons} />}
      {from === "waldo" && runId && kind !== "proposal" && <Sources runId={runId} />}
    </li>
  );
}

/** The conversation, the latest message first, in the order of the route. */
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

export function Chat() {
  const conversation = useConversation();
  const { text, setText, say, sendAll, takeBack, arrived, unsent, isSending, runId, error } = useSaying();
  const field = useRef<HTMLTextAreaElement>(null);
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
  // The answer to a message may have been lost on its way. The list knows that it has arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list has something new
  useEffect(() => arrived(messages.map(({ messageId }) => messageId)), [latest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the page to it
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [latest, unsent.length, isWorking]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    say();
  };
  const commands = useCommands({ text, setText, field });
  const onKey = (event: KeyboardEvent) => {
    if (commands.onKey(event)) return event.preventDefault();
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
            {error && !isSending && (
              <Button
                onClick={() => {
                  takeBack({ key, text: waiting });
                  field.current?.focus();
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
          <Button busy={isSending} onClick={sendAll}>
            {words.chat.sendNow}
          </Button>
        </div>
      )}
      {error && <Trouble error={error} />}
      <p className="quiet" role="status">
        {isWorking ? (run.data?.doing ? words.chat.doing[run.data.doing] : words.chat.working) : ""}
      </p>
      <div ref={end} />
      <form className="composer" onSubmit={submit}>
        <Commands {...commands} />
        <label className="hidden" htmlFor="say">
          {words.chat.say}
        </label>
        <textarea
          id="say"
          ref={field}
          rows={1}
          maxLength={MOST_CHARS}
          placeholder={words.chat.say}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
        />
        <VoiceNote onText={(said) => setText((typed) => (typed === "" ? said : `${typed} ${said}`))} />
        <Button main type="submit" disabled={text.trim() === ""}>
          <SendHorizontal size={18} strokeWidth={1.5} aria-hidden="true" /> {words.chat.send}
        </Button>
      </form>
    </div>
  );
}
