/** Text that a person takes elsewhere: a button that copies it, and a block that shows it as it is. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { words } from "../words/words.ts";
import "./copy.css";

const SHOWN_MS = 1_500;

type CopyButtonProps = {
  readonly value: string;
  /** The name of the value. */
  readonly name: string;
  /** The button has its word beside the icon. */
  readonly worded?: boolean;
};

/** Copies a value. Where the browser does not allow that, the button says so, and the text can still be selected. */
export function CopyButton({ value, name, worded = false }: CopyButtonProps) {
  const [state, setState] = useState<"copied" | "refused">();
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const { copy } = words;
  const Icon = state === "copied" ? Check : Copy;
  // A browser has no clipboard where the connection is not safe.
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

/** A text as it is, with a button that copies it. `label` says what it is. */
export function Plain({ label, children, worded }: { label: string; children: string; worded?: boolean }) {
  return (
    <div className="plain">
      <pre dir="auto">{children}</pre>
      <CopyButton value={children} name={label} {...(worded ? { worded } : {})} />
    </div>
  );
}
