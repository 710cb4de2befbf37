// Says at the foot of a page, once on this device, that it has no room for a copy.
import { read, write } from "./device.js";

export const tellFull = () => {
  const note = document.getElementById("no-room"); // not on the page that tells of the copy itself
  if (!note || read("told-full", false) || !write("told-full", true)) return;
  note.hidden = false;
  note.querySelector("button").addEventListener("click", () => note.remove());
};
