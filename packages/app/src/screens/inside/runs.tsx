/** The runs that are in the store, the newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Gets, RunLine, Trigger } from "@waldo/contracts";
import { Link, useSearchParams } from "wouter";
import { useDoor } from "../../api/api.tsx";
import { Button, Empty, Field, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import { dollars, Id, lasting, outcomeOf } from "./parts.tsx";
import "./inside.css";

type Filter = { readonly trigger?: Trigger; readonly date?: string };

function useRuns(filter: Filter) {
  const { call } = useDoor();
  return useInfiniteQuery({
    queryKey: ["insideRuns", filter],
    queryFn: ({ pageParam }): Promise<Gets<"insideRuns">> =>
      call("insideRuns", { query: { ...filter, ...(pageParam === "" ? {} : { cursor: pageParam }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

function Line({ run }: { run: RunLine }) {
  const { inside } = words;
  const { runId, trigger, variant, rung, step, createdAt, endedAt, failure, dollars: cost } = run;
  const outcome = outcomeOf(run);
  const about = [
    inside.outcomes[outcome],
    endedAt === undefined ? "" : lasting(endedAt - createdAt),
    inside.steps(step),
    rung ?? "",
    cost === undefined ? "" : dollars(cost),
    failure?.name ?? "",
  ];
  return (
    <li data-outcome={outcome}>
      <span className="grows">
        <Link href={`/inside/runs/${runId}`}>{inside.run(trigger, variant)}</Link>{" "}
        <time className="quiet" dateTime={new Date(createdAt).toISOString()}>
          {shown(createdAt, "both")}
        </time>
        <span className="quiet about-run">{about.filter((part) => part !== "").join(" · ")}</span>
      </span>
      <Id value={runId} />
    </li>
  );
}

export function Runs() {
  const { inside } = words;
  const [search, setSearch] = useSearchParams();
  const trigger = (Object.keys(inside.triggers) as Trigger[]).find((one) => one === search.get("trigger"));
  const date = /^\d{4}-\d{2}-\d{2}$/.exec(search.get("date") ?? "")?.[0];
  const runs = useRuns({ ...(trigger ? { trigger } : {}), ...(date ? { date } : {}) });
  const items = (runs.data?.pages ?? []).flatMap((page) => page.items);
  const choose = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="stack inside">
      <h1>{inside.title}</h1>
      <p className="quiet">{inside.about}</p>
      <div className="row">
        <Field label={inside.kind}>
          <select value={trigger ?? ""} onChange={({ target }) => choose("trigger", target.value)}>
            <option value="">{inside.allKinds}</option>
            {Object.entries(inside.triggers).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </Field>
        <Field label={inside.day}>
          <input type="date" value={date ?? ""} onChange={({ target }) => choose("date", target.value)} />
        </Field>
      </div>
      <Link href="/inside/cost">{inside.cost}</Link>
      <Link href="/inside/eval">{inside.evaluation.title}</Link>
      {runs.isPending && <div className="skeleton" aria-busy="true" />}
      {runs.error && <Trouble error={runs.error} retry={() => void runs.refetch()} />}
      {runs.data && items.length === 0 && <Empty>{trigger || date ? inside.noneSo : inside.none}</Empty>}
      <ol className="items">
        {items.map((run) => (
          <Line key={run.runId} run={run} />
        ))}
      </ol>
      {runs.hasNextPage && (
        <Button busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {inside.more}
        </Button>
      )}
    </div>
  );
}
