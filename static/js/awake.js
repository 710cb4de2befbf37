// Keeps the screen on while a page is seen, where the browser can (and only over https or on this machine).
import { read, write } from "./device.js";

let lock = null;

const hold = async () => {
  if (!read("awake", false) || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null); // refused: an empty battery
};

const mark = () => {
  for (const button of document.querySelectorAll("[data-awake]")) {
    button.hidden = !navigator.wakeLock;
    button.setAttribute("aria-pressed", read("awake", false));
  }
};

export const toggle = async () => {
  write("awake", !read("awake", false));
  await lock?.release();
  lock = null;
  await hold();
  mark();
};

// The browser lets go of the lock when the page is hidden.
document.addEventListener("visibilitychange", hold);
hold();
mark();
