/** Draws the pages of the wiki and their links: the first page in the middle, the others around it in their order. */
import type { Gets } from "@waldo/contracts";
import { useLocation } from "wouter";
import { useRoute } from "../../api/api.tsx";
import { Panel } from "../../design/parts.tsx";
import { words } from "../../words/words.ts";

const [WIDTH, HEIGHT] = [480, 320];
const [MIDDLE_X, MIDDLE_Y] = [WIDTH / 2, HEIGHT / 2];
const [REACH_X, REACH_Y] = [130, 125];
const [DOT, GAP] = [5, 10];
const LEAST_PAGES = 3;

type Places = Gets<"wiki">["items"];
type Point = { readonly x: number; readonly y: number };

function placesOf(pages: Places): ReadonlyMap<string, Point> {
  const around = pages.filter(({ page }) => page !== "index");
  const points = around.map(({ page }, i): [string, Point] => {
    const turn = (i / around.length) * 2 * Math.PI - Math.PI / 2;
    return [page, { x: MIDDLE_X + REACH_X * Math.cos(turn), y: MIDDLE_Y + REACH_Y * Math.sin(turn) }];
  });
  return new Map([["index", { x: MIDDLE_X, y: MIDDLE_Y }], ...points]);
}

export function WikiGraph() {
  const [, go] = useLocation();
  const pages = useRoute("wiki").data?.items ?? [];
  if (pages.length < LEAST_PAGES) return null;
  const points = placesOf(pages);
  const lines = pages.flatMap(({ page, links }) =>
    links.flatMap((to) => {
      const [a, b] = [points.get(page), points.get(to)];
      return a && b ? [{ key: `${page} ${to}`, a, b }] : [];
    }),
  );
  return (
    <Panel title={words.memory.wiki.graph}>
      {/* The same pages are above as links, and each names the pages that link to it. */}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="wiki-graph" aria-hidden="true">
        {lines.map(({ key, a, b }) => (
          <line key={key} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
        ))}
        {pages.map(({ page, title }) => {
          const { x, y } = points.get(page) ?? { x: 0, y: 0 };
          const side = Math.abs(x - MIDDLE_X) < 1 ? "middle" : x < MIDDLE_X ? "end" : "start";
          const shift = side === "middle" ? 0 : side === "end" ? -GAP : GAP;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: a pointer's way to a link that stands above
            <g key={page} onClick={() => go(`/wiki/${page}`)}>
              <circle cx={x} cy={y} r={DOT} />
              <text x={x + shift} y={y + (side === "middle" ? -GAP : 4)} textAnchor={side}>
                {title}
              </text>
            </g>
          );
        })}
      </svg>
    </Panel>
  );
}
