/** Draws Form and Recovery as lines over days, on a canvas. The table below the canvas has the same values in words. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useMedia } from "../../design/media.ts";
import { noonOf, shown, words } from "../../words/words.ts";
import type { Days } from "./dates.ts";

const HEIGHT = 220;

/** Colours of tokens as the browser resolves them: a canvas does not know `light-dark()`. */
function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The axis begins a little below the lowest day, and shows where each zone begins. */
function least(days: Days): number {
  const scores = days.flatMap(({ form, recovery }) => [form ?? 100, recovery ?? 100]);
  return Math.max(0, Math.min(40, ...scores) - 5);
}

type Props = { days: Days; from: string; to: string; onDay: (date: string) => void };

export function Lines({ days, from, to, onDay }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const open = useRef(onDay);
  open.current = onDay;
  const isDark = useMedia("(prefers-color-scheme: dark)");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a canvas keeps the colours that it was drawn with
  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const second = (date: string) => noonOf(date).getTime() / 1000;
    const [ink, line, accent] = [colour("--ink-2"), colour("--line"), colour("--accent")];
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        scales: { x: { range: [second(from), second(to) + 1] }, y: { range: [least(days), 100] } },
        legend: { show: false },
        axes: [
          { ...axis, values: (_, splits) => splits.map((at) => shown(at * 1000, "shortDay")) },
          { ...axis, size: 36, splits: () => [50, 65, 80] },
        ],
        series: [
          {},
          { label: words.body.form, stroke: accent, width: 2, points: { show: days.length < 40, size: 5 } },
          { label: words.body.recovery, stroke: ink, width: 1, dash: [4, 4], points: { show: false } },
        ],
      },
      [
        days.map(({ date }) => second(date)),
        days.map(({ form }) => form ?? null),
        days.map(({ recovery }) => recovery ?? null),
      ],
      place,
    );
    const onClick = () => {
      const day = days[chart.cursor.idx ?? -1];
      if (day) open.current(day.date);
    };
    chart.over.addEventListener("click", onClick);
    const watch = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT }));
    watch.observe(place);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [days, from, to, isDark]);
  return <div ref={box} className="lines" aria-hidden="true" />;
}
