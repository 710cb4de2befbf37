// What is kept on this device and nowhere else: the list and the game for tonight, what was read and searched last.
// Where storage is refused everything works as without it.

export const read = (key, otherwise) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
};

export const write = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

export const MOST_PINS = 60; // what the page of the list shows (rulings/views/tonight.py)

/** The keys of the list for tonight; what can't be one is left out, whatever another version or hand has kept. */
export const pinned = () => {
  const kept = read("tonight", []);
  return Array.isArray(kept) ? [...new Set(kept.filter(Number.isSafeInteger))].slice(0, MOST_PINS) : [];
};

// Puts a value in front of a list without having it twice.
export const remember = (key, value, most = 8) => {
  write(key, [value, ...read(key, []).filter((other) => other !== value)].slice(0, most));
};

// Shows on the page what is kept: pressed buttons, the number on the way to the list, the game in the fields.
export const show = () => {
  const pins = pinned();
  const game = read("game", null);
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
    const name = game?.names[document.documentElement.lang];
    field.placeholder = name ? form.dataset.within.replace("*", name) : field.dataset.placeholder;
  }
};
