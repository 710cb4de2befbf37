// The list under the field without a network, drawn from the copy on this device in the forms of
// templates/rulings/suggest.html.
import { Book } from "./book.js";
import { h } from "./dom.js";
import { part, state, wording } from "./kept.js";
import { Parts } from "./parts.js";
import { counted, filled } from "./saying.js";
import { Search } from "./search.js";
import { suggest } from "./suggest.js";
import { officialFirst, told } from "./telling.js";
import { words } from "./words.js";

let opened; // the copy as it was first asked, for as long as the page lives

const open = async () => {
  const copy = await state();
  if (!copy?.version) return undefined;
  const { lang: language } = document.documentElement;
  const [kept, tables, texts] = await Promise.all([part(copy, "texts"), part(copy, "search"), wording(copy, language)]);
  const book = new Book(kept, language, (path) => `/${language}/${path}`);
  return { book, texts, parts: new Parts(book, texts), search: new Search(tables, book.entries) };
};

/** The list for what is typed, or of what was read last («e77,c12») where nothing is; undefined without a copy.
 * `game`: the one searched in; `tonight`: the one searched first; `here` and `everywhere`: addresses of the results. */
export const suggested = async ({ text, recent, ...where }) => {
  opened ??= open();
  const site = await opened;
  if (!site) {
    opened = undefined; // there may be a copy later
    return undefined;
  }
  return text ? typed(text, where, site) : read(recent, site);
};

const typed = (text, { game, tonight, here, everywhere }, site) => {
  const { book, parts, texts, search } = site;
  const { rules } = search;
  let scope = game || tonight;
  let found = suggest(text, search, scope);
  let isHeld = false; // nothing of the game for tonight goes on so, but it has answers
  if (tonight && !game && !found.cards.length && !found.games.length && !found.entries.length) {
    isHeld = search.answer(text, { language: book.language, game: tonight }).total > 0;
    scope = "";
    found = suggest(text, search);
  }
  const begun = words(found.text).map((word) => search.vocabulary.folding.fold(word.text));
  const offered = found.entries.slice(0, rules.offeredEntries).map((doc) => book.entries[doc]);
  const called = found.games.slice(0, rules.suggestedGames);
  const shown = officialFirst(offered, book, search.vocabulary).slice(0, rules.suggestedEntries - called.length);
  const entries = shown.map((entry) => entryOption(entry, begun, site, toldIn(shown, entry, book)));
  const cards = found.cards.slice(0, entries.length ? rules.suggestedCards : rules.suggestedAlone);
  const count = cards.length + called.length + entries.length;
  const name = scope && book.name(book.games.get(scope));
  const note = (said) => h("p", { class: "note" }, said);
  const all = h("span", {}, filled(texts.allAnswers, text.slice(0, 40)));
  return [
    found.why && note(filled(texts.interpreted, found.text)),
    name && note(filled(game ? texts.inGame : texts.firstInGame, name)),
    isHeld && note(count > 0 ? texts.heldBeside : texts.held),
    !name && !isHeld && tonight && !game && count > 0 && note(texts.notInGame),
    listbox(
      counted(count, texts.suggested, book.language),
      [
        group(
          texts.cardsFound,
          cards.map(([key, matched]) => cardOption(book.cards.get(key), matched, begun, site)),
        ),
        group(
          texts.gamesFound,
          called.map(([slug, matched]) => gameOption(book.games.get(slug), matched, begun, site)),
        ),
        group(texts.questionsAndRules, entries),
        option(here, parts.icon("search"), all),
        (name || isHeld) && option(everywhere, parts.icon("games"), h("span", {}, texts.everywhere)),
      ],
      texts,
    ),
  ].filter(Boolean);
};

