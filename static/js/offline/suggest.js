// What a query that is still being typed may become: rulings/search/suggest.py over the data of this device.
import { parse } from "./query.js";
import { words } from "./words.js";

/** {cards: [[key, name]…], games: [[address, name]…], entries: [doc…], text, why}; `search` is a Search. */
export const suggest = (text, search, game = "") => {
  const { folding, keyboards } = search.vocabulary;
  const query = parse(text, search.vocabulary);
  if (!query.groups.length && !query.isNarrowing) return nothing("");
  const typed = asked(query);
  const games = gamesOf(query, search, game);
  const swapped = keyboards.swapped(typed);
  const begunOf = (line) =>
    words(line)
      .slice(0, search.rules.maxWords)
      .map((word) => folding.unmixed(folding.fold(word.text)));
  const asTyped = begunOf(typed);
  const ways = [
    [typed, "", asTyped],
    [swapped, "layout", begunOf(swapped)],
  ];
  if (search.reader.isSuspicious(typed)) ways.reverse();
  const alike = asTyped.map((word) => folding.alike(word)); // «KOPO» in Latin letters
  if (alike.every(Boolean)) ways.splice(1, 0, [typed, "", alike]);
  for (const [text, why, begun] of ways) {
    const named = offers(begun, search, games);
    const cards = new Map();
    for (const { key, text: name } of named) if (key && !cards.has(key)) cards.set(key, name);
    const own = named.filter(({ key }) => !key).map(({ doc }) => doc);
    const entries = [...new Set([...own, ...ranked(begun, search, games)])];
    const called = new Map();
    for (const { key, text: name } of gamesOffered(begun, search, games)) if (!called.has(key)) called.set(key, name);
    const placed = [...cards].map((card) => ({ card, worth: placeOf(card, begun, search) }));
    const sorted = placed.sort((a, b) => compared(a.worth, b.worth)).map(({ card }) => card);
    if (cards.size || called.size || entries.length)
      return { cards: sorted, games: [...called], entries, text, why };
  }
  return nothing(typed);
};

/** What offered cards are sorted by, beside their order: a whole name as it is typed, then names that begin so, of
 * these what has the most answers. */
const placeOf = ([key, name], begun, search) => {
  const own = words(name).map((word) => search.vocabulary.folding.fold(word.text));
  const rulings = [...search.about([key], "o")].filter((doc) => search.entries[doc].kind !== "chapter").length;
  return [own.join(" ") !== begun.join(" "), !own[0].startsWith(begun[0]), -rulings];
};

const nothing = (text) => ({ cards: [], games: [], entries: [], text, why: "" });

/** The words of a query without its signs; of one that is only a prefix of a card as yet, its value. */
const asked = (query) => {
  if (query.isPlain) return query.text;
  if (query.groups.length) return query.groups.flat().map((part) => part.typed).join(" ");
  return query.restrictions.flat().find(({ name }) => name === "card")?.value ?? "";
};

/** The games that a query is narrowed to; of any without. */
const gamesOf = (query, { vocabulary, reader, names }, game) => {
  let games = game ? [game] : undefined;
  for (const group of query.restrictions) {
    const found = group
      .filter(({ name }) => name === "game")
      .flatMap(({ value }) => {
        const tokens = words(value).map((word) => reader.tokens(word.text));
        return names.gamesCalled(tokens, vocabulary.folding.fold(value).trim());
      });
    if (found.length) games = games ? games.filter((one) => found.includes(one)) : found;
  }
  return games;
};

/** Names of cards and entries whose words go on as typed: those that begin so first, then the shortest. */
const offers = (begun, { data, vocabulary }, games) => {
  if (begun.join("").length < 2) return [];
  const named = data.names
    .filter(([key, doc, of]) => (key || doc >= 0) && (!games || games.includes(of)))
    .map(([key, doc, , text, , role]) => ({ key, doc, text, role, last: key || doc }));
  return goingOn(begun, named, vocabulary);
};

/** The same of games, each by its address. */
const gamesOffered = (begun, { data, vocabulary }, games) => {
  if (begun.join("").length < 2) return [];
  const named = data.games
    .filter(([slug]) => !games || games.includes(slug))
    .map(([key, , text, role, last]) => ({ key, text, role, last }));
  return goingOn(begun, named, vocabulary);
};

const goingOn = (begun, named, { folding }) => {
  const found = [];
  for (const one of named) {
    const own = words(one.text).map((word) => folding.fold(word.text));
    const place = own.findIndex((_, at) => begun.every((word, offset) => own[at + offset]?.startsWith(word)));
    const worth = [place > 0, one.role === "alias", [...one.text].length, one.text, one.last];
    if (place >= 0) found.push({ ...one, worth });
  }
  return found.sort((a, b) => compared(a.worth, b.worth));
};

const compared = (one, other) => {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at < 0 ? 0 : one[at] < other[at] ? -1 : 1;
};

/** The entries that rank best when the last word may be any real word that it begins; of one letter nothing is known
 * yet. */
const ranked = (typed, { data, rules, vocabulary, reader, ranker, entries }, games) => {
  const begun = typed.at(-1)?.length < 2 ? typed.slice(0, -1) : typed;
  const last = begun.at(-1);
  if (!last) return [];
  const forms = Object.keys(data.forms).filter((form) => form.startsWith(last));
  const going = forms.sort().slice(0, rules.begun).flatMap((form) => data.forms[form]);
  const lemmas = [...new Set(going.length ? going : vocabulary.lemmas(last))];
  const alternatives = lemmas.length ? [{ words: [lemmas], weight: 1, presence: 1, game: "" }] : [];
  const clauses = [...reader.asTyped(begun.slice(0, -1)).clauses, { surface: last, alternatives, importance: 1 }];
  const { docs, scores, coverage } = ranker.rank(clauses, []);
  const isOffered = (doc) =>
    coverage[doc] > rules.enough &&
    !["chapter", "note"].includes(entries[doc].kind) &&
    (!games || games.includes(entries[doc].game));
  return docs.filter(isOffered).sort((a, b) => scores[b] - scores[a] || a - b);
};
