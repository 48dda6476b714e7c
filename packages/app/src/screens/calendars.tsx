import type { FormEvent } from "react";
import { useRoute, useSend } from "../api/api.tsx";
import { Button, Empty, Field, Loaded, Notice, Panel, Trouble } from "../design/parts.tsx";
import { typedIn } from "../design/typed.ts";
import { shown, words } from "../words/words.ts";

/** Shows the field for the address of a calendar, and the field for a file. */
export function Subscribe() {
  const subscribe = useSend("subscribe", ["subscriptions", "calendar"]);
  const upload = useSend("uploadCalendar", ["calendar"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = typedIn(form);
    const body = { address: text("address"), ...(text("name") === "" ? {} : { name: text("name") }) };
    upload.reset();
    subscribe.mutate({ body }, { onSuccess: () => form.reset() });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    subscribe.reset();
    upload.mutate({ body: { name: file.name, ...(await contentOf(file)) } });
  };
  const brought = upload.data ?? subscribe.data?.brought;
  const error = subscribe.error ?? upload.error;
  return (
    <>
      <form className="row" onSubmit={submit}>
        <Field label={words.calendars.address}>
          <input name="address" type="url" required />
        </Field>
        <Field label={words.calendars.name}>
          <input name="name" maxLength={60} />
        </Field>
        <Button type="submit" busy={subscribe.isPending}>
          {words.calendars.subscribe}
        </Button>
      </form>
      <Field label={words.calendars.file}>
        <input type="file" accept=".ics,text/calendar" onChange={({ target }) => void take(target.files?.[0])} />
      </Field>
      {brought && brought.skipped > 0 && <Notice>{words.calendars.leftOut(brought.skipped)}</Notice>}
      {brought && <Notice>{words.calendars.brought(brought.added, brought.changed, brought.cancelled)}</Notice>}
      {error && <Trouble error={error} />}
    </>
  );
}

export function Calendars() {
  const calendars = useRoute("subscriptions");
  const forget = useSend("unsubscribe", ["subscriptions", "calendar"]);
  return (
    <div className="stack">
      <h1>{words.calendars.title}</h1>
      <Panel title={words.calendars.subscribed}>
        <Loaded of={calendars}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty>{words.calendars.none}</Empty>
            ) : (
              <ul className="items">
                {items.map(({ id, name, shownAddress, readAt, leftOut, faultWords }) => (
                  <li key={id}>
                    <span className="grows">
                      {name} <span className="quiet">{shownAddress}</span>
                      {readAt && <span className="quiet"> {words.calendars.readAt(shown(readAt, "both"))}</span>}
                      {leftOut && <span className="quiet"> {words.calendars.leftOut(leftOut)}</span>}
                      {faultWords && <span className="quiet"> {faultWords}</span>}
                    </span>
                    <Button onClick={() => forget.mutate({ params: { id } })}>{words.calendars.forget}</Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        {forget.error && <Trouble error={forget.error} />}
        <Subscribe />
      </Panel>
    </div>
  );
}

/** A file is sent as text if it is UTF-8. Some senders break a line inside a character, or use another encoding. */
async function contentOf(file: File): Promise<{ readonly text: string } | { readonly base64: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
  }
}
