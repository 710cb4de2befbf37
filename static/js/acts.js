// What can be done with a page: pin it, share it, copy a quote, print it, choose its game for tonight.
import { toggle } from "./awake.js";
import { gameTonight, keep, MOST_PINS, pinned, show } from "./device.js";
import { say } from "./say.js";

// The clipboard is closed on plain http (a local network), or refused; the old command may still work there.
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return commanded(text);
  }
};

const commanded = (text) => {
  const box = Object.assign(document.createElement("textarea"), { value: text, className: "hidden", readOnly: true });
  const focused = document.activeElement;
  document.body.append(box);
  box.select();
  const isDone = document.execCommand("copy");
  box.remove();
  focused?.focus();
  return isDone;
};

/** Copies, and says that it is done or that it could not be. */
const copy = async (text, done) => say((await copied(text)) ? done : document.body.dataset.uncopied);

const share = async ({ share: url, title, done }) => {
  if (!navigator.share) return copy(url, done);
  await navigator.share({ title, url }).catch((error) => {
    if (error.name !== "AbortError") return copy(url, done); // closing the system's sheet is no failure
  });
};

export const act = (button) => {
  const { pin, gameTonight: slug, copy: text, done, full } = button.dataset;
  if (pin) {
    const pins = pinned();
    const rest = pins.filter((key) => key !== Number(pin));
    if (rest.length < pins.length) keep("tonight", rest);
    else if (pins.length < MOST_PINS) keep("tonight", [...pins, Number(pin)]);
    else say(full);
    show();
  } else if (slug) {
    const names = { ru: button.dataset.ru, pl: button.dataset.pl };
    keep("game", gameTonight()?.slug === slug ? null : { slug, names });
    show();
  } else if (text) copy(text, done);
  else if ("share" in button.dataset) share(button.dataset);
  else if ("print" in button.dataset) print();
  else toggle();
};
