// «Tonight at the table» on the home page: the game and the pinned answers of this device. The site renders the rows,
// this asks for them; room.js has kept their place free.
import { forgetGone, gameTonight, pinned, write } from "./device.js";

const list = document.querySelector(".table-tonight .rows");

const fill = async () => {
  const asked = new URLSearchParams({ e: pinned(), game: gameTonight()?.slug ?? "" });
  if (!document.documentElement.hasAttribute("data-table") || list.dataset.asked === String(asked)) return;
  list.dataset.asked = asked;
  const answer = await fetch(`${list.dataset.rows}?${asked}`).catch(() => null);
  if (answer?.ok) {
    list.innerHTML = await answer.text();
    const game = list.querySelector("[data-slug]")?.dataset; // called as it is today
    if (game) write("game", { slug: game.slug, names: { ru: game.ru, pl: game.pl } });
    forgetGone(list);
  } else delete list.dataset.asked; // the way to the list is there all the same
};

fill();
addEventListener("pageshow", ({ persisted }) => persisted && fill()); // back from a page where something was pinned
addEventListener("storage", fill); // or it was in another tab
