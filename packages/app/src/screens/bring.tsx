/** An export of a wearable, dropped or chosen, with how far it is: sending, reading, and which nights came. */

import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ImportView } from "@waldo/contracts";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { useDoor, useRoute } from "../api/api.tsx";
import { bringFile, type Columns } from "../api/upload.ts";
import { Field, Notice, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";
import { Consents } from "./consents.tsx";

const NOTES_SHOWN = 3;

function importWords({ state, percent, taken, why = "" }: ImportView): string {
  const { bring } = words;
  if (state === "receiving") return bring.sending(percent);
  if (state === "reading") return bring.reading(percent);
  if (!taken) return why;
  const span = bring.span(taken.days, taken.nights, taken.first, taken.last);
  if (taken.isKnown) return bring.known(span);
  const notes = taken.notes.slice(0, NOTES_SHOWN).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  const more = taken.noteCount - notes.length;
  return [bring.here(span), ...notes, ...(more > 0 ? [bring.moreNotes(more)] : [])].join("\n");
}

/** How far the export is that this page sends. The sending continues when the person opens another screen. */
type Bringing = { readonly view?: ImportView; readonly error?: Error };
const BRINGING = ["bringing"];

function useBringing() {
  const { call } = useDoor();
  const client = useQueryClient();
  const { data: now = {} } = useQuery<Bringing>({ queryKey: BRINGING, queryFn: skipToken, gcTime: Infinity });
  const show = (next: Bringing) => client.setQueryData<Bringing>(BRINGING, next);
  const isBusy = now.view !== undefined && now.view.state !== "done";
  const take = async (file: File | undefined, columns: Columns) => {
    if (!file || isBusy) return;
    show({ view: { id: "", state: "receiving", bytes: 0, percent: 0 } });
    try {
      const taken = await bringFile(call, file, columns, (view) => show({ view }));
      await client.invalidateQueries();
      show({ view: taken });
    } catch (cause) {
      show({ error: cause as Error });
    }
  };
  return { ...now, isBusy, take };
}

/** Whether this page has imported nights. */
export const useHasBrought = (): boolean => useBringing().view?.state === "done";

/** Shows the progress of the export or its result, on any screen where the person waits for it. */
export function Brought() {
  const { view, error } = useBringing();
  return (
    <>
      {view && view.state !== "done" && <progress max={100} value={view.percent} aria-label={words.bring.title} />}
      {view && <Notice>{importWords(view)}</Notice>}
      {error && <Trouble error={error} />}
    </>
  );
}

/** Takes a file. `onDone` is called when the nights are stored, if the person still looks at this part. */
export function BringFile({ onDone }: { onDone?: () => void }) {
  const consents = useRoute("consents");
  const { isBusy, error, take: takeFile } = useBringing();
  const [columns, setColumns] = useState<Columns>({ map: "", where: "" });
  const [isOver, setOver] = useState(false);
  const id = useId();
  const take = (file: File | undefined) => void takeFile(file, columns);
  const wasBusy = useRef(isBusy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a file has been read
  useEffect(() => {
    if (wasBusy.current && !isBusy && !error) onDone?.();
    wasBusy.current = isBusy;
  }, [isBusy]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const body = consents.data?.items.find(({ purpose }) => purpose === "body");
  // Without this consent the server would refuse the file, so the page asks for the consent first.
  if (body && body.state !== "given") return <Consents only={["body"]} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <div
      className="card drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{words.bring.what}</p>
      <input
        id={id}
        type="file"
        className="hidden"
        disabled={isBusy}
        onChange={({ target }) => {
          take(target.files?.[0]);
          target.value = "";
        }}
      />
      <label htmlFor={id} className="button main file" aria-disabled={isBusy || undefined}>
        {words.bring.choose}
      </label>
      <Brought />
      <Table columns={columns} onColumns={setColumns} />
    </div>
  );
}

type TableProps = { readonly columns: Columns; readonly onColumns: (columns: Columns) => void };

/** For a daily table from an unknown device. */
function Table({ columns, onColumns }: TableProps) {
  const { table } = words.bring;
  return (
    <details>
      <summary>{table.title}</summary>
      <div className="stack close">
        <p className="quiet">{table.help}</p>
        <Field label={table.map}>
          <input
            maxLength={2000}
            placeholder="date=day,sleepMinutes=asleep,hrvRmssdMs=rmssd"
            value={columns.map}
            onChange={({ target }) => onColumns({ ...columns, map: target.value.trim() })}
          />
        </Field>
        <Field label={table.where}>
          <input
            maxLength={400}
            placeholder="id=7"
            value={columns.where}
            onChange={({ target }) => onColumns({ ...columns, where: target.value.trim() })}
          />
        </Field>
      </div>
    </details>
  );
}

export function Bring() {
  return (
    <div className="stack">
      <h1>{words.bring.title}</h1>
      <BringFile />
      <Link href="/">{words.first.goToday}</Link>
    </div>
  );
}
