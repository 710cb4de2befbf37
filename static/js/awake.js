// Keeps the screen on while a page is seen, where the browser can (and only over https or on this machine).
import { keep, read } from "./device.js";

let lock = null;
let isWanted = read("awake", false); // where it can't be kept it holds as long as the page

const hold = async () => {
  if (!isWanted || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null); // refused: an empty battery
};

/** Shows on its buttons whether it is wanted. */
export const mark = () => {
  for (const button of document.querySelectorAll("[data-awake]")) {
    button.hidden = !navigator.wakeLock;
    button.setAttribute("aria-pressed", isWanted);
  }
};

export const toggle = async () => {
  isWanted = !isWanted;
  keep("awake", isWanted);
  await lock?.release();
  lock = null;
  await hold();
  mark();
};

// The browser lets go of the lock when the page is hidden.
document.addEventListener("visibilitychange", hold);
hold();
mark();
