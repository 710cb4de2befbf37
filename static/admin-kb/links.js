// The links of an entry: marking a piece of the text takes it, as if it had been written into the field below.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const text = document.querySelector("[data-kb-lines]");
  if (!text) return;

  // Offsets of the page's server count code points, those of a script count halves of some of them.
  const points = (string) => [...string].length;

  const lineOf = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("[data-field]");

  const offset = (line, node, at) => {
    const range = document.createRange();
    range.setStart(line, 0);
    range.setEnd(node, at);
    return Number(line.dataset.start) + points(range.toString());
  };

  text.addEventListener("pointerup", () => {
    const marked = document.getSelection();
    if (marked.isCollapsed || !text.contains(marked.anchorNode)) return;
    const range = marked.getRangeAt(0);
    const line = lineOf(range.startContainer);
    if (!line || line !== lineOf(range.endContainer) || !range.toString().trim()) return;
    const start = offset(line, range.startContainer, range.startOffset);
    const end = offset(line, range.endContainer, range.endOffset);
    const words = encodeURIComponent(range.toString());
    location.assign(`?place=${line.dataset.field}-${start}-${end}&words=${words}#chosen`);
  });
});
