import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useDoor, useRoute, useSend } from "../../api/api.tsx";
import { Button, Field, Notice, Sheet, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { forgetTyped } from "../chat/typed.ts";

const LOOK_MS = 2_000;
/** The words that a person types before everything is erased. The server asks for them too. */
const PHRASE = "erase everything";

export function Copy() {
  const { settings } = words;
  const copy = useRoute(
    "exported",
    {},
    { refetchInterval: ({ state }) => (state.data?.state === "running" ? LOOK_MS : false) },
  );
  const start = useSend("startExport", ["exported"]);
  const { state, link, until } = copy.data ?? {};
  return (
    <div className="stack close">
      {state === "running" && <p role="status">{settings.exportRunning}</p>}
      {state === "failed" && <p role="status">{settings.exportFailed}</p>}
      {state === "ready" && link && (
        <p className="row" role="status">
          {settings.exportReady(shown(until ?? 0, "both"))}
          <a className="button" href={link} download>
            {settings.download}
          </a>
        </p>
      )}
      {(start.error ?? copy.error) && <Trouble error={(start.error ?? copy.error) as Error} />}
      <div>
        <Button busy={start.isPending || state === "running"} onClick={() => start.mutate({})}>
          {settings.exportAll}
        </Button>
      </div>
    </div>
  );
}

export type ErasedNow = { readonly receiptId: string; readonly finalAfterHours: number };

/** Shows an erased person the number of the receipt. The page shows this number until the page is closed. */
export function Erased({ receiptId, finalAfterHours }: ErasedNow) {
  return (
    <main className="outside stack">
      <h1>{words.app.name}</h1>
      <Notice>
        {words.settings.erased} <a href={`/v1/erasures/${receiptId}`}>{receiptId}</a>
      </Notice>
      <p>{words.settings.erasedFinal(finalAfterHours)}</p>
      <p>{words.session.out}</p>
    </main>
  );
}

export function Erase() {
  const { settings } = words;
  const [typed, setTyped] = useState("");
  const erase = useSend("eraseMe");
  const client = useQueryClient();
  const { session } = useDoor();
  return (
    <Sheet title={settings.erase} opener={settings.erase}>
      <p>{settings.eraseAsk}</p>
      <Field label={settings.erasePhrase(PHRASE)}>
        <input
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="off"
        />
      </Field>
      {erase.error && <Trouble error={erase.error} />}
      <Button
        disabled={typed.trim().toLowerCase() !== PHRASE}
        busy={erase.isPending}
        onClick={() =>
          erase.mutate(
            { body: { confirm: PHRASE } },
            {
              onSuccess(erased) {
                client.setQueryData<ErasedNow>(["receipt"], erased);
                forgetTyped(sessionStorage);
                session.forget?.();
              },
            },
          )
        }
      >
        {settings.erase}
      </Button>
    </Sheet>
  );
}
