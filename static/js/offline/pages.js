// The pages of the saved copy: a game, an entry, a card; pinned.js and sheet.js have the others. Each returns {title,
// hue, game, body}.
import { h } from "./dom.js";
import { classOf } from "./parts.js";
import { placesOf, told } from "./telling.js";

/** A game: its texts as a tree, its cards from A to Z. */
export const gamePage = (game, { book, parts, texts }) => {
  const sources = [...book.sources.entries()].filter(([, source]) => source.game === game.slug);
  const tree = (entry) => {
    const below = book.below(entry);
    const heading = h(
      "a",
      { href: book.urlOf(entry) },
      entry.kind === "ruling" && parts.dot(entry),
      parts.number(entry),
      h("span", parts.lang(entry.language), entry.short),
    );
    return h("li", {}, heading, below.length ? h("ul", {}, below.map(tree)) : "");
  };
  const group = ([number, source], at) =>
    h(
      "details",
      { class: "group", open: at < 3 },
      h("summary", {}, h("span", parts.lang(source.language), source.title)),
      h(
        "div",
        { class: "contents" },
        h(
          "ul",
          { class: "columns" },
          book
            .ofSource(number)
            .filter((entry) => entry.parent < 0)
            .map(tree),
        ),
      ),
    );
  const path = book.link(`${game.slug}/`);
  const paper = `${path}print/`;
  const cards = [...book.cards.values()].filter((card) => card.game === game.slug);
  const collator = new Intl.Collator(book.language);
  cards.sort((a, b) => collator.compare(book.name(a), book.name(b)));
  const kinds = Object.keys(texts.cardKinds).filter((kind) => cards.some((card) => card.kind === kind));
  const listed = (kind) => {
    const own = cards.filter((card) => card.kind === kind);
    return h(
      "details",
      { class: "group" },
      h("summary", {}, texts.cardKinds[kind], h("i", {}, own.length)),
      h(
        "div",
        {},
        h(
          "ul",
          { class: "a-z" },
          own.map((card) => h("li", {}, h("a", { href: book.urlOfCard(card) }, parts.named(card)))),
        ),
      ),
    );
  };
  return {
    title: book.name(game),
    hue: game.hue,
    game,
    body: [
      parts.band(game, game, [game.edition, game.has[book.language]]),
      h("p", { class: "paper" }, `${texts.allOnPaper} `, parts.address(paper)),
      parts.acts(sources.length && parts.plays(game), parts.share(path, book.name(game)), parts.print(paper)),
      h(
        "div",
        { class: "stack" },
        h(
          "section",
          {},
          parts.heading(texts.rulesAndQuestions),
          sources.length ? sources.map(group) : h("p", { class: "nothing" }, texts.noTexts),
        ),
        kinds.length ? h("section", {}, parts.heading(texts.cards), kinds.map(listed)) : "",
        sources.map(([, source]) => parts.sourceNote(source)),
        h("p", { class: "paper" }, parts.icon("link"), " ", parts.address(path)),
      ),
    ],
  };
};

/** An entry: a ruling with its verdict, or a text to read with what stands below it. */
export const entryPage = (entry, site) => {
  const { book, parts } = site;
  const game = book.games.get(entry.game);
  const parent = book.parent(entry);
  const cards = entry.cards.map((key) => book.cards.get(key));
  const isRuling = entry.kind === "ruling";
  const path = `/e/${entry.key}`;
  const title = isRuling ? entry.short : entry.called || site.texts.kinds[entry.kind];
  const after = [
    parts.acts(entry.text && parts.pin(entry), parts.share(path, title), parts.print()),
    parts.sourceNote(book.sources[entry.source], path, entry),
    neighbours(entry, site),
  ];
  return {
    title,
    hue: game.hue,
    game,
    body: [
      parts.crumbs(game, parent ? [[parent.short, book.urlOf(parent)]] : []),
      h(
        "div",
        { class: "two" },
        h("div", { class: "stack" }, isRuling ? ruling(entry, site) : reading(entry, cards, site), after),
        isRuling &&
          cards.length &&
          h(
            "aside",
            { class: "stack" },
            cards.map((card) => panel(card, entry, site)),
          ),
      ),
    ],
  };
};

const ruling = (entry, { parts }) => [
  h("h1", parts.lang(entry.language), parts.title(entry), parts.badge(entry.language)),
  h(
    "div",
    { class: `answer ${classOf(entry)}${entry.oneWord ? " one-word" : ""}`, ...parts.lang(entry.language) },
    parts.body(entry),
  ),
];

const reading = (entry, cards, site) => {
  const { book, parts, texts } = site;
  const chip = (card) => h("li", {}, h("a", { class: "chip", href: book.urlOfCard(card) }, parts.named(card)));
  return [
    h(
      "article",
      { class: "prose", ...parts.lang(entry.language) },
      h(
        "h1",
        {},
        parts.number(entry),
        " ",
        entry.title ? parts.title(entry) : parts.called(entry),
        parts.badge(entry.language),
      ),
      parts.body(entry),
      pieces(entry, site),
    ),
    cards.length &&
      h("section", {}, h("h2", { class: "minor" }, texts.speaksOf), h("ul", { class: "chips" }, cards.map(chip))),
  ];
};

