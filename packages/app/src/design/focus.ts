/**
 * Moves the focus when the page removes the element that has it. The browser would move the focus to the whole page: a
 * person with a keyboard would begin again at the top, and a screen reader would say nothing.
 */
import { useEffect, useRef } from "react";

/** A part that can take the focus, because it has a meaning by itself. */
const PARTS = "li, section, form, fieldset, [role=dialog], main";

/** From now on, when the focused element is removed from `root`, the focus moves to the nearest part that is left. */
export function keepFocus(root: HTMLElement): void {
  let last: readonly Element[] = [];
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? withParents(target) : [];
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || last.length === 0 || last[0]?.isConnected) return;
    const left = last.find((one) => one.isConnected && one.matches(PARTS));
    last = [];
    if (left instanceof HTMLElement) focusOn(left);
  }).observe(root, { childList: true, subtree: true });
}

function withParents(element: Element): readonly Element[] {
  const parents: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) parents.push(at);
  return parents;
}

/** Focuses an element that Tab does not reach. The page does not scroll. */
export function focusOn(element: HTMLElement, options: FocusOptions = { preventScroll: true }): void {
  element.tabIndex = -1;
  element.focus(options);
}

/**
 * Focuses the heading of a part when `place` changes. It does nothing when the page opens, or when the focus is already
 * in the new part.
 */
export function useArrival<Part extends HTMLElement>(place: string, heading: string) {
  const part = useRef<Part>(null);
  const before = useRef(place);
  useEffect(() => {
    const isNew = before.current !== place;
    before.current = place;
    const one = part.current?.querySelector<HTMLElement>(heading);
    if (isNew && one && !part.current?.contains(document.activeElement)) focusOn(one, {});
  });
  return part;
}
