// The saved texts as things that know each other: entries, cards, games, sources.

export class Book {
  /** `link` makes an address of a path such as `talisman/faq/gorod-v/`. */
  constructor({ games, sources, entries, cards, moved }, language, link) {
    this.language = language;
    this.link = link;
    this.games = new Map(games.map((game) => [game.slug, game]));
    this.sources = sources;
    this.entries = entries;
    this.cards = new Map(cards.map((card) => [card.key, card]));
    this.entryAt = new Map(entries.map((entry) => [this.pathOf(entry), entry]));
    this.cardAt = new Map(cards.map((card) => [this.cardPath(card), card]));
    this.moved = new Map(Object.entries(moved)); // old path → path
    this.inOrder = [...entries].sort((a, b) => a.source - b.source || a.position - b.position);
    this.children = grouped(this.inOrder);
  }

  pathOf(entry) {
    const { game, slug } = this.sources[entry.source];
    return `${game}/${slug}/${entry.anchor}/`;
  }

  cardPath(card) {
    return `${card.game}/cards/${card.slug}/`;
  }

  /** The address of an entry; a heading that is the name of one card has the card's. */
  urlOf(entry) {
    const card = entry.kind === "chapter" && entry.cards.length === 1 ? this.cards.get(entry.cards[0]) : undefined;
    return this.link(card ? this.cardPath(card) : this.pathOf(entry));
  }

  /** The game with this address, or with this one once; "" where there is none. */
  gameAt(slug) {
    const path = this.games.has(slug) ? `${slug}/` : this.moved.get(`${slug}/`);
    return path && this.games.has(path.slice(0, -1)) ? path.slice(0, -1) : "";
  }

  urlOfCard(card) {
    return this.link(this.cardPath(card));
  }

  /** The name to show of a card or a game. */
  name(thing) {
    return thing.titles[this.language][0];
  }

  nameLanguage(thing) {
    return thing.titles[this.language][1];
  }

  /** [language, names] in languages other than the one shown; a name that is the same there is said once. */
  otherNames(thing) {
    const isOther = ([language, text]) => language !== this.nameLanguage(thing) && text !== this.name(thing);
    return Object.entries(thing.names).filter(isOther);
  }

  parent(entry) {
    return entry.parent < 0 ? undefined : this.entries[entry.parent];
  }

  /** The entries right below one. */
  below(entry) {
    return this.children.get(this.entries.indexOf(entry)) ?? [];
  }

  ofSource(number) {
    return this.inOrder.filter((entry) => entry.source === number);
  }

  /** The rulings and rules whose own card it is, the official ones first. */
  ownOf(card) {
    const own = this.inOrder.filter((entry) => entry.kind !== "chapter" && entry.cards.includes(card.key));
    const isOfficial = (entry) => this.sources[entry.source].authority === "official";
    return [...own.filter(isOfficial), ...own.filter((entry) => !isOfficial(entry))];
  }
}

const grouped = (entries) => {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.parent, [...(groups.get(entry.parent) ?? []), entry]);
  return groups;
};
