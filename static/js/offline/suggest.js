// What a query that is still being typed may become: rulings/search/suggest.py over the data of this device.
import { words } from "./words.js";

/** {cards: [[key, name]…], entries: [doc…], text, why}; `search` is a Search. */
export const suggest = (typed, search, game = "") => {
  const { folding, keyboards } = search.vocabulary;
  for (const [text, why] of [
    [typed, ""],
    [keyboards.swapped(typed), "layout"],
  ]) {
    const begun = words(text).map((word) => folding.fold(word.text));
    const cards = cardsOf(begun, search, game);
    const entries = entriesOf(begun, search, game);
    if (cards.length || entries.length) return { cards, entries, text, why };
  }
  return { cards: [], entries: [], text: typed, why: "" };
};

/** Cards with a name whose words go on as typed: those that begin so first, then the shortest. */
const cardsOf = (begun, { data, vocabulary }, game) => {
  if (begun.join("").length < 2) return [];
  const found = [];
  for (const [key, , of, text, , role] of data.names) {
    if (!key || (game && of !== game)) continue;
    const own = words(text).map((word) => vocabulary.folding.fold(word.text));
    const goesOn = (_, place) => begun.every((word, offset) => own[place + offset]?.startsWith(word));
    const place = own.findIndex(goesOn);
    if (place >= 0) found.push({ key, text, worth: [place > 0, role === "alias", [...text].length, text, key] });
  }
  const cards = new Map();
  for (const { key, text } of found.sort((a, b) => compared(a.worth, b.worth))) {
    if (!cards.has(key)) cards.set(key, text);
  }
  return [...cards];
};

const compared = (one, other) => {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
};

/** The entries that rank best when the last word may be any real word that it begins. */
const entriesOf = (begun, { data, rules, reader, ranker, entries }, game) => {
  const last = begun.at(-1);
  if (!last || last.length < 2) return [];
  const forms = Object.keys(data.forms).filter((form) => form.startsWith(last));
  const lemmas = [...new Set(forms.sort().slice(0, rules.begun).flatMap((form) => data.forms[form]))];
  const alternatives = lemmas.length ? [{ words: [lemmas], weight: 1, presence: 1, game: "" }] : [];
  const clauses = [...reader.asTyped(begun.slice(0, -1)).clauses, { surface: last, alternatives, importance: 1 }];
  const { docs, scores, coverage } = ranker.rank(clauses, []);
  const isOffered = (doc) =>
    coverage[doc] > rules.enough &&
    !["chapter", "note"].includes(entries[doc].kind) &&
    (!game || entries[doc].game === game);
  return docs.filter(isOffered).sort((a, b) => scores[b] - scores[a] || a - b);
};
