// The list under the field: the site renders it; where it doesn't answer the copy on the device has it, if there is one.
import { gameTonight } from "./device.js";
import { recentThings } from "./recent.js";

const PATIENCE = 1500; // milliseconds the site may take before the copy is asked too
const SHORT = 100; // the same, where the site has just kept us waiting in vain
const REMEMBERED = 15_000; // for so long

let hung = -REMEMBERED; // when the site kept us waiting last

/** A page asked with these values, in the game of the form or first in that for tonight. */
export const address = (form, page, values) => {
  const url = new URL(page, location.href);
  const scope = form.elements.game ? { game: form.elements.game.value } : { tonight: gameTonight()?.slug };
  for (const [name, value] of Object.entries({ ...values, ...scope })) if (value) url.searchParams.set(name, value);
  return url;
};

/** undefined without a copy. */
const fromCopy = async (form, text) => {
  try {
    const { suggested } = await import("./offline/suggesting.js");
    const game = form.elements.game?.value;
    return await suggested({
      text,
      game,
      tonight: game ? "" : gameTonight()?.slug,
      recent: recentThings(),
      here: address(form, form.action, { q: text }),
      everywhere: `${form.action}?${new URLSearchParams({ q: text })}`,
    });
  } catch {
    return undefined; // storage is refused
  }
};

/** undefined where the site can't be reached. */
const fromSite = async (form, text, signal) => {
  const values = text ? { q: text } : { recent: recentThings() };
  const answer = await fetch(address(form, form.dataset.suggest, values), { signal }).catch(() => undefined);
  if (!answer) return undefined;
  const html = answer.ok ? await answer.text().catch(() => "") : "";
  return [...document.createRange().createContextualFragment(html).childNodes];
};

const late = () => {
  const patience = performance.now() - hung < REMEMBERED ? SHORT : PATIENCE;
  return new Promise((resolve) => setTimeout(resolve, patience, true));
};

/** The elements of the list for what is typed, or of what was read last; none: the plain form still works. Twice where
 * the site answers after the copy. */
export const listed = async function* (form, text, signal) {
  const site = fromSite(form, text, signal);
  let kept;
  if (await Promise.race([site.then(() => false), late()])) {
    if (signal.aborted) return;
    hung = performance.now();
    kept = await fromCopy(form, text);
    if (kept) yield kept;
  }
  const nodes = await site;
  if (signal.aborted) return;
  if (nodes) hung = -REMEMBERED;
  if (nodes?.length || !kept) yield nodes ?? kept ?? (await fromCopy(form, text)) ?? [];
};
