/**
 * The lines of the log. Only the lines near the visible part are in the document, so ten thousand lines scroll as fast
 * as ten. Each line tells its position and the total, and the line with the focus stays in the document, so that a
 * keyboard and a screen reader work.
 */
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { shown, words } from "../../words/words.ts";
import { TapButtons } from "../tap-buttons.tsx";
import { FetchNote } from "./fetch-note.tsx";
import { type Entry, type Line, reasonsOf } from "./rows.ts";

/** The height of a line in pixels, used until the line is measured. */
const USUAL_HEIGHT = 45;
/** The number of lines outside the visible part on each side. The focus can move to them. */
const BEYOND = 12;

function Time({ at }: { at: number }) {
  return (
    <time className="quiet" dateTime={new Date(at).toISOString()}>
      {shown(at, "time")}
    </time>
  );
}

function EntryLine({ entry: { at, act, what, undo, fetch } }: { entry: Entry }) {
  return (
    <>
      <Time at={at} />
      <div className={act === "nothing" ? "grows quiet" : "grows"}>
        {act === "nothing" ? what : words.log.line(act, what)}
        {fetch && <FetchNote fetch={fetch} />}
      </div>
      <TapButtons buttons={undo} />
    </>
  );
}

type QuietProps = { readonly line: Extract<Line, { is: "quiet" }>; readonly onOpen: () => void };

function QuietLine({ line: { looks, isOpen }, onOpen }: QuietProps) {
  const [latest] = looks;
  const first = looks.at(-1) ?? latest;
  return (
    <button type="button" className="unfold quiet" aria-expanded={isOpen} onClick={onOpen}>
      <span>
        {looks.length === 1 ? shown(latest.at, "time") : `${shown(first.at, "time")} – ${shown(latest.at, "time")}`}
      </span>
      <span className="grows">
        {words.today.quiet(looks.length)}: {reasonsOf(looks).slice(0, 3).join("; ")}
      </span>
    </button>
  );
}

type LinesProps = {
  readonly lines: readonly Line[];
  /** Called when the person folds or unfolds a quiet stretch. */
  readonly onOpen: (key: string) => void;
  /** Called when the last lines come near the visible part. */
  readonly onEnd: () => void;
};

export function Lines({ lines, onOpen, onEnd }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const [above, setAbove] = useState(0);
  const focused = useRef<number>(undefined);
  // The list begins below the heading of the page, and the parts above it may change their height.
  useLayoutEffect(() => {
    const measure = () => setAbove((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (i) => lines[i]?.key ?? i,
    overscan: BEYOND,
    scrollMargin: above,
    rangeExtractor: (range: Range) => {
      const shownNow = defaultRangeExtractor(range);
      const at = focused.current;
      return at === undefined || at >= range.count || shownNow.includes(at)
        ? shownNow
        : [...shownNow, at].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const isAtEnd = (items.at(-1)?.index ?? 0) >= lines.length - BEYOND;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, onEnd]);
  const keep = ({ target }: FocusEvent) => {
    focused.current = Number(target.closest("li")?.dataset["index"]);
  };
  return (
    <ol
      ref={list}
      className="lines"
      style={{ blockSize: virtual.getTotalSize() }}
      onFocus={keep}
      onBlur={() => {
        focused.current = undefined;
      }}
    >
      {items.map(({ index, key, start }) => {
        const line = lines[index];
        if (!line) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-is={line.is}
            aria-setsize={lines.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - above}px)` }}
          >
            {line.is === "day" && <h2>{shown(line.at, "day")}</h2>}
            {line.is === "quiet" && <QuietLine line={line} onOpen={() => onOpen(line.key)} />}
            {line.is === "entry" && <EntryLine entry={line.entry} />}
          </li>
        );
      })}
    </ol>
  );
}
