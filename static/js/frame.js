// The frame of every page: its keys, the place that a language switch keeps, and what is loaded when it is used.
import { forgetGone, gameTonight, read, remember, sayRefused, show } from "./device.js";
import "./preview.js";

const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");
const seen = (element) => element.offsetParent !== null;

// "/" goes to the search field that is seen; Escape leaves it, and closes an open sheet.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !typing(event.target)) {
    const field = [...document.querySelectorAll("main .find input[type=search], .find input[type=search]")].find(seen);
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  }
  if (event.key === "Escape") {
    if (typing(event.target)) event.target.blur();
    if (document.querySelector(".sheet:target")) location.hash = "main";
  }
});

// The language switch keeps the place on the page: the anchors are the same in both languages.
for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
  });
}

// A search on a page that is of no game asks the game for tonight first.
document.addEventListener("submit", ({ target: form }) => {
  form.dataset.sent = "";
  if (!form.matches(".find[data-suggest]") || form.elements.game) return;
  form.elements.tonight?.remove(); // on a page that Back returned from: the game may be another by now
  const game = gameTonight();
  if (!game) return;
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "tonight", value: game.slug }));
});

addEventListener("pageshow", () => document.querySelectorAll("[data-sent]").forEach((form) => delete form.dataset.sent));

// Results that took the place of an address that was followed count as the same document to some browsers: Back and
// Forward then change the address alone. What was typed at the place is shown by instant.js, where it is at work.
const loaded = location.pathname + location.search;
let isTyping = false;
addEventListener("popstate", () => {
  const isFollowed = history.state?.instant && isTyping;
  if (!isFollowed && location.pathname + location.search !== loaded) location.reload();
});

// What is folded is open on paper, also where the stylesheet can't open it, and folded on the screen as before.
const unfolded = [];
addEventListener("beforeprint", () => {
  for (const fold of document.querySelectorAll("details:not([open])")) {
    fold.open = true;
    unfolded.push(fold);
  }
});
addEventListener("afterprint", () => unfolded.splice(0).forEach((fold) => (fold.open = false)));

const { thing, query } = document.querySelector("main").dataset;
if (thing) remember("recent", thing);
if (query) remember("queries", query);
show();
// What is kept may have become another one: on the page that Back returned from, or in another tab.
addEventListener("pageshow", ({ persisted }) => persisted && show());
addEventListener("storage", show);
forgetGone(document);
document.addEventListener("refused", sayRefused); // by theme.js, which can import nothing

// With scripts the field of a search is a combobox; without them it is what its type says.
const COMBOBOX = { role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list" };
for (const field of document.querySelectorAll(".find[data-suggest] input[type=search]")) {
  for (const [name, value] of Object.entries(COMBOBOX)) field.setAttribute(name, value);
}

const suggest = ({ target: field }) => {
  const form = field.matches?.("input[type=search]") && field.closest(".find[data-suggest]");
  if (!form) return;
  import("./instant.js").then(({ attend }) => {
    attend(form);
    isTyping = true;
  });
};
document.addEventListener("focusin", suggest);
if (document.activeElement) suggest({ target: document.activeElement });

const ACTS = "[data-pin], [data-game-tonight], [data-share], [data-copy], [data-print], [data-awake]";
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(ACTS);
  if (button) import("./acts.js").then(({ act }) => act(button));
});
if (read("awake", false) || document.querySelector("[data-awake]")) import("./awake.js");
