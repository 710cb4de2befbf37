// What can be done with a page: pin it, share it, copy a quote, print it, choose its game for tonight.
import { toggle } from "./awake.js";
import { MOST_PINS, pinned, read, show, write } from "./device.js";

// Says in a few words what happened, to the eye and to a screen reader.
const say = (text) => {
  let toast = document.querySelector(".toast");
  if (!toast) {
    toast = Object.assign(document.createElement("p"), { className: "toast" });
    toast.setAttribute("role", "status");
    document.body.append(toast);
  }
  toast.textContent = "";
  setTimeout(() => (toast.textContent = text), 20); // a status that changes is read aloud
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (toast.textContent = ""), 3000);
};

// The clipboard is closed on plain http (a local network); the old command still works there.
const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = Object.assign(document.createElement("textarea"), { value: text, className: "hidden", readOnly: true });
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
  focused?.focus();
};

const share = async ({ share: url, title, done }) => {
  if (!navigator.share) return copy(url).then(() => say(done));
  await navigator.share({ title, url }).catch((error) => {
    if (error.name !== "AbortError") throw error; // closing the system's sheet is no failure
  });
};

const keep = (key, value, refused) => {
  if (!write(key, value)) say(refused);
  show();
};

export const act = (button) => {
  const { pin, gameTonight, copy: text, done, refused, full } = button.dataset;
  if (pin) {
    const pins = pinned();
    const rest = pins.filter((key) => key !== Number(pin));
    if (rest.length < pins.length) keep("tonight", rest, refused);
    else if (pins.length < MOST_PINS) keep("tonight", [...pins, Number(pin)], refused);
    else say(full);
  } else if (gameTonight) {
    const names = { ru: button.dataset.ru, pl: button.dataset.pl };
    keep("game", read("game", null)?.slug === gameTonight ? null : { slug: gameTonight, names }, refused);
  } else if (text) copy(text).then(() => say(done));
  else if ("share" in button.dataset) share(button.dataset);
  else if ("print" in button.dataset) print();
  else toggle(button);
};
