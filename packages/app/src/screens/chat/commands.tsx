/**
 * The commands, offered while the person types a slash. The focus stays in the field: the arrow keys choose in the
 * list, Enter takes a command, and Escape closes the list.
 */
import type { CommandName } from "@waldo/contracts";
import { type KeyboardEvent, type RefObject, useRef, useState } from "react";
import { words } from "../../words/words.ts";

const NAMES = Object.keys(words.chat.commands.list) as CommandName[];
const TYPED = /^\/([a-z]*)$/i;

/** Returns the commands that begin with the typed text. The list is empty if no command does. */
function offered(text: string): CommandName[] {
  const [, begun] = TYPED.exec(text) ?? [];
  return begun === undefined ? [] : NAMES.filter((name) => name.startsWith(begun.toLowerCase()));
}

type Field = RefObject<HTMLTextAreaElement | null>;
type Typing = { readonly text: string; readonly setText: (text: string) => void; readonly field: Field };

/** `onKey` handles the keys that belong to the list, and returns true when it has handled one. */
export function useCommands({ text, setText, field }: Typing) {
  const list = useRef<HTMLUListElement>(null);
  const [closedFor, setClosedFor] = useState("");
  const names = text === closedFor ? [] : offered(text);
  const focusAt = (at: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    if (at < 0 || at >= buttons.length) field.current?.focus();
    else buttons[at]?.focus();
  };
  const close = () => {
    setClosedFor(text);
    field.current?.focus();
  };
  const onKey = ({ key }: Pick<KeyboardEvent, "key">): boolean => {
    if (names.length === 0) return false;
    if (key === "ArrowDown") focusAt(0);
    else if (key === "ArrowUp") focusAt(names.length - 1);
    else if (key === "Escape") close();
    else return false;
    return true;
  };
  const take = (name: CommandName) => {
    setText(`/${name} `);
    field.current?.focus();
  };
  return { names, list, onKey, focusAt, close, take };
}

export function Commands({ names, list, focusAt, close, take }: ReturnType<typeof useCommands>) {
  const { title, count, list: does } = words.chat.commands;
  const onKey = (at: number) => (event: KeyboardEvent) => {
    const move = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (move === undefined && event.key !== "Escape") return;
    event.preventDefault();
    if (move === undefined) close();
    else focusAt(move);
  };
  return (
    <>
      <p className="hidden" role="status">
        {names.length > 0 ? count(names.length) : ""}
      </p>
      {names.length > 0 && (
        <ul className="commands" aria-label={title} ref={list}>
          {names.map((name, at) => (
            <li key={name}>
              <button type="button" onClick={() => take(name)} onKeyDown={onKey(at)}>
                <strong>/{name}</strong> <span>{does[name]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
