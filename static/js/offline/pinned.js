// The list for tonight from the copy: what templates/rulings/tonight.html shows, with the same buttons.
import { MOST_PINS } from "../device.js";
import { h } from "./dom.js";
import { counted } from "./saying.js";

const asking = (keys) => `?e=${keys}`;

// Each address ends with the button to go on with, as those of the site do.

/** The list's address with the key at `place` moved by one, up (-1) or down (1); "" where there is no such place. */
const swapped = (keys, place, step) => {
  if (!(place + step in keys)) return "";
  const order = [...keys];
  [order[place], order[place + step]] = [order[place + step], order[place]];
  const isUp = place + 2 * step in keys === step < 0;
  return `${asking(order)}#t${keys[place]}-${isUp ? "up" : "down"}`;
};

const without = (keys, place) => {
  const rest = keys.filter((_key, at) => at !== place);
  return rest.length ? `${asking(rest)}#t${rest[Math.min(place, rest.length - 1)]}-off` : `${asking(rest)}#main`;
};

/** The answers with these keys in full, in their order («77,12»). One that the copy doesn't have keeps its place: it
 * may be newer than the copy. */
export const tonightPage = (asked, { book, parts, texts }) => {
  const byKey = new Map(book.entries.map((entry) => [entry.key, entry]));
  const numbers = asked.split(",").map(Number);
  const keys = [...new Set(numbers.filter((key) => Number.isSafeInteger(key) && key > 0))].slice(0, MOST_PINS);
  const kept = (id) => document.getElementById(id).content.cloneNode(true);

  const change = (id, href, icon, label, title, language) => {
    if (!href) return "";
    const [before, after] = label.split("%(title)s");
    const said = h("span", { class: "hidden" }, before, h("span", parts.lang(language), title), after);
    return h("a", { class: "icon-button", id, href, rel: "nofollow", "data-change": "" }, said, parts.icon(icon));
  };
  const order = (place, title, language) =>
    h(
      "p",
      { class: "order" },
      change(`t${keys[place]}-up`, swapped(keys, place, -1), "up", texts.up, title, language),
      change(`t${keys[place]}-down`, swapped(keys, place, 1), "down", texts.down, title, language),
      change(`t${keys[place]}-off`, without(keys, place), "close", texts.off, title, language),
    );
  const notSaved = (place, id, address) =>
    h("li", { id }, h("p", { class: "muted" }, `${texts.answerNotSaved}: ${address}`), order(place, address));
  const listed = (key, place) => {
    const entry = byKey.get(key);
    const address = parts.address(`/e/${key}`);
    if (!entry) return notSaved(place, `t${key}`, address);
    const title = entry.title ? entry.short : parts.called(entry);
    return h(
      "li",
      { id: `t${key}` },
      parts.meta(entry),
      h("h2", { class: "question", ...parts.lang(entry.language) }, h("a", { href: book.urlOf(entry) }, title)),
      h("div", { class: "text", ...parts.lang(entry.language) }, parts.body(entry, `t${key}-`)),
      h("p", { class: "paper small" }, h("span", parts.lang(entry.language), `${entry.origin}.`), ` ${address}`),
      order(place, entry.short, entry.language),
    );
  };
  const own = keys.length ? [parts.share(`/tonight/${asking(keys)}`, texts.tonight), parts.print()] : [];
  const button = { type: "button", "data-awake": "", "aria-pressed": "false" };
  const awake = h("button", button, parts.icon("awake"), texts.awake);
  const known = keys.filter((key) => byKey.has(key)).length;
  const count = keys.length ? counted(known, texts.answersCounted, book.language) : texts.nothingPinned;
  return {
    title: texts.tonight,
    body: h(
      "div",
      { class: "stack" },
      h("header", {}, h("h1", {}, texts.tonight), h("p", { class: "muted" }, count)),
      h("div", { class: "acts", role: "group", "aria-label": texts.withList }, own, awake),
      keys.length ? h("ol", { class: "list pinned" }, keys.map(listed)) : kept("tonight-empty"),
      kept("tonight-notes"),
    ),
    ready: async () => {
      document.body.classList.add("tonight");
      document.querySelector("main").dataset.keys = keys;
      const { mark } = await import("../awake.js");
      mark();
      await import("../tonight.js");
    },
  };
};
