// What tells answers from several sources apart on one page: rulings/anchors.py and rulings/views/telling.py.
import { words } from "./words.js";

/** The id on its page of each of the entries that stand there, in their order. */
export const placesOf = (entries, { sources }) => {
  const places = new Map();
  const taken = new Set();
  for (const entry of entries) {
    const { game, slug } = sources[entry.source];
    const longer = [`e-${entry.anchor}`, `e-${slug}-${entry.anchor}`, `e-${game}-${slug}-${entry.anchor}`];
    const place = longer.find((one) => !taken.has(one)) ?? longer.at(-1);
    taken.add(place);
    places.set(entry, place);
  }
  return places;
};

/** What has to be said of an entry beside others: its edition, that it is the community's. */
export const told = (entry, entries, { sources, games }) => {
  const source = sources[entry.source];
  const beside = [...new Set(entries.map((one) => sources[one.source]))];
  const editionOf = (one) => one.edition || games.get(one.game).edition;
  const isMixed = beside.some((one) => one.authority === "official");
  return {
    edition: new Set(beside.map(editionOf)).size > 1 ? editionOf(source) : "",
    isCommunity: isMixed && source.authority === "community",
  };
};

/** Whether two entries answer one question: rulings/models/questions.py. */
const isSame = (one, other) => {
  if (one.ref && one.ref === other.ref) return true;
  if (!one.words || one.words !== other.words) return false;
  if (one.cards.length && other.cards.length) return one.cards.some((card) => other.cards.includes(card));
  return one.family === other.family;
};

/** The entries in their order, but of those that answer the same question the official ones first:
 * rulings/search/answering.py. */
export const officialFirst = (entries, { sources, games }, { folding }) => {
  const asked = entries.map(({ title, ref, game, cards }) => ({
    words: words(title).map((word) => folding.fold(word.text)).join(" "),
    family: games.get(game).parent || game,
    ref,
    cards,
  }));
  const groups = []; // of places
  for (const at of entries.keys()) {
    const group = groups.find((places) => places.some((place) => isSame(asked[at], asked[place])));
    if (group) group.push(at);
    else groups.push([at]);
  }
  const isOfficial = (at) => sources[entries[at].source].authority === "official";
  const ordered = [...entries];
  for (const places of groups) {
    const first = [...places.filter(isOfficial), ...places.filter((at) => !isOfficial(at))];
    places.forEach((place, at) => (ordered[place] = entries[first[at]]));
  }
  return ordered;
};
