// The search of a game that is one file: what it finds is further down in the same file.
import { Book } from "./book.js";
import { h } from "./dom.js";
import { fragment } from "./fragment.js";
import { Parts } from "./parts.js";
import { LIMIT, resultsOf } from "./results.js";
import { Search } from "./search.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const texts = read("offline-texts");
const { texts: kept, search: tables } = read("copy");
const { lang: language } = document.documentElement;

/** What isn't in the file is on the site. */
const links = read("links");
const link = (path) => links[path] ?? `${document.body.dataset.site}/${language}/${path}`;

const book = new Book(kept, language, link);
const site = { book, texts, parts: new Parts(book, texts) };
const form = document.getElementById("find");
const field = form.querySelector("input");
const results = document.getElementById("results");
const everything = document.getElementById("texts");
let search;
let shown = {}; // {text, count: of results}

const find = () => {
  const text = field.value.trim();
  results.hidden = !text;
  everything.hidden = Boolean(text);
  results.replaceChildren(); // nothing of another query stays there, whatever happens
  if (!text) return;
  search ??= new Search(tables, book.entries);
  if (text !== shown.text) shown = { text, count: LIMIT };
  const asked = { text, options: { language, top: shown.count }, offset: 0, more };
  results.replaceChildren(...resultsOf(asked, search, site).flat(Infinity).filter(Boolean));
};

/** The next ones below the others: the file has no second page. */
const more = (total) => {
  const { count } = shown;
  if (total <= count) return undefined;
  const button = h("button", { class: "button", type: "button" }, texts.more);
  button.addEventListener("click", () => {
    shown.count += LIMIT;
    find();
    results.querySelectorAll(".question a")[count].focus();
  });
  return h("p", { class: "more" }, button);
};

/** The address follows what is typed: Back from a place in the file returns to it, and then to where one was. */
const follow = () => {
  const step = history.state?.typed ? "replaceState" : "pushState";
  history[step]({ typed: true }, "", `#?${encodeURIComponent(field.value.trim())}`);
};

/** To a place in the file, or to what is looked for. */
const go = () => {
  const asked = fragment();
  field.value = asked.startsWith("?") ? asked.slice(1) : "";
  find();
  if (!asked.startsWith("?")) document.getElementById(asked)?.scrollIntoView();
};

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault()); // it is found by then
field.addEventListener("input", () => {
  follow();
  find();
});
addEventListener("hashchange", go);
go();
