// Says at the foot of a page that this device has no room for a copy: once; and of one that can't be renewed, for what
// it shows without a network gets older, once a day.
import { read, write } from "./device.js";

export const tellFull = (isKept) => {
  const note = document.getElementById("no-room"); // not on the page that tells of the copy itself
  const told = isKept ? new Date().toDateString() : true;
  if (!note || read("told-full", false) === told || !write("told-full", told)) return;
  note.querySelector(isKept ? "[data-kept]" : "[data-none]").hidden = false;
  note.hidden = false;
  note.querySelector("button").addEventListener("click", () => note.remove());
};
