import type { Sends } from "@waldo/contracts";
import { type FormEvent, type ReactNode, useRef } from "react";
import { useSend } from "../../api/api.tsx";
import { Button, Notice, Trouble } from "../../design/parts.tsx";
import { typedIn } from "../../design/typed.ts";
import { words } from "../../words/words.ts";

type Change = Sends<"saveMe">["body"];

type SettingsFormProps<T extends Change> = {
  /** The values with which the fields begin. */
  readonly before: T;
  /** Reads the fields, each by its name. */
  readonly read: (text: (field: string) => string) => T;
  readonly button: string;
  readonly main?: boolean;
  readonly children: ReactNode;
};

/**
 * A form over settings. It saves only the fields that the person has changed, because another tab or a command may have
 * changed the others since. When the settings change elsewhere, its fields get the new values, unless the person is
 * editing them.
 */
export function SettingsForm<T extends Change>({ before, read, button, main, children }: SettingsFormProps<T>) {
  const isTouched = useRef(false);
  const save = useSend("saveMe", ["me"], { onAnswer: () => (isTouched.current = false) });
  const begun = useRef(before);
  if (!isTouched.current) begun.current = before;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const now = Object.entries(read(typedIn(event.currentTarget)));
    save.mutate({ body: Object.fromEntries(now.filter(([name, value]) => value !== begun.current[name as keyof T])) });
  };
  return (
    <form className="stack close" onSubmit={submit} onInput={() => (isTouched.current = true)}>
      <div key={JSON.stringify(begun.current)} className="stack close">
        {children}
      </div>
      {save.error && <Trouble error={save.error} />}
      {save.isSuccess && <Notice>{words.settings.saved}</Notice>}
      <div>
        <Button {...(main ? { main } : {})} type="submit" busy={save.isPending}>
          {button}
        </Button>
      </div>
    </form>
  );
}
