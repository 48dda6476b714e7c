/** The parts that screens are made of. Each has the states that a panel can be in: empty, loading, failed, offline. */
import { Dialog } from "@base-ui/react/dialog";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useId } from "react";
import { isFinal } from "../api/api.tsx";
import { words } from "../words/words.ts";

type ButtonProps = ComponentProps<"button"> & { readonly main?: boolean; readonly busy?: boolean };

/** A button that can be busy. While it is busy it keeps its focus and ignores a second tap. */
export function Button({ main, busy, className = "", onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${main ? "main" : ""} ${className}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}

export function Panel({ title, children, note }: { title: string; children: ReactNode; note?: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {note}
    </section>
  );
}

/** Announces something at once to everybody, also to people who cannot see it. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="status">
      {children}
    </div>
  );
}

export function Trouble({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div className="notice row" role="alert">
      <span>{error.message}</span>
      {retry && <Button onClick={retry}>{words.trouble.retry}</Button>}
    </div>
  );
}

export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="stack close">
      <p className="quiet">{children}</p>
      {action}
    </div>
  );
}

/** A button that asks again, for an error after which another answer may come. */
const again = ({ error, refetch }: UseQueryResult<unknown>) => (isFinal(error) ? {} : { retry: () => void refetch() });

/**
 * Shows the answer of a route, or that it still loads, or the reason of a failure. An old answer stays while the route
 * is read again.
 */
export function Loaded<T>({ of, children }: { of: UseQueryResult<T>; children: (value: T) => ReactNode }) {
  if (of.data !== undefined)
    return (
      <>
        {of.error && <Trouble error={of.error} {...again(of)} />}
        {children(of.data)}
      </>
    );
  if (of.error) return <Trouble error={of.error} {...again(of)} />;
  return (
    <div className="skeleton" aria-busy="true">
      <span className="hidden">{words.loading}</span>
    </div>
  );
}

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

export function Check({ label, ...rest }: ComponentProps<"input"> & { readonly label: string }) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>{label}</span>
    </label>
  );
}

type SheetProps = {
  title: string;
  opener: ReactNode;
  children: ReactNode;
  open?: boolean;
  onOpen?: (open: boolean) => void;
};

/** A dialog with the button that opens it. Escape or a tap outside the dialog closes it. */
export function Sheet({ title, opener, children, open, onOpen }: SheetProps) {
  return (
    <Dialog.Root {...(open === undefined ? {} : { open })} onOpenChange={(is) => onOpen?.(is)}>
      <Dialog.Trigger className="button">{opener}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog stack">
          <Dialog.Title>{title}</Dialog.Title>
          {children}
          <Dialog.Close className="button">{words.why.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
