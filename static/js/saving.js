// Keeps a copy of the knowledge base on the device, beside the page and after it: the worker does the work.
import { isKeeping, read } from "./device.js";

const START = document.body.classList.contains("offline") ? 0 : 1500; // milliseconds after the page is loaded

// By the reader, on the page that tells of the copy; where that can't be remembered nothing is kept unasked.
const isRefused = () => !isKeeping() || read("offline", "") === "removed";

const start = async () => {
  if (!("serviceWorker" in navigator) || isRefused() || !navigator.onLine || navigator.connection?.saveData) return;
  try {
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data.problem === "full") import("./full.js").then(({ tellFull }) => tellFull(data.kept));
    });
    const { active } = await navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready);
    active.postMessage({ refresh: document.documentElement.lang });
  } catch {
    // Storage is refused: the site works as before, and the page that tells of the copy says so.
  }
};

if (document.readyState === "complete") setTimeout(start, START);
else addEventListener("load", () => setTimeout(start, START));
