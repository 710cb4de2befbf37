// What a search asks for in its address, and the addresses of searches like it: rulings/views/searching.py.
import { h } from "./dom.js";
import { LIMIT } from "./results.js";
import { filled } from "./saying.js";

/** The search at an address as `resultsOf` shows it, for a reader of the book's language. */
export const asked = (parameters, search, { book, texts, parts }) => {
  const text = parameters.get("q");
  const values = valuesOf(parameters, book, texts);
  const tonight = values.game ? "" : book.gameAt(parameters.get("tonight") ?? "");
  const passes = (doc) => {
    const entry = book.entries[doc];
    const own = { kind: entry.kind, language: entry.language, authority: book.sources[entry.source].authority };
    return Object.entries(own).every(([name, value]) => !values[name] || values[name] === value);
  };
  const number = /^[1-9]\d{0,8}$/.test(parameters.get("page")) ? Number(parameters.get("page")) : 1;
  const options = { language: book.language, game: values.game, literal: parameters.has("literal"), passes };
  // The game for tonight goes first, where it has an answer.
  const isHeld = tonight && search.answer(text, { ...options, game: tonight }).total > 0;
  if (isHeld) options.game = tonight;
  // What stands at the addresses of this search: nothing of tonight, but the game that was searched.
  const here = changed(parameters, { tonight: "", game: tonight ? options.game : values.game });

  const said = () => {
    const line = h("p", { html: isHeld ? texts.onlyTonight : texts.notTonight });
    const name = line.querySelector("b");
    name.textContent = filled(name.textContent, book.name(book.games.get(tonight)));
    const wider = addressOf(parameters, { tonight: "", page: "" });
    const link = isHeld && h("p", {}, h("a", { href: wider }, texts.everywhere));
    return h("div", { class: "note", role: "status" }, line, link);
  };
  const chip = ([name, value]) => {
    const { label, language } = labelOf(name, value, book, texts);
    const href = addressOf(here, { [name]: "", page: "" });
    return h("a", { class: "chip on", href }, h("span", parts.lang(language), label), parts.icon("close"));
  };
  const chosen = Object.entries(values).filter(([, value]) => value);

  return {
    text,
    options,
    offset: (number - 1) * LIMIT,
    note: tonight && said(),
    chips:
      chosen.length > 0 && h("div", { class: "chips", role: "group", "aria-label": texts.filters }, chosen.map(chip)),
    narrowed: chosen.map(([name, value]) => labelOf(name, value, book, texts).label).join(", "),
    literally: addressOf(here, { literal: "1", page: "" }),
    widened: addressOf(new URLSearchParams(), { q: text }),
    more: (total, offset) => paging(total, offset / LIMIT + 1, (page) => addressOf(here, { page }), texts),
  };
};

/** The values of the filters that there are; of others none. */
const valuesOf = (parameters, book, texts) => {
  const one = (name, labels) => (Object.hasOwn(labels, parameters.get(name)) ? parameters.get(name) : "");
  return {
    game: book.gameAt(parameters.get("game") ?? ""),
    kind: one("kind", texts.kindsOfMany),
    language: one("language", texts.languagesThemselves),
    authority: one("authority", texts.authorities),
  };
};

const labelOf = (name, value, book, texts) => {
  if (name === "game") {
    const game = book.games.get(value);
    return { label: book.name(game), language: book.nameLanguage(game) };
  }
  if (name === "language") return { label: texts.languagesThemselves[value], language: value };
  return { label: (name === "kind" ? texts.kindsOfMany : texts.authorities)[value], language: book.language };
};

/** Parameters with some set, or taken out where the value is empty. */
const changed = (parameters, changes) => {
  const query = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return query;
};

const addressOf = (parameters, changes) => `?${changed(parameters, changes)}`;

const paging = (total, number, at, texts) => {
  const count = Math.ceil(total / LIMIT);
  if (count < 2) return undefined;
  const link = (rel, page, word) => h("a", { class: "button", rel, href: at(page > 1 ? page : "") }, word);
  return h(
    "nav",
    { class: "paging", "aria-label": texts.pages },
    number > 1 && link("prev", number - 1, texts.back),
    h("span", {}, filled(texts.pageOf, number, count)),
    number < count && link("next", number + 1, texts.more),
  );
};
