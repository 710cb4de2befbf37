// The page that stands for every page without a network, and that tells of the copy with one.
import { pinned, show as showKept } from "../device.js";
import { asked } from "./asking.js";
import { Book } from "./book.js";
import { h } from "./dom.js";
import { fragment } from "./fragment.js";
import { part, state } from "./kept.js";
import { cardPage, entryPage, gamePage } from "./pages.js";
import { Parts } from "./parts.js";
import { tonightPage } from "./pinned.js";
import { resultsOf } from "./results.js";
import { filled } from "./saying.js";
import { Search } from "./search.js";
import { sheetPage } from "./sheet.js";
import { date, showState } from "./status.js";

const texts = JSON.parse(document.getElementById("offline-texts").textContent);
const language = document.documentElement.lang;
const [, , ...steps] = location.pathname.replace(/[^/]$/, "$&/").split("/"); // also of an address without the last slash
const path = steps.join("/");

/** What stands at the address in the copy: {title, hue, game, body, ready}, `game`: the one that is searched in from
 * there, `ready` to be called once it is shown; undefined: nothing. */
const viewed = async (copy, site) => {
  const { book } = site;
  if (path === "search/") {
    const parameters = new URLSearchParams(location.search);
    const text = parameters.get("q") ?? "";
    if (!text.trim()) return undefined;
    const search = new Search(await part(copy, "search"), book.entries);
    const question = asked(parameters, search, site);
    const body = h("div", { class: "stack" }, resultsOf(question, search, site));
    return { title: text, game: book.games.get(question.options.game), body };
  }
  if (path === "tonight/") {
    const isAsked = new URLSearchParams(location.search).has("e");
    // The address says what the list has, as with a network; here it is known before anything is shown.
    if (!isAsked && pinned().length) history.replaceState(history.state, "", `?e=${pinned()}`);
    return tonightPage(new URLSearchParams(location.search).get("e") ?? "", site);
  }
  if (book.entryAt.has(path)) return entryPage(book.entryAt.get(path), site);
  if (book.cardAt.has(path)) return cardPage(book.cardAt.get(path), (await part(copy, "search")).things, site);
  const game = book.games.get(steps[0]);
  if (!game) return undefined;
  if (steps.length <= 2) return gamePage(game, site);
  return steps.length === 3 ? sheetPage(game, steps[1], site) : undefined;
};

const SHORT = /^\/([ec])\/(\d+)$/;
const isHere = path === "offline/";
const isHome = path === "" || location.pathname === "/";

/** The fields search in the game of the page, and say so. */
const searchIn = (game, book) => {
  for (const form of document.querySelectorAll(".find[data-within]")) {
    form.removeAttribute("data-within");
    form.append(h("input", { type: "hidden", name: "game", value: game.slug }));
    const text = form.closest(".bar") ? texts.inGame : texts.searchInGame;
    form.querySelector("input[type=search]").placeholder = filled(text, book.name(game));
  }
};

/** Where a short link leads, and a heading that is the name of a card; undefined: nowhere else. */
const elsewhere = (book) => {
  const [, kind, key] = SHORT.exec(location.pathname) ?? [];
  const card = kind === "c" && book.cards.get(Number(key));
  if (card) return book.urlOfCard(card);
  const entry = kind === "e" ? book.entries.find((one) => one.key === Number(key)) : book.entryAt.get(path);
  const url = entry && book.urlOf(entry);
  return url === book.link(path) ? undefined : url;
};

const show = async (copy) => {
  const book = new Book(await part(copy, "texts"), language, (to) => `/${language}/${to}`);
  const site = { book, texts, parts: new Parts(book, texts) };
  const go = (url) => location.replace(url + location.search + location.hash);
  const url = elsewhere(book);
  if (url) return go(url);
  const page = SHORT.test(location.pathname) ? undefined : await viewed(copy, site);
  if (!page && book.moved.has(path)) return go(book.link(book.moved.get(path)));
  const main = document.getElementById("main");
  if (!page) {
    main.querySelector("h1").textContent = path === "search/" ? texts.searchStart : texts.notSaved;
    return;
  }
  document.title = `${page.title} — ${texts.site}`;
  if (page.hue !== undefined) document.documentElement.dataset.hue = page.hue;
  main.replaceChildren(...[page.body].flat());
  if (page.game) searchIn(page.game, book);
  showKept();
  page.ready?.();
  if (location.hash) document.getElementById(fragment())?.scrollIntoView();
};

const frame = (copy) => {
  for (const link of document.querySelectorAll(".languages a")) link.href = `/${link.lang}/${path}${location.search}`;
  if (isHere && navigator.onLine) return;
  const banner = document.getElementById("no-network");
  banner.hidden = false;
  document.body.classList.add("without-network");
  document.querySelector("main h1").textContent = texts.noNetwork;
  if (!copy) return;
  const when = h("time", { datetime: new Date(copy.saved).toISOString() }, date(copy.saved, language));
  banner.querySelector(".of").replaceWith(when);
};

const start = async () => {
  const copy = await state().catch(() => undefined); // storage is refused
  frame(copy);
  if (copy && !isHere && !isHome) await show(copy);
};

// At once: what somebody types while the copy is read is theirs, and the address follows it.
for (const field of document.querySelectorAll(".find input[type=search]")) {
  if (field !== document.activeElement) field.value = new URLSearchParams(location.search).get("q") ?? "";
}
// Who comes home without a network looks for a game.
if (isHome) document.getElementById("copy").before(document.querySelector("section:has(> .kept-games)"));
showState(texts, language);
start();