/** What stands below an entry: texts under their headings, rulings in rows. */
const pieces = (entry, { book, parts, texts }) => {
  const { most, lastLevel } = texts.below;
  const own = parts.ownLang(entry.language);
  const below = (above, level) =>
    book.below(above).flatMap((child) => [[child, level], ...below(child, Math.min(level + 1, lastLevel))]);
  const result = [];
  let rows;
  for (const [child, level] of below(entry, 2).slice(0, most)) {
    if (child.kind === "ruling") {
      if (!rows) result.push((rows = h("ul", { class: "rows panel", ...own })));
      rows.append(h("li", {}, parts.row(child)));
      continue;
    }
    rows = undefined;
    const heading = child.title
      ? h(`h${level}`, {}, parts.number(child), " ", parts.title(child))
      : h("p", { class: "untitled" }, parts.number(child) ?? parts.called(child));
    result.push(h("section", { id: `e-${child.anchor}` }, heading, parts.body(child, `e-${child.anchor}-`)));
  }
  return result;
};

const panel = (card, here, { book, parts }) => {
  const rulings = book.ownOf(card).filter((entry) => entry.kind === "ruling");
  const heading = h("a", { href: book.urlOfCard(card) }, parts.named(card), parts.icon("next"));
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, heading),
    parts.names(card),
    rulings.length > 1 ? parts.rows(rulings, here) : "",
  );
};

const neighbours = (entry, { book, parts, texts }) => {
  const all = book.ofSource(entry.source).filter((other) => other.kind !== "chapter" || other === entry);
  const at = all.indexOf(entry);
  const link = (other, rel, word) =>
    other &&
    h(
      "a",
      { href: book.urlOf(other), rel },
      h("small", {}, word, other.number ? `: ${other.number}` : ""),
      h("span", parts.lang(other.language), other.short),
    );
  return h(
    "nav",
    { class: "neighbours", "aria-label": texts.neighbours },
    link(all[at - 1], "prev", texts.before),
    link(all[at + 1], "next", texts.after),
  );
};

/** A card: its names, its rulings and rules in full, where it is mentioned. */
export const cardPage = (card, things, { book, parts, texts }) => {
  const game = book.games.get(card.game);
  const own = book.ownOf(card);
  const mentioned = (things[card.key]?.[1] ?? [])
    .map((doc) => book.entries[doc])
    .filter((entry) => !entry.cards.includes(card.key));
  const places = placesOf(own, book);
  const inFull = (entry) => {
    const source = book.sources[entry.source];
    const { edition, isCommunity } = told(entry, own, book);
    const tags = [
      (source.authority === "official" || isCommunity) && parts.authority(source),
      edition && h("span", { class: "tag", ...parts.lang(source.language) }, edition),
    ];
    const isRuling = entry.kind === "ruling";
    const here = parts.ownLang(entry.language);
    const anchor = h("a", { class: "anchor", href: book.urlOf(entry), "aria-label": texts.permalink, ...here }, "#");
    return h(
      isRuling ? "li" : "section",
      { id: places.get(entry), class: !isRuling && "prose" },
      h(
        isRuling ? "h3" : "h2",
        { class: isRuling && "question", ...parts.lang(entry.language) },
        entry.title ? parts.title(entry) : parts.called(entry),
        !isRuling && anchor,
      ),
      h("div", { class: "text", ...parts.lang(entry.language) }, parts.body(entry, `${places.get(entry)}-`)),
      isRuling &&
        h(
          "p",
          { class: "permalink" },
          h("a", { href: book.urlOf(entry), "aria-label": texts.permalink }, entry.number, parts.icon("link")),
          tags,
          parts.pin(entry, entry.number),
        ),
    );
  };
  const path = `/c/${card.key}`;
  const sources = [...new Set(own.map((entry) => book.sources[entry.source]))];
  const notes = sources.map((source) => parts.sourceNote(source, path));
  const link = h("p", {}, parts.icon("link"), h("a", { href: path }, parts.address(path)));
  const rulings = own.filter((entry) => entry.kind === "ruling");
  const mentions = mentioned.length
    ? h(
        "section",
        { class: "panel mentions" },
        h("h2", {}, texts.mentioned, " ", h("i", {}, mentioned.length)),
        parts.rows(mentioned),
      )
    : "";
  return {
    title: book.name(card),
    hue: game.hue,
    game,
    body: [
      parts.crumbs(game, [[texts.cardKinds[card.kind], book.link(`${game.slug}/`)]]),
      parts.band(card, game, [texts.cardKind[card.kind], card.set, card.code, game.edition]),
      parts.acts(parts.share(path, book.name(card)), parts.print()),
      h(
        "div",
        { class: "two" },
        h(
          "div",
          { class: "stack" },
          rulings.length
            ? h("section", {}, parts.heading(texts.questions), h("ol", { class: "list" }, rulings.map(inFull)))
            : "",
          own.filter((entry) => entry.kind !== "ruling").map(inFull),
          own.length ? "" : [h("p", { class: "nothing" }, texts.notAsked), mentions],
        ),
        h("aside", { class: "stack" }, own.length ? mentions : "", notes.length ? notes : h("footer", { class: "source-note" }, link)),
      ),
    ],
  };
};
