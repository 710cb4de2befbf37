// What the search on the device found: cards that are meant, entries with the words of the query marked.
import { h } from "./dom.js";
import { counted, filled } from "./saying.js";
import { bestParagraph, marked } from "./snippets.js";
import { officialFirst, told } from "./telling.js";
import { words } from "./words.js";

export const LIMIT = 10; // results on a page

/** The results of a query; `search` answers it. `asked`: {text, options: of the search, offset: of the first result,
 * more: of the total and the offset: the way to others, literally: the address for the query as typed}; beside them, where they are narrowed: {note, chips, narrowed:
 * in words, widened: the address without}. */
export const resultsOf = (asked, search, site) => {
  const { texts } = site;
  const { text, options } = asked;
  let { offset } = asked;
  let found = search.answer(text, { ...options, offset });
  if (found.total && !found.docs.length) {
    offset = found.total - 1 - ((found.total - 1) % LIMIT); // there is no such page: the last one
    found = search.answer(text, { ...options, offset });
  }
  const unknown = found.unknown.map(({ name, value }) => note(filled(texts.unknownValues[name], value)));
  const said = [filled(texts.missing, found.missing.join(", ")), ...(found.total ? [texts.rest] : [])];
  const missing = found.missing.length ? note(said.join(" ")) : "";
  if (!found.total) {
    return [
      unknown,
      missing,
      h("h1", {}, filled(texts.nothing, text)),
      asked.narrowed && [
        h("p", { class: "muted" }, texts.withFilters, " ", asked.narrowed),
        h("p", {}, h("a", { class: "button", href: asked.widened }, texts.withoutFilters)),
      ],
      h("p", { class: "muted" }, texts.nothingHint),
      found.cards.map((card) => hit(card, site)),
    ];
  }
  const entries = officialFirst(found.docs.map((doc) => site.book.entries[doc]), site.book, search.vocabulary);
  const toldOf = (entry) => told(entry, entries.filter((one) => one.game === entry.game), site.book);
  const itself = asked.literally && h("a", { href: asked.literally, rel: "nofollow" }, filled(texts.literally, text));
  const read = found.why ? note(filled(texts.interpreted, found.reading), itself) : "";
  return [
    h("h1", { class: "hidden" }, filled(texts.answersFor, text)),
    unknown,
    missing,
    asked.note,
    read,
    found.cards.map((card) => hit(card, site)),
    asked.chips,
    h(
      "section",
      {},
      h("div", { role: "status" }, h("h2", { class: "count" }, counted(found.total, texts.found, site.book.language))),
      h(
        "ol",
        { class: "list results" },
        entries.map((entry) => h("li", {}, result(entry, toldOf(entry), found, search, site))),
      ),
    ),
    asked.more(found.total, offset),
  ];
};

const note = (text, link) => h("div", { class: "note", role: "status" }, h("p", {}, text), link && h("p", {}, link));

const hit = ([key, name], { book, parts, texts }) => {
  const card = book.cards.get(key);
  const said = name === book.name(card) ? "" : `. ${name}`;
  return h(
    "a",
    { class: "hit", href: book.urlOfCard(card) },
    parts.emblem(card.game),
    h("b", {}, parts.named(card)),
    h("small", {}, texts.cardKind[card.kind], ", ", parts.named(book.games.get(card.game)), said),
    parts.icon("next"),
  );
};

const result = (entry, apart, found, { vocabulary }, { book, parts, texts }) => {
  const tokens = found.tokensIn(entry);
  const title = entry.title ? marked(entry.title, tokens, vocabulary, entry.title.length) : parts.called(entry);
  const paragraph = bestParagraph(entry.text, tokens, found.own, vocabulary);
  const piece = h("span", {}, marked(paragraph, tokens, vocabulary, undefined, found.own));
  const stamp = parts.body(entry).flatMap((node) => node.querySelector?.(".stamp") ?? [])[0];
  const isMarked = piece.querySelector("mark") || [title].flat().some(isMark);
  const heading = isMarked ? undefined : headingOf(entry, tokens, vocabulary, book);
  const isBegun = stamp && piece.textContent.startsWith(stamp.textContent);
  if (isBegun) cut(piece, stamp.textContent.length);
  const name = found.called.get(entry);
  const plain = (text) => words(vocabulary.folding.fold(text)).map((word) => word.text).join("");
  const isSeen = name === undefined || plain(entry.title).includes(plain(name));
  const why = (...said) => h("p", { class: "muted small" }, said);
  return [
    parts.meta(entry, apart),
    h("h3", { class: "question", ...parts.lang(entry.language) }, h("a", { href: book.urlOf(entry) }, title)),
    isSeen ? "" : why(filled(texts.byName, name)),
    heading ? why(texts.under, " ", h("span", parts.lang(entry.language), heading)) : "",
    h("p", { class: "text clamp", ...parts.lang(entry.language) }, stamp && [stamp, isBegun ? " " : " …"], piece),
  ];
};

/** The nearest heading above an entry that has words of the query, marked; undefined: there is none. */
const headingOf = (entry, tokens, vocabulary, book) => {
  const parent = book.parent(entry);
  return [parent, parent && book.parent(parent)]
    .filter(Boolean)
    .map(({ title }) => marked(title, tokens, vocabulary, title.length))
    .find((nodes) => nodes.some(isMark));
};

const isMark = ({ tagName }) => tagName === "MARK";

/** Take the first characters out of an element. */
const cut = (element, count) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let left = count; left && walker.nextNode();) {
    const { data } = walker.currentNode;
    walker.currentNode.data = data.slice(left);
    left -= Math.min(left, data.length);
  }
  for (const mark of element.querySelectorAll("mark:empty")) mark.remove();
};
