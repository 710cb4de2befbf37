// The page of the list for tonight. The list is kept on this device; the page's address says what it shows.
import { forgetGone, gameTonight, keep, MOST_PINS, pinned, show, write } from "./device.js";

const here = document.querySelector("main").dataset.keys.split(",").filter(Boolean).map(Number);
const mine = pinned();
const listed = (url) => (new URL(url).searchParams.get("e") ?? "").split(",").filter(Boolean).map(Number);
// The page leaves out what is withdrawn, so that its address tells whose list it is.
const isMine = [here, listed(location.href)].some((keys) => String(keys) === String(mine));
const go = (keys) => location.replace(`?e=${keys}`);

if (!new URL(location.href).searchParams.has("e") && mine.length) go(mine);

// What is done to one's own list is kept; a list of somebody else is only looked at, until it is taken.
if (isMine) {
  if (here.length < mine.length) {
    write("tonight", here); // an answer that is withdrawn drops off
    show();
  }
  for (const link of document.querySelectorAll("[data-change]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      write("tonight", listed(link.href));
      location.replace(link.href);
    });
  }
} else if (here.length) {
  const foreign = document.getElementById("foreign");
  foreign.hidden = false;
  foreign.querySelector("[data-join]").hidden = !mine.length;
  foreign.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const keys = "join" in button.dataset ? [...new Set([...mine, ...here])].slice(0, MOST_PINS) : here;
    if (keep("tonight", keys)) go(keys);
  });
}

const game = gameTonight();
const box = document.getElementById("game-tonight");
if (game) {
  const [text, button] = box.children;
  text.textContent = text.textContent.replace("*", game.names[document.documentElement.lang] ?? game.slug);
  box.hidden = false;
  button.addEventListener("click", () => {
    write("game", null);
    box.hidden = true;
    show();
  });
  const answer = await fetch(`${box.dataset.rows}?game=${encodeURIComponent(game.slug)}`).catch(() => null);
  const rows = document.createRange().createContextualFragment(answer?.ok ? await answer.text() : "");
  const gone = rows.querySelector("[data-game-gone]");
  if (gone) {
    text.textContent = gone.textContent;
    button.remove();
    forgetGone(rows);
  }
}
