// Pieces that several pages are made of, in the forms of the templates' partials.
import { h, made } from "./dom.js";
import { filled } from "./saying.js";

const LONG = { dateStyle: "long", timeZone: "UTC" }; // of dates, which have no time of day

export class Parts {
  /** `texts`: what the server says in the reader's language, with its icons. */
  constructor(book, texts) {
    this.book = book;
    this.texts = texts;
  }

  icon(name) {
    return made(this.texts.icons[name]);
  }

  heading(text) {
    return h("div", { class: "heading-row" }, h("h2", {}, text));
  }

  /** The attributes of a text that is not in the reader's language. */
  lang(language) {
    return language === this.book.language ? {} : { lang: language };
  }

  /** The attributes of words of the interface inside an element of a text's language. */
  ownLang(language) {
    return language === this.book.language ? {} : { lang: this.book.language };
  }

  badge(language, always = false) {
    if (!always && language === this.book.language) return undefined;
    const title = this.texts.languages[language];
    return h("span", { class: "lang", lang: this.book.language, title }, language.toUpperCase());
  }

  emblem(slug) {
    const game = this.book.games.get(slug);
    return h("span", { class: "emblem", "data-hue": game.hue, "aria-hidden": "true", html: game.emblem });
  }

  named(thing) {
    const language = this.book.nameLanguage(thing);
    return h("span", this.lang(language), this.book.name(thing));
  }

  dot(entry) {
    const shape = entry.verdict.replace("_if", "") || "plain";
    const label = this.texts.verdicts[entry.verdict];
    return h("span", { class: `dot ${classOf(entry)}`, role: "img", "aria-label": label }, this.icon(shape));
  }

  mark(entry) {
    return entry.kind === "ruling" ? this.dot(entry) : this.icon(this.texts.kindIcons[entry.kind]);
  }

  number(entry) {
    return entry.number ? h("span", { class: "number" }, entry.number) : undefined;
  }

  /** Where an entry stands: game, heading, number or kind; what tells it from others beside it. */
  meta(entry, { edition = "", isCommunity = false } = {}) {
    const parent = this.book.parent(entry);
    const source = this.book.sources[entry.source];
    return h(
      "div",
      { class: "meta" },
      this.emblem(entry.game),
      h("span", {}, this.named(this.book.games.get(entry.game)), parent && [" › ", h("span", this.lang(entry.language), parent.short)]),
      this.badge(entry.language),
      edition && h("span", { class: "tag edition", ...this.lang(source.language) }, edition),
      (source.authority === "official" || isCommunity) && this.sign(source),
      h("span", { class: "number" }, entry.number || h("span", { class: "tag" }, this.texts.kinds[entry.kind])),
    );
  }

  /** A path as other devices reach it, to be read and typed: rulings/sharing.py. */
  address(path) {
    const { lan, hereOnly } = this.texts;
    return `${(hereOnly.includes(location.hostname) && lan) || location.host}${path}`;
  }

  // ── what can be done with a page (acts.js) ──

  /** The row of such buttons, of those that there are. */
  acts(...buttons) {
    return h("div", { class: "acts", role: "group", "aria-label": this.texts.withPage }, buttons);
  }

  /** The button that puts an entry on the list for tonight; `label`: what it says besides, for the ear. */
  pin(entry, label = "") {
    const { pin, pinsFull } = this.texts;
    const button = { type: "button", "data-pin": entry.key, "data-full": pinsFull, "aria-pressed": "false" };
    return h("button", button, this.icon("pin"), label && [h("span", { class: "hidden" }, label), " "], pin);
  }

  /** The button that makes a game the one for tonight. */
  plays(game) {
    const titles = Object.entries(game.titles).map(([language, [name]]) => [`data-${language}`, name]);
    const button = { type: "button", "data-game-tonight": game.slug, "aria-pressed": "false" };
    return h("button", { ...button, ...Object.fromEntries(titles) }, this.icon("dice"), this.texts.plays);
  }

  share(path, title) {
    const { share, shared } = this.texts;
    const url = `${location.protocol}//${this.address(path)}`;
    const button = { type: "button", "data-share": url, "data-title": title, "data-done": shared };
    return h("button", button, this.icon("share"), h("span", {}, share));
  }

  /** A button that prints the page, or a link to the one that is for paper. */
  print(href) {
    const inside = [this.icon("print"), this.texts.print];
    return href ? h("a", { href }, inside) : h("button", { type: "button", "data-print": "" }, inside);
  }

  /** An entry as a row of a list. */
  row(entry, here) {
    const text = h("span", this.lang(entry.language), entry.short);
    const current = entry === here ? { "aria-current": "page" } : {};
    return h(
      "a",
      { href: this.book.urlOf(entry), ...current },
      this.mark(entry),
      h("span", {}, text),
      this.number(entry),
    );
  }

  rows(entries, here) {
    return h(
      "ul",
      { class: "rows" },
      entries.map((entry) => h("li", {}, this.row(entry, here))),
    );
  }

  crumbs(game, steps) {
    const last = steps.length - 1;
    return h(
      "nav",
      { class: "crumbs", "aria-label": this.texts.youAreHere },
      h(
        "ol",
        {},
        h("li", {}, h("a", { href: this.book.link(`${game.slug}/`) }, this.emblem(game.slug), this.named(game))),
        steps.map(([text, url], at) => h("li", at < last ? { class: "wide-only" } : {}, h("a", { href: url }, text))),
      ),
    );
  }

  names(thing) {
    const names = this.book.otherNames(thing);
    if (!names.length) return undefined;
    const pair = ([language, text]) =>
      h("div", {}, h("dt", {}, this.badge(language, true)), h("dd", { lang: language }, text));
    return h("dl", { class: "names" }, names.map(pair));
  }

