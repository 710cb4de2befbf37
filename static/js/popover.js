// The popover beside a link. It stands right behind the link in the page, so that Tab goes from the link into it.
const pieces = new Map(); // address → promise of its HTML
let box = null;
let of = null; // the link it belongs to, also while its content is on the way

const addressOf = (link) => {
  const [, language, ...path] = new URL(link.href).pathname.split("/");
  return `/${language}/preview/${path.join("/")}`;
};

const piece = (address) => {
  if (!pieces.has(address)) {
    const asked = fetch(address).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)));
    pieces.set(address, asked);
    asked.catch(() => pieces.delete(address));
  }
  return pieces.get(address);
};

// Below the link, or above it where there is no room; on a phone the stylesheet makes it a sheet at the bottom.
const place = () => {
  const link = of.getClientRects()[0];
  const { width, height } = box.getBoundingClientRect();
  const isBelow = link.bottom + height + 14 < innerHeight || link.top < height + 14;
  box.style.top = `${scrollY + (isBelow ? link.bottom + 6 : link.top - height - 6)}px`;
  box.style.left = `${scrollX + Math.max(8, Math.min(link.left - 16, document.documentElement.clientWidth - width - 8))}px`;
};

export const isOf = (link) => link === of && link !== undefined;
export const isOpen = () => box !== null;

export const hide = () => {
  if (box?.contains(document.activeElement)) of.focus();
  of?.removeAttribute("aria-expanded");
  box?.remove();
  box = of = null;
};

// Whether there is something to show.
export const show = async (link) => {
  if (of === link) return true;
  hide();
  of = link;
  const html = await piece(addressOf(link)).catch(() => "");
  if (of !== link) return true; // the reader went on
  if (!html) {
    of = null;
    return false;
  }
  box = Object.assign(document.createElement("div"), { className: "preview", popover: "manual", innerHTML: html });
  box.setAttribute("role", "dialog");
  box.setAttribute("aria-label", box.querySelector("b").textContent);
  link.after(box);
  box.showPopover();
  place();
  link.setAttribute("aria-expanded", "true");
  return true;
};
