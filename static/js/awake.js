// Keeps the screen on while a page is seen, where the browser can (and only over https or on this machine).
import { keep, read } from "./device.js";

let lock = null;
let isWanted = read("awake", false); // where it can't be kept it holds as long as the page
let last = Promise.resolve(); // what is asked of the system is asked one after the other: two taps may come at once

const settle = async () => {
  const isHeld = lock && !lock.released; // the browser lets go of it when the page is hidden
  if (!isWanted) {
    await lock?.release();
    lock = null;
  } else if (!isHeld && document.visibilityState === "visible" && navigator.wakeLock) {
    lock = await navigator.wakeLock.request("screen").catch(() => null); // refused: an empty battery
  }
};

const hold = () => {
  last = last.then(settle);
};

/** Shows on its buttons whether it is wanted. */
export const mark = () => {
  for (const button of document.querySelectorAll("[data-awake]")) {
    button.setAttribute("aria-pressed", isWanted);
  }
};

export const toggle = () => {
  isWanted = !isWanted;
  keep("awake", isWanted);
  mark();
  hold();
};

document.addEventListener("visibilitychange", hold);
hold();
mark();
