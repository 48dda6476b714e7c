/**
 * Moves the focus when the page removes the element that has it. A browser would put it on the whole page: a person with a
 * keyboard would begin again at the top, and a screen reader would say nothing.
 */
import { useEffect, useRef } from "react";

/** A part that is worth standing on: it says something by itself. */
const PARTS = "li, section, form, fieldset, [role=dialog], main";

/** From now on the focus goes to the nearest part that is left, when what had it is taken out of `root`. */
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

/** Puts the focus on something that Tab does not stop at. The page does not move. */
export function focusOn(element: HTMLElement, options: FocusOptions = { preventScroll: true }): void {
  element.tabIndex = -1;
  element.focus(options);
}

/**
 * Puts the focus on the heading of a part when it shows another `place`. Not when the page opens, and not when the focus is
 * in the new part already.
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
