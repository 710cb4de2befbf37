// What is kept on this device and nowhere else: the list and the game for tonight, what was read and searched last.
// Where storage is refused everything works as without it.

export const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

/** Whether it was kept. */
export const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** Whether this browser keeps anything for the site at all. */
export const isKeeping = () => {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
};

export const sayRefused = () => import("./say.js").then(({ say }) => say(document.body.dataset.refused));

/** Keeps what the reader asked to be kept; says so where that is refused. */
export const keep = (key, value) => {
  const isKept = write(key, value);
  if (!isKept) sayRefused();
  return isKept;
};

export const MOST_PINS = 60; // what the page of the list shows (rulings/views/tonight.py)

/** The keys of the list for tonight; what can't be one is left out, whatever another version or hand has kept. */
export const pinned = () => {
  const kept = read("tonight", []);
  return Array.isArray(kept) ? [...new Set(kept.filter(Number.isSafeInteger))].slice(0, MOST_PINS) : [];
};

/** The game for tonight, {slug, names: {language: name}}; null where there is none. */
export const gameTonight = () => {
  const kept = read("game", null);
  return typeof kept?.slug === "string" && kept.names ? kept : null;
};

/** What was read or searched last: a list of texts. */
export const last = (key) => {
  const kept = read(key, []);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
};

// Puts a value in front of such a list without having it twice.
export const remember = (key, value, most = 8) => {
  write(key, [value, ...last(key).filter((other) => other !== value)].slice(0, most));
};

/** Where the page says that the site has nothing of the game for tonight any more, it falls away here too. */
export const forgetGone = (said) => {
  const gone = said.querySelector("[data-game-gone]")?.dataset.gameGone;
  if (!gone || gameTonight()?.slug !== gone) return;
  write("game", null);
  show();
};

/** A text with the name of a game in the place of its «*»; a `$` in a name is one. */
export const withGame = (text, { slug, names }) => text.replace("*", () => names[document.documentElement.lang] ?? slug);

// Shows on the page what is kept: pressed buttons, the number on the way to the list, the game in the fields.
export const show = () => {
  const pins = pinned();
  const game = gameTonight();
  for (const button of document.querySelectorAll("[data-pin]")) {
    button.setAttribute("aria-pressed", pins.includes(Number(button.dataset.pin)));
  }
  for (const button of document.querySelectorAll("[data-game-tonight]")) {
    button.setAttribute("aria-pressed", game?.slug === button.dataset.gameTonight);
  }
  for (const link of document.querySelectorAll("[data-tonight]")) {
    link.search = pins.length ? `?e=${pins}` : "";
    const count = link.querySelector(".count-badge");
    count.textContent = pins.length;
    count.hidden = !pins.length;
  }
  for (const form of document.querySelectorAll(".find[data-within]")) {
    const field = form.querySelector("input[type=search]");
    field.dataset.placeholder ??= field.placeholder;
    field.placeholder = game ? withGame(form.dataset.within, game) : field.dataset.placeholder;
  }
};
