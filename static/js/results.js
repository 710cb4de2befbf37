// What the device knows of a list of results: its game for tonight. Arrow keys go from result to result, Enter opens
// the one they stand on.
import { gameTonight, withGame } from "./device.js";

const results = [...document.querySelectorAll(".results > li")];
const isFree = (target) => !target.closest?.("a, button, summary, textarea, select");
let at = -1;

const stand = (next) => {
  results[at]?.classList.remove("is-active");
  at = Math.max(0, Math.min(results.length - 1, next));
  const link = results[at].querySelector(".question a");
  results[at].classList.add("is-active");
  link.focus({ preventScroll: true });
  results[at].scrollIntoView({ block: "nearest" });
};

document.addEventListener("keydown", (event) => {
  if (!results.length || event.ctrlKey || event.metaKey || event.altKey) return;
  const onResult = event.target.closest?.(".results");
  if (!onResult && !isFree(event.target)) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    stand(at + (event.key === "ArrowDown" ? 1 : -1));
  }
});

// An address that was typed, or came from the browser's own search field, asks all games.
const first = document.getElementById("tonight-first");
const game = gameTonight();
if (first) first.hidden = !game;
if (first && game) {
  const link = first.querySelector("a");
  const asked = new URLSearchParams(link.search);
  asked.set("tonight", game.slug);
  link.search = asked;
  link.textContent = withGame(link.textContent, game);
}
