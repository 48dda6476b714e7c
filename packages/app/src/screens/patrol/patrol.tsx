/** Shows the patrol: each look, why it stayed quiet, and what was done, with a button to undo it. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { useDoor, useRoute } from "../../api/api.tsx";
import { Empty, Field, Loaded, Trouble } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { Fetches } from "./fetches.tsx";
import { Lines } from "./lines.tsx";
import { linesOf } from "./rows.ts";
import "./patrol.css";

const SHOWS = ["all", "each", "acts", "fetches"] as const;
type Show = (typeof SHOWS)[number];
const PAGE = 200;

/**
 * Entries that existed when the screen was opened change only by a tap, so their pages are read once and after a tap.
 * Newer entries are read again whenever something changes.
 */
function useEntries(include: "acts" | "ticks") {
  const { call } = useDoor();
  const [begun] = useState(() => Date.now());
  const later = useRoute("log", { query: { include, from: begun, limit: PAGE } });
  const pages = useInfiniteQuery({
    queryKey: ["patrol", include, begun],
    queryFn: ({ pageParam }) => {
      const query = { include, to: begun, limit: PAGE };
      return call("log", { query: pageParam === "" ? query : { ...query, cursor: pageParam } });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = pages;
  const entries = useMemo(
    () => [...(later.data?.items ?? []), ...(data?.pages.flatMap(({ items }) => items) ?? [])],
    [later.data, data],
  );
  return { pages, entries };
}

function Entries({ show }: { show: Exclude<Show, "fetches"> }) {
  const { log } = words;
  const { pages, entries } = useEntries(show === "acts" ? "acts" : "ticks");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf(entries, { isEach: show === "each", opened }), [entries, show, opened]);
  const toggle = (key: string) =>
    setOpened((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (pages.data === undefined) return <Loaded of={pages}>{() => null}</Loaded>;
  return (
    <>
      {lines.length === 0 && !hasNextPage && <Empty>{show === "acts" ? log.noActs : log.empty}</Empty>}
      <Lines lines={lines} onOpen={toggle} onEnd={more} />
      {pages.error && <Trouble error={pages.error} retry={() => void fetchNextPage()} />}
      {isFetchingNextPage && <p className="quiet">{words.loading}</p>}
      {!hasNextPage && lines.length > 0 && <p className="quiet">{log.end}</p>}
    </>
  );
}

export function Patrol() {
  const { log } = words;
  const [query, setQuery] = useSearchParams();
  const show = SHOWS.find((one) => one === query.get("show")) ?? "all";
  return (
    <div className="stack">
      <h1>{log.title}</h1>
      <p className="quiet">{log.help}</p>
      <Field label={log.show}>
        <select value={show} onChange={({ target }) => setQuery({ show: target.value }, { replace: true })}>
          {SHOWS.map((one) => (
            <option key={one} value={one}>
              {log.shows[one]}
            </option>
          ))}
        </select>
      </Field>
      {show === "fetches" ? <Fetches /> : <Entries key={show} show={show} />}
    </div>
  );
}
