// Texts in one go, in their order and under their headings: a game on paper (templates/rulings/paper.html), or one of
// its sources.
import { h } from "./dom.js";
import { placesOf } from "./telling.js";

const leveled = (sources, book, { firstLevel, lastLevel }) => {
  const below = (above, level) =>
    above.flatMap((entry) => [[entry, level], ...below(book.below(entry), Math.min(level + 1, lastLevel))]);
  return sources.map(([number, source]) => {
    const top = book.ofSource(number).filter((entry) => entry.parent < 0);
    return [source, below(top, firstLevel)];
  });
};

/** `step`: «print» for all sources of the game, else the slug of one; undefined: the copy has no such page. */
export const sheetPage = (game, step, { book, parts, texts }) => {
  const own = [...book.sources.entries()].filter(([, source]) => source.game === game.slug);
  const isPaper = step === "print";
  const shown = isPaper ? own : own.filter(([, source]) => source.slug === step);
  if (!isPaper && !shown.length) return undefined;
  const sheets = leveled(shown, book, texts.paper);
  const places = placesOf(
    sheets.flatMap(([, pieces]) => pieces.map(([entry]) => entry)),
    book,
  );
  const piece = ([entry, level]) => {
    const number = parts.number(entry);
    const id = places.get(entry);
    if (entry.kind === "chapter") return h(`h${level}`, { id }, number && [number, " "], entry.short);
    const heading = entry.title
      ? h(`h${level}`, {}, number && [number, " "], parts.title(entry))
      : number && h("p", { class: "untitled" }, number);
    const text = h("div", { class: "text" }, parts.body(entry, `${id}-`));
    return h("section", { id }, heading, text);
  };
  const sheet = ([source, pieces]) =>
    h(
      "article",
      { class: "sheet-of-paper prose", ...parts.lang(source.language) },
      isPaper && h("h2", {}, source.title, parts.badge(source.language)),
      h(
        "p",
        { class: "muted small" },
        h("span", parts.ownLang(source.language), `${texts.authorities[source.authority]}.`),
        ` ${source.facts}`,
      ),
      pieces.map(piece),
    );
  const path = book.link(isPaper ? `${game.slug}/` : `${game.slug}/${step}/`);
  const [, source] = shown[0] ?? [];
  const heading = isPaper
    ? h("h1", {}, parts.named(game), parts.badge(book.nameLanguage(game)))
    : h("h1", {}, h("span", parts.lang(source.language), source.title), parts.badge(source.language));
  const title = isPaper ? book.name(game) : source.title;
  return {
    title: isPaper ? `${title}: ${texts.onPaper}` : title,
    hue: game.hue,
    game,
    body: [
      parts.crumbs(game, []),
      h("header", {}, heading),
      parts.acts(parts.share(path, title), parts.print()),
      ...(sheets.length ? sheets.map(sheet) : [h("p", { class: "nothing" }, texts.noTexts)]),
      h("p", { class: "muted small" }, parts.address(path)),
    ],
    ready: () => document.body.classList.add("on-paper"),
  };
};
