// A link to a card, a rule or a game shows what it leads to: on hover, on focus, at a tap. Without this script, or in
// a browser without popovers, it is a plain link. The popover itself is loaded when the first link asks for it.
const WAIT = 250; // milliseconds on a link before it shows: passing by shows nothing
const GRACE = 300; // milliseconds to go from the link into the popover
let popover = null; // popover.js, once it is here
let timer = 0;
let isTouch = false; // the pointer that was used last is a finger
let dismissed = false; // this tap closed the popover and does nothing else

const linkAt = (target) => target.closest?.("main a.ref");
const isInside = (target) => target.closest?.(".preview");
const later = (action, wait) => {
  clearTimeout(timer);
  timer = setTimeout(action, wait);
};

const show = async (link) => {
  popover ??= await import("./popover.js");
  return popover.show(link);
};

const go = (target) => {
  const link = linkAt(target);
  if (link) later(() => show(link), WAIT);
  else if (isInside(target)) clearTimeout(timer);
  else later(() => popover?.hide(), GRACE);
};

if (HTMLElement.prototype.showPopover) {
  document.addEventListener("pointerover", (event) => {
    isTouch = event.pointerType === "touch";
    if (!isTouch) go(event.target);
  });
  document.addEventListener("focusin", (event) => {
    if (isInside(event.target) || event.target.matches(":focus-visible")) go(event.target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    popover?.hide();
    clearTimeout(timer); // also what the focus that comes back to the link has asked for
  });
  document.addEventListener("pointerdown", (event) => {
    dismissed = Boolean(isTouch && popover?.isOpen() && !isInside(event.target) && !popover.isOf(linkAt(event.target)));
    if (!isInside(event.target) && !linkAt(event.target)) popover?.hide();
  });
  document.addEventListener("click", async (event) => {
    if (!isTouch || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = linkAt(event.target);
    if (link && !popover?.isOf(link)) {
      event.preventDefault();
      if (!(await show(link))) location.assign(link.href);
    } else if (dismissed) {
      event.preventDefault();
    }
  });
}
