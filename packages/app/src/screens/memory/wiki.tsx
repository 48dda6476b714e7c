/** One page of the wiki, with the pages that lead to it. */
import { Fragment } from "react";
import { Link } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Empty, Loaded, Panel } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";
import { WikiGraph } from "./graph.tsx";
import { type Block, blocksOf, type Piece } from "./markdown.ts";
import "./memory.css";

function Pieces({ of }: { of: readonly Piece[] }) {
  return of.map((piece, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name, and never move
    if (piece.kind === "text") return <Fragment key={at}>{piece.text}</Fragment>;
    const { page, patternId } = piece;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <Link key={at} href={patternId === undefined ? `/wiki/${page}` : `/memory/${patternId}`}>
        {patternId === undefined ? page.replaceAll("-", " ") : words.memory.show}
      </Link>
    );
  });
}

function Part({ block }: { block: Block }) {
  if (block.kind === "list")
    return (
      <ul className="lines-of-page">
        {block.items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a list have no other name, and never move
          <li key={at}>
            <Pieces of={item} />
          </li>
        ))}
      </ul>
    );
  if (block.kind === "heading") {
    const Heading = block.level === 1 ? "h1" : block.level === 2 ? "h2" : "h3";
    return (
      <Heading>
        <Pieces of={block.pieces} />
      </Heading>
    );
  }
  return (
    <p>
      <Pieces of={block.pieces} />{" "}
      {block.patternId && <Link href={`/memory/${block.patternId}`}>{words.memory.show}</Link>}
    </p>
  );
}

/** Links to all pages. The links are shown also when the page itself cannot be shown. */
function Pages({ at }: { at: string }) {
  const { data } = useRoute("wiki");
  return data?.items.map(({ page, title }) => (
    <Link key={page} href={`/wiki/${page}`} aria-current={page === at ? "page" : undefined}>
      {page === "index" ? words.memory.wiki.all : title}
    </Link>
  ));
}

export function Wiki({ page }: { page: string }) {
  const found = useRoute("wikiPage", { params: { page } }, { retry: false });
  const { wiki } = words.memory;
  return (
    <div className="stack">
      <nav className="row" aria-label={words.memory.places}>
        <Link href="/memory">{words.memory.title}</Link>
        <Pages at={page} />
      </nav>
      {!found.data && <h1>{wiki.open}</h1>}
      <Loaded of={found}>
        {({ text, backlinks }) => (
          <>
            <article className="page-of-wiki stack close">
              {blocksOf(text).map((block, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page have no other name, and never move
                <Part key={at} block={block} />
              ))}
            </article>
            {page === "index" && <WikiGraph />}
            <Panel title={wiki.backlinks}>
              {backlinks.length === 0 ? (
                <Empty>{wiki.none}</Empty>
              ) : (
                <ul className="items">
                  {backlinks.map((from) => (
                    <li key={from.page}>
                      <Link href={`/wiki/${from.page}`} className="grows">
                        {from.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </div>
  );
}
