// The page of the list for tonight. The list is kept on this device; the page's address says what it shows.
import { forgetGone, gameTonight, keep, MOST_PINS, pinned, show, withGame, write } from "./device.js";
import { say } from "./say.js";

const here = document.querySelector("main").dataset.keys.split(",").filter(Boolean).map(Number);
const listed = (url) => (new URL(url).searchParams.get("e") ?? "").split(",").filter(Boolean).map(Number);
const go = (keys, place = "") => location.replace(`?e=${keys}${place}`);

const isAsked = new URL(location.href).searchParams.has("e");
// The page leaves out what is withdrawn, so that its address tells whose list it is.
const asked = listed(location.href);
const isShown = (keys) => [here, asked].some((shown) => String(shown) === String(keys));
// Once one's own, always one's own: Back leads to it after something was pinned or taken off elsewhere.
const isMine = Boolean(history.state?.own) || isShown(pinned());

/** One's own list as it is now, in the place of what it was. */
const follow = () => {
  if (!isShown(pinned())) go(pinned());
};

/** What is done here to the list, done to what is kept by now: other tabs may have pinned and taken off. */
const changed = (keys) => {
  const now = pinned();
  return [...keys.filter((key) => now.includes(key)), ...now.filter((key) => !here.includes(key))];
};

if (!isAsked && pinned().length) go(pinned());

// What is done to one's own list is kept; a list of somebody else is only looked at, until it is taken.
if (isMine) {
  history.replaceState({ ...history.state, own: true }, "");
  const gone = asked.filter((key) => !here.includes(key));
  if (pinned().some((key) => gone.includes(key))) {
    write("tonight", pinned().filter((key) => !gone.includes(key))); // an answer that is withdrawn drops off
    show();
  }
  follow();
  addEventListener("storage", ({ key }) => [null, "tonight"].includes(key) && follow());
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
  for (const link of document.querySelectorAll("[data-change]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const keys = changed(listed(link.href));
      if (keep("tonight", keys)) go(keys, link.hash);
    });
  }
  // Where the list was changed: its address says on which button the keyboard stands, and what became of the row.
  const button = document.getElementById(location.hash.slice(1));
  if (button?.matches("[data-change]")) {
    const rows = [...document.querySelectorAll(".pinned > li")];
    const { place, off } = document.getElementById("moved").dataset;
    const number = rows.indexOf(button.closest("li")) + 1;
    button.focus();
    say(button.id.endsWith("-off") ? off : place.replace("*", number).replace("*", rows.length));
    history.replaceState(history.state, "", location.search); // said once
  }
} else if (here.length) {
  const foreign = document.getElementById("foreign");
  const join = foreign.querySelector("[data-join]");
  const offer = () => (join.hidden = !pinned().length);
  foreign.hidden = false;
  offer();
  addEventListener("storage", offer);
  foreign.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    const keys = button === join ? [...new Set([...pinned(), ...here])] : here;
    if (keys.length > MOST_PINS) say(join.dataset.full);
    else if (keep("tonight", keys)) go(keys);
  });
}

const game = gameTonight();
const box = document.getElementById("game-tonight");
if (game) {
  const [text, button] = box.children;
  text.textContent = withGame(text.textContent, game);
  box.hidden = false;
  button.addEventListener("click", () => {
    if (!keep("game", null)) return;
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
