// Runs in a page, and is worth the list of what is wrong with its layout (layout.ts).
(function look() {
  /** Rounding of a box, in CSS pixels. */
  const SLACK = 2;
  const WORD = /(?<![^\s])\p{L}{2,12}(?![^\s])/gu;
  const faults = [];
  const root = document.documentElement;
  const width = root.clientWidth;
  if (root.scrollWidth > width + 1) faults.push(`the page scrolls sideways: ${root.scrollWidth} of ${width}`);

  const named = (element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> “${(element.textContent ?? "").trim().slice(0, 40)}”`;
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".hidden, [aria-hidden=true]");
  const dialog = document.querySelector("[role=dialog]");
  const layerOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      if (at === dialog) return at;
      if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return at;
    }
    return null;
  };
  const scroller = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return at;
    return undefined;
  };

  /** Content that a scroller holds above or below its frame is not visible. */
  const isInSight = (element, box) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (!["auto", "scroll"].includes(getComputedStyle(at).overflowY)) continue;
      const frame = at.getBoundingClientRect();
      if (box.bottom <= frame.top + SLACK || box.top >= frame.bottom - SLACK) return false;
    }
    return true;
  };

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || !isShown(element) || element.closest("option, script, noscript"))
      continue;
    if (dialog && !dialog.contains(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(
      (box) => box.width > 1 && box.height > 1 && isInSight(element, box),
    );
    texts.push({ element, layer: layerOf(element), boxes });
    const inScroller = scroller(element);
    for (const box of boxes)
      if (!inScroller && (box.left < -SLACK || box.right > width + SLACK))
        faults.push(
          `beyond the edge (${Math.round(box.left)} to ${Math.round(box.right)} of ${width}): ${named(element)}`,
        );
    // A long address may be broken anywhere, a word that fits on a phone may not.
    for (const { 0: word, index } of node.textContent.matchAll(WORD)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`“${word}” is broken: ${named(element)}`);
    }
    // What hides its overflow must hold its text.
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      const isOut = (box) =>
        (["hidden", "clip"].includes(overflowX) &&
          (box.left < frame.left - SLACK || box.right > frame.right + SLACK)) ||
        (["hidden", "clip"].includes(overflowY) && (box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK));
      if (boxes.some(isOut)) faults.push(`cut by ${named(at)}: ${named(element)}`);
    }
    // A control must hold its words.
    const control = element.closest("button, .button, nav a");
    if (control) {
      const frame = control.getBoundingClientRect();
      if (
        boxes.some(
          (box) =>
            box.left < frame.left - SLACK ||
            box.right > frame.right + SLACK ||
            box.top < frame.top - SLACK ||
            box.bottom > frame.bottom + SLACK,
        )
      )
        faults.push(`wider than its control: ${named(control)}`);
    }
  }

  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK + 4;
  for (const [i, one] of texts.entries())
    for (const other of texts.slice(i + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      if (one.boxes.some((a) => other.boxes.some((b) => overlap(a, b))))
        faults.push(`overlap: ${named(one.element)} and ${named(other.element)}`);
    }

  const controls = [...document.querySelectorAll("a, button, input, select, textarea, summary")]
    .filter((one) => isShown(one) && (!dialog || dialog.contains(one)))
    .map((element) => ({ element, layer: layerOf(element), boxes: [...element.getClientRects()] }));
  for (const [i, one] of controls.entries())
    for (const other of controls.slice(i + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element) || other.element.contains(one.element))
        continue;
      if (one.boxes.some((a) => other.boxes.some((b) => overlap(a, b))))
        faults.push(`controls overlap: ${named(one.element)} and ${named(other.element)}`);
    }
  return faults;
})();
