// The list under the field: the site renders it; without a network the copy on the device has it, where there is one.
import { gameTonight } from "./device.js";
import { recentThings } from "./recent.js";

/** A page asked with these values, in the game of the form or first in that for tonight. */
export const address = (form, page, values) => {
  const url = new URL(page, location.href);
  const scope = form.elements.game ? { game: form.elements.game.value } : { tonight: gameTonight()?.slug };
  for (const [name, value] of Object.entries({ ...values, ...scope })) if (value) url.searchParams.set(name, value);
  return url;
};

const fromCopy = async (form, text) => {
  try {
    const { suggested } = await import("./offline/suggesting.js");
    const game = form.elements.game?.value;
    const drawn = await suggested({
      text,
      game,
      tonight: game ? "" : gameTonight()?.slug,
      recent: recentThings(),
      here: address(form, form.action, { q: text }),
      everywhere: `${form.action}?${new URLSearchParams({ q: text })}`,
    });
    return drawn ?? [];
  } catch {
    return []; // no copy
  }
};

/** The elements of the list for what is typed, or of what was read last; none: the plain form still works. */
export const listed = async (form, text, signal) => {
  const values = text ? { q: text } : { recent: recentThings() };
  const answer = await fetch(address(form, form.dataset.suggest, values), { signal }).catch(() => null);
  if (signal.aborted) return [];
  if (!answer) return fromCopy(form, text);
  const html = answer.ok ? await answer.text().catch(() => "") : "";
  return [...document.createRange().createContextualFragment(html).childNodes];
};