  band(thing, game, tags) {
    const heading = h("h1", {}, this.named(thing), this.badge(this.book.nameLanguage(thing)));
    return h(
      "header",
      { class: "band" },
      h("span", { class: "cover", "aria-hidden": "true", html: game.cover }),
      h(
        "div",
        {},
        heading,
        this.names(thing),
        h(
          "p",
          { class: "tags" },
          tags.filter(Boolean).map((tag) => h("span", { class: "tag" }, tag)),
        ),
      ),
    );
  }

  /** Stored HTML for this page: its links, its ids, and what the page adds in the reader's language. */
  html(html, entry, prefix = "") {
    const box = h("div", { html: html.replaceAll(' id="p', ` id="${prefix}p`) });
    for (const link of box.querySelectorAll('a[href^="/-/"]')) {
      const [path, fragment] = link.getAttribute("href").slice(3).split("#");
      link.setAttribute("href", this.book.link(path) + (fragment ? `#${fragment}` : ""));
    }
    for (const wide of box.querySelectorAll(".sideways")) {
      const [inside] = wide.children;
      wide.setAttribute("aria-label", this.texts.wide[inside.localName]);
      if (entry.language !== this.book.language) [wide.lang, inside.lang] = [this.book.language, entry.language];
    }
    for (const citation of box.querySelectorAll("cite")) {
      citation.title = this.texts.citation;
      this.#apart(citation, entry);
    }
    if (entry.language !== this.book.language) {
      for (const stamp of box.querySelectorAll(".stamp")) {
        stamp.dataset.gloss = entry.verdict.startsWith("yes") ? this.texts.yes : this.texts.no;
        this.#apart(stamp, entry);
      }
    }
    return [...box.childNodes];
  }

  /** An element that says something of the page's: it is in the language of the page, the words in it in their own. */
  #apart(element, entry) {
    if (entry.language === this.book.language) return;
    element.lang = this.book.language;
    element.replaceChildren(h("span", { lang: entry.language }, [...element.childNodes]));
  }

  /** What an entry without a title is called, inside an element of its language: its heading, or else its kind, which
   * is a word of the interface. */
  called(entry) {
    return entry.called || h("span", this.ownLang(entry.language), this.texts.kinds[entry.kind]);
  }

  title(entry) {
    return this.html(entry.titleHtml, entry);
  }

  /** The body of an entry; `prefix` makes its ids the page's own. */
  body(entry, prefix = "") {
    const nodes = this.html(entry.html, entry, prefix);
    const first = nodes.find((node) => node.tagName === "P");
    if (entry.kind === "ruling" && !entry.verdict && first) {
      first.dataset.label = this.texts.verdicts[""];
      this.#apart(first, entry);
    }
    return nodes;
  }

  authority(source) {
    const official = source.authority === "official";
    return h(
      "span",
      { class: official ? "tag official" : "tag" },
      official && this.icon("official"),
      this.texts.authorities[source.authority],
    );
  }

  /** Whose word an entry is, and of which edition, as far as it has to be said (templatetags/rows.py). */
  whose(entry, { edition, isCommunity }) {
    const source = this.book.sources[entry.source];
    const isOfficial = source.authority === "official";
    const parts = [];
    if (isOfficial || isCommunity) {
      const sign = this.icon(isOfficial ? "official" : "author");
      const label = this.texts.authorities[source.authority];
      parts.push(h("span", { class: isOfficial ? "whose official" : "whose" }, sign, label));
    }
    if (edition) parts.push(parts.length > 0 && " · ", h("span", this.lang(source.language), edition));
    return parts.filter(Boolean);
  }

  /** The authority of a source where there is little room for it. */
  sign(source) {
    const official = source.authority === "official";
    return h(
      "span",
      { class: official ? "tag official" : "tag" },
      this.icon(official ? "official" : "author"),
      this.texts.authorities[source.authority],
    );
  }

  /** Where a text comes from; with the short link at `path` to what the page shows, and of an `entry` with its place
   * there and as a quote. */
  sourceNote(source, path = "", entry = undefined) {
    const place = entry ? `#e-${entry.anchor}` : "";
    const to = { href: this.book.link(`${source.game}/${source.slug}/`) + place, ...this.lang(source.language) };
    const line = (icon, ...said) => h("p", {}, this.icon(icon), h("span", {}, said));
    const number = entry?.number ? `, ${entry.number}` : "";
    return h(
      "footer",
      { class: "source-note" },
      line("document", this.texts.source, " ", h("a", to, source.title), number, entry ? this.#lines(entry) : ""),
      line("author", this.authority(source), " ", h("span", this.lang(source.language), source.facts)),
      entry?.changed && line("clock", this.texts.changed, " ", this.#date(entry.changed)),
      path && line("link", h("a", { href: path }, this.address(path))),
      entry?.text && this.#quote(entry),
    );
  }

  #lines({ lines }) {
    if (!lines) return "";
    const [first, last] = lines;
    return `, ${first === last ? filled(this.texts.line, first) : filled(this.texts.lines, first, last)}`;
  }

  #date(day) {
    return h("time", { datetime: day }, new Intl.DateTimeFormat(this.book.language, LONG).format(new Date(day)));
  }

  #quote(entry) {
    const button = { type: "button", "data-copy": entry.quote, "data-done": this.texts.quoted };
    return h("p", { class: "js-only" }, this.icon("quote"), h("button", button, this.texts.quote));
  }
}

export const classOf = (entry) => entry.verdict.replace("_", "-") || "plain";
