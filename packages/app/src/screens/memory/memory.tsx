/** Shows what Waldo remembers: the halls, a search, what was true on an earlier day, and what the last night changed. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Gets, Hall, Routes } from "@waldo/contracts";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { useDoor, useRoute } from "../../api/api.tsx";
import { Button, Empty, Field, Loaded, Notice, Panel, Trouble } from "../../design/parts.tsx";
import { dateIn, dateOf, daysBefore, noonOf, shown, words } from "../../words/words.ts";
import { ClaimLine, saidOf, WaitingLine } from "./claim-line.tsx";
import { SearchDesign } from "./search-design.tsx";
import "./memory.css";

type View = NonNullable<(typeof VIEWS)[number]>;
const VIEWS = ["held", "believed", "gone"] as const satisfies readonly Routes["memory"]["query"]["_output"]["view"][];
const HALLS: readonly Hall[] = ["facts", "events", "discoveries", "preferences", "advice"];

type Wanted = { readonly hall?: Hall; readonly view: View; readonly date?: string };

function useClaims({ hall, view, date }: Wanted) {
  const { call } = useDoor();
  const query = {
    ...(hall === undefined ? {} : { hall }),
    // The end of the day on the person's clock.
    ...(date === undefined ? {} : { at: new Date(`${date}T23:59:59.999`).getTime() }),
    view,
  };
  return useInfiniteQuery({
    queryKey: ["memory", query],
    queryFn: ({ pageParam }) => call("memory", { query: pageParam === "" ? query : { ...query, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

function Claims({ wanted }: { wanted: Wanted }) {
  const { memory } = words;
  const pages = useClaims(wanted);
  if (pages.data === undefined) return <Loaded of={pages}>{() => null}</Loaded>;
  const items = pages.data.pages.flatMap((page) => page.items);
  const waiting = pages.data.pages.flatMap((page) => page.waiting);
  return (
    <>
      {pages.error && <Trouble error={pages.error} retry={() => void pages.refetch()} />}
      {items.length === 0 ? (
        <Empty>{wanted.view === "gone" ? memory.noneGone : wanted.date ? memory.noneThen : memory.none}</Empty>
      ) : (
        <ul className="items">
          {items.map((claim) => (
            <ClaimLine key={claim.patternId} claim={claim} showsHall={wanted.hall === undefined} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {memory.more}
        </Button>
      )}
      {waiting.length > 0 && (
        <Panel title={memory.waiting}>
          <ul className="items">
            {waiting.map((one) => (
              <WaitingLine key={`${one.kind} ${one.patternId} ${one.at}`} waiting={one} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Found({ text, hall }: { text: string; hall: Hall | undefined }) {
  const query = { text, ...(hall === undefined ? {} : { hall }) };
  const found = useRoute("searchMemory", { query }, { placeholderData: keepPreviousData });
  return (
    <Loaded of={found}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>{words.memory.notFound}</Empty>
        ) : (
          <ul className="items" aria-busy={found.isPlaceholderData}>
            {items.map((hit) => (
              <Hit key={keyOf(hit)} hit={hit} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

type OneHit = Gets<"searchMemory">["items"][number];

function keyOf(hit: OneHit): string {
  if (hit.kind === "claim") return hit.claim.patternId;
  return hit.kind === "waiting" ? `waiting ${hit.waiting.patternId}` : `diary ${hit.entry.at} ${hit.entry.text}`;
}

function Hit({ hit }: { hit: OneHit }) {
  if (hit.kind === "claim") return <ClaimLine claim={hit.claim} showsHall />;
  if (hit.kind === "waiting") return <WaitingLine waiting={hit.waiting} />;
  const { at, text, fromOutside } = hit.entry;
  return (
    <li>
      <span className="grows">
        {text}
        <span className="quiet about-claim">
          {words.memory.diary} · {shown(at, "date")}
          {fromOutside && ` · ${words.today.fromOutside}`}
        </span>
      </span>
    </li>
  );
}

/** Says in one line what the night did. The claims that the night changed are folded behind this line. */
function Night() {
  const { memory } = words;
  const { data } = useRoute("memoryNight");
  if (!data?.night) return null;
  const { date, learned, confirmed, contradicted, faded, held, changes } = data.night;
  const did = `${memory.night(shown(noonOf(date), "shortDay"))} ${memory.nightDid({ learned, confirmed, contradicted, faded })}`;
  if (changes.length + held === 0) return <p>{did}</p>;
  return (
    <details>
      <summary>{did}</summary>
      {held > 0 && <p className="quiet">{memory.nightHeld(held)}</p>}
      <ul className="items">
        {changes.map(({ claim, change }) => (
          <li key={`${claim.patternId} ${claim.revision}`}>
            <span className="quiet">{memory.changes[change]}</span>
            <Link href={`/memory/${claim.patternId}`} className="grows">
              {saidOf(claim)}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoConsent() {
  const { data } = useRoute("consents");
  const state = data?.items.find(({ purpose }) => purpose === "memory")?.state;
  if (state === undefined || state === "given") return null;
  return (
    <Notice>
      {words.memory.noConsent} <Link href="/settings">{words.settings.title}</Link>
    </Notice>
  );
}

const SETTLES_MS = 200;

/** The text after nothing was typed for a moment, so that the page does not ask the server at every key. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** How many days back the slider goes. The person types an earlier day. */
const SLIDES_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Lets the person choose a past day with a slider or by typing it. Today is not a past day. The choice takes effect
 * after it has stayed the same for a moment.
 */
function AsOf({ date, onDate }: { date: string | undefined; onDate: (date: string | undefined) => void }) {
  const { memory } = words;
  const today = dateOf(Date.now());
  const [choice, setChoice] = useState<{ readonly day: string | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: one clock for each choice
  useEffect(() => {
    if (!choice) return;
    const timer = setTimeout(() => {
      onDate(choice.day);
      setChoice(undefined);
    }, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [choice]);
  const day = choice ? choice.day : date;
  const daysAgo = day === undefined ? 0 : Math.round((noonOf(today).getTime() - noonOf(day).getTime()) / DAY_MS);
  const choose = (chosen: string | undefined) => setChoice({ day: chosen === today ? undefined : chosen });
  return (
    <>
      <Field label={memory.slide}>
        <input
          type="range"
          min={-SLIDES_DAYS}
          max={0}
          value={Math.max(-SLIDES_DAYS, 0 - daysAgo)}
          aria-valuetext={day === undefined ? memory.now : shown(noonOf(day), "date")}
          onChange={({ target }) => choose(daysBefore(today, -target.valueAsNumber))}
        />
      </Field>
      <Field label={memory.asOf}>
        <input type="date" max={today} value={day ?? ""} onChange={({ target }) => choose(dateIn(target.value))} />
      </Field>
    </>
  );
}

export function Memory() {
  const { memory } = words;
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState(query.get("text") ?? "");
  const asked = useSettled(text.trim());
  const hall = HALLS.find((one) => one === query.get("hall"));
  const view = VIEWS.find((one) => one === query.get("view")) ?? "held";
  const date = dateIn(query.get("date"));
  const change = (more: Record<string, string | undefined>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(more))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const wanted: Wanted = { view, ...(hall ? { hall } : {}), ...(date && view !== "gone" ? { date } : {}) };
  return (
    <div className="stack">
      <h1>{memory.title}</h1>
      <NoConsent />
      <Night />
      <Field label={memory.search}>
        <input
          type="search"
          maxLength={200}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            change({ text: target.value });
          }}
        />
      </Field>
      <fieldset className="row">
        <legend className="hidden">{memory.hall}</legend>
        {[undefined, ...HALLS].map((one) => (
          <Button key={one ?? "all"} aria-pressed={one === hall} onClick={() => change({ hall: one })}>
            {one === undefined ? memory.allHalls : memory.halls[one]}
          </Button>
        ))}
      </fieldset>
      {asked === "" ? (
        <>
          <div className="row">
            <Field label={memory.view}>
              <select
                value={view}
                onChange={({ target }) => change({ view: target.value === "held" ? undefined : target.value })}
              >
                {VIEWS.map((one) => (
                  <option key={one} value={one}>
                    {memory.views[one]}
                  </option>
                ))}
              </select>
            </Field>
            {view !== "gone" && <AsOf date={date} onDate={(day) => change({ date: day })} />}
          </div>
          <Claims wanted={wanted} />
        </>
      ) : (
        <Found text={asked} hall={hall} />
      )}
      <Link href="/wiki/index">{memory.wiki.open}</Link>
      <SearchDesign />
    </div>
  );
}
