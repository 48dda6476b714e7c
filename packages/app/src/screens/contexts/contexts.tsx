/** What agents of other makers keep: the projects, and the contexts of one project. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ContextLine } from "@waldo/contracts";
import { Link, useSearchParams } from "wouter";
import { useDoor, useRoute } from "../../api/api.tsx";
import { Button, Empty, Loaded, Trouble } from "../../design/parts.tsx";
import { shown, words } from "../../words/words.ts";
import "./contexts.css";

const { contexts: said } = words;

export const placeOf = (project: string) => `/contexts?${new URLSearchParams({ project })}`;

/** Says who saved a context and when. */
export function savedBy({ savedBy: { agentId, name }, at }: Pick<ContextLine, "savedBy" | "at">): string {
  return said.savedBy(name ?? said.fileOf[agentId] ?? agentId, shown(at, "both"));
}

function Line({ context }: { context: ContextLine }) {
  return (
    <li>
      <Link href={`/contexts/${context.id}`} className="grows">
        {context.summary}
      </Link>
      <span className="quiet">{savedBy(context)}</span>
    </li>
  );
}

function OfProject({ project }: { project: string }) {
  const { call } = useDoor();
  const pages = useInfiniteQuery({
    queryKey: ["contexts", project],
    queryFn: ({ pageParam: cursor }) => call("contexts", { query: { project, ...(cursor === "" ? {} : { cursor }) } }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  if (pages.data === undefined) return <Loaded of={pages}>{() => null}</Loaded>;
  const items = pages.data.pages.flatMap((page) => page.items);
  return (
    <>
      {pages.error && <Trouble error={pages.error} retry={() => void pages.refetch()} />}
      {items.length === 0 ? (
        <Empty>{said.noneHere}</Empty>
      ) : (
        <ul className="items outside-words">
          {items.map((context) => (
            <Line key={context.id} context={context} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {said.more}
        </Button>
      )}
    </>
  );
}

function Projects() {
  const all = useRoute("contextProjects");
  return (
    <Loaded of={all}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty action={<Link href="/settings">{said.connect}</Link>}>{said.none}</Empty>
        ) : (
          <ul className="items">
            {items.map(({ project, total, savedAt }) => (
              <li key={project}>
                <Link href={placeOf(project)} className="grows">
                  {project}
                </Link>
                <span className="quiet">{said.count(total, shown(savedAt, "date"))}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function Contexts() {
  const [query] = useSearchParams();
  const project = query.get("project");
  return (
    <div className="stack">
      {project === null ? (
        <Link href="/settings">{words.settings.title}</Link>
      ) : (
        <Link href="/contexts">{said.title}</Link>
      )}
      <h1>{project ?? said.title}</h1>
      {project === null && <p className="quiet">{said.about}</p>}
      {project === null ? <Projects /> : <OfProject key={project} project={project} />}
    </div>
  );
}
