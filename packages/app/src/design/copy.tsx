/** Text that a person copies to another place: a button that copies it, and a block that shows it unchanged. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { words } from "../words/words.ts";
import "./copy.css";

const SHOWN_MS = 1_500;

type CopyButtonProps = {
  readonly value: string;
  /** The name of the value. */
  readonly name: string;
  /** Whether the button shows its word beside the icon. */
  readonly worded?: boolean;
};

/** Copies a value. If the browser does not allow it, the button says so, and the person can still select the text. */
export function CopyButton({ value, name, worded = false }: CopyButtonProps) {
  const [state, setState] = useState<"copied" | "refused">();
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const { copy } = words;
  const Icon = state === "copied" ? Check : Copy;
  // A browser has no clipboard on a connection that is not secure.
  const press = async () => {
    await navigator.clipboard.writeText(value);
    setState("copied");
  };
  return (
    <button
      type="button"
      className={worded ? "button" : "copy"}
      aria-label={state === undefined ? copy.copy(name) : copy[state]}
      onClick={() => void press().catch(() => setState("refused"))}
    >
      <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
      {worded && <span>{state === undefined ? copy.button : copy[state]}</span>}
    </button>
  );
}

/** Shows a text unchanged, with a button that copies it. `label` names the text. */
export function Plain({ label, children, worded }: { label: string; children: string; worded?: boolean }) {
  return (
    <div className="plain">
      <pre dir="auto">{children}</pre>
      <CopyButton value={children} name={label} {...(worded ? { worded } : {})} />
    </div>
  );
}
