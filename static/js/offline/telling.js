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

/** The entries in their order, but of those that answer the same question the official ones first:
 * rulings/search/pages.py. */
export const officialFirst = (entries, { sources }, { folding }) => {
  const question = (title) => words(title).map((word) => folding.fold(word.text)).join(" ");
  const isOfficial = (entry) => sources[entry.source].authority === "official";
  const same = new Map();
  for (const entry of entries) {
    const asked = question(entry.title);
    const key = asked ? `${entry.game} ${asked}` : entry;
    same.set(key, [...(same.get(key) ?? []), entry]);
  }
  const places = new Map(entries.map((entry, at) => [entry, at]));
  const ordered = [...entries];
  for (const group of same.values()) {
    const first = [...group.filter(isOfficial), ...group.filter((entry) => !isOfficial(entry))];
    group.forEach((entry, at) => (ordered[places.get(entry)] = first[at]));
  }
  return ordered;
};