/** What was read last; what was searched last is put in by recent.js. */
const read = (recent, site) => {
  const { book, parts, texts } = site;
  const keys = recent.split(",").map((key) => [key[0], Number(key.slice(1))]);
  const cards = keys.filter(([kind, key]) => kind === "c" && book.cards.has(key)).map(([, key]) => book.cards.get(key));
  const entries = keys.flatMap(([kind, key]) => (kind === "e" ? book.entries.filter((one) => one.key === key) : []));
  const asked = h("template");
  asked.content.append(option("", parts.icon("clock"), h("span", {}, "…")));
  const forget = h("button", { type: "button", "data-forget": true, "data-done": texts.forgotten }, texts.forget);
  return [
    listbox(
      texts.readLast,
      [
        h("div", { role: "group", "aria-label": texts.searchedLast, "data-queries": true }, asked),
        group(
          texts.cardsFound,
          cards.map((card) => cardOption(card, "", [], site)),
        ),
        group(
          texts.questionsAndRules,
          entries.map((entry) => entryOption(entry, [], site, toldIn(entries, entry, book))),
        ),
      ],
      texts,
    ),
    h("p", { class: "forget" }, forget),
  ];
};

const listbox = (said, children, { suggestions }) =>
  h("div", { role: "listbox", id: "suggestions", "aria-label": suggestions, "data-said": said }, children);

const group = (label, options) => options.length > 0 && h("div", { role: "group", "aria-label": label }, options);

const option = (href, ...children) => h("a", { role: "option", "aria-selected": "false", tabindex: -1, href }, children);

const cardOption = (card, matched, begun, { book, parts, texts, search }) => {
  const [own, mentioned] = search.data.things[card.key] ?? [[], []];
  const rulings = own.filter((doc) => book.entries[doc].kind !== "chapter").length;
  const mentions = mentioned.filter((doc) => !own.includes(doc)).length;
  const about = () => {
    if (matched && rulings) return counted(rulings, texts.answersCounted, book.language);
    return matched && mentions ? counted(mentions, texts.mentionsCounted, book.language) : texts.cardKind[card.kind];
  };
  const also = matched && matched !== book.name(card) && h("small", {}, matched);
  return option(
    book.urlOfCard(card),
    parts.emblem(card.game),
    h("span", {}, beginnings(book.name(card), begun, search), also),
    h("small", {}, about()),
  );
};

const gameOption = (game, matched, begun, { book, parts, texts, search }) => {
  const also = matched !== book.name(game) && h("small", {}, matched);
  const title = h("span", {}, beginnings(book.name(game), begun, search), also);
  return option(book.link(`${game.slug}/`), parts.emblem(game.slug), title, h("small", {}, texts.game));
};

/** Only entries of one game have to be told apart: the game is said. */
const toldIn = (entries, entry, book) => told(entry, entries.filter(({ game }) => game === entry.game), book);

const entryOption = (entry, begun, { book, parts, search }, apart) => {
  const whose = parts.whose(entry, apart);
  return option(
    book.urlOf(entry),
    parts.mark(entry),
    h(
      "span",
      {},
      h("span", parts.lang(entry.language), beginnings(entry.short, begun, search)),
      whose.length > 0 && h("small", {}, whose),
    ),
    h("small", { class: "wide-only" }, parts.named(book.games.get(entry.game))),
  );
};

/** A title with what was typed marked in it: rulings/views/suggesting.py. */
const beginnings = (title, begun, search) => {
  const pieces = [];
  let at = 0;
  for (const [start, end] of placesIn(title, begun, search?.vocabulary)) {
    pieces.push(title.slice(at, start), h("mark", {}, title.slice(start, end)));
    at = end;
  }
  return [...pieces, title.slice(at)];
};

const placesIn = (title, begun, vocabulary) => {
  const last = begun.at(-1);
  if (!last) return [];
  const own = words(title).map(({ text, start, end }) => ({ start, end, text, folded: vocabulary.folding.fold(text) }));
  const row = own.findIndex((_, at) => begun.every((text, offset) => own[at + offset]?.folded.startsWith(text)));
  if (row >= 0) return begun.map((text, offset) => [own[row + offset].start, own[row + offset].start + text.length]);
  const whole = new Set(begun.flatMap((text) => vocabulary.lemmas(text)));
  return own.flatMap(({ start, end, text, folded }) => {
    if (vocabulary.lemmas(text).some((lemma) => whole.has(lemma))) return [[start, end]];
    return last.length > 1 && folded.startsWith(last) ? [[start, Math.min(end, start + last.length)]] : [];
  });
};
