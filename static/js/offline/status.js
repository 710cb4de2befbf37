// «Saved, date, size»: the state of the copy in words, with buttons to refresh and to remove it.
import { write } from "../device.js";
import { container, state } from "./kept.js";

const megabytes = (bytes, language) =>
  new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 }).format(bytes / 1e6);

const SHOWN = { day: "numeric", month: "long", hour: "numeric", minute: "2-digit" };

/** «28 ноября в 18:40». */
export const date = (time, language) => new Intl.DateTimeFormat(language, SHOWN).format(time);

export const showState = async (texts, language) => {
  const box = document.getElementById("copy");
  const line = box.querySelector("[role=status]");
  const [save, remove] = box.querySelectorAll("button");
  const said = {
    none: () => texts.stateNone,
    saving: () => texts.stateSaving,
    saved: ({ saved, size }) =>
      texts.stateSaved.replace("%(date)s", date(saved, language)).replace("%(size)s", megabytes(size, language)),
    failed: ({ problem, kept }) => `${texts.problems[problem]} ${kept ? texts.problemKept : ""}`.trim(),
    plain: () => texts.plainHttp,
    refused: () => texts.problems.refused,
  };
  let isAsked = false; // whether the reader waits for it
  const tell = (message) => {
    if (message.problem === "network" && message.kept && !isAsked) return; // what is kept is good enough
    line.textContent = said[message.state](message);
    box.dataset.state = message.state;
    save.hidden = ["plain", "refused"].includes(message.state) || !navigator.onLine;
    save.disabled = message.state === "saving";
    save.textContent = message.state === "saved" ? texts.refresh : texts.save;
    if (["saved", "none", "plain", "refused"].includes(message.state))
      remove.hidden = message.state !== "saved" || !navigator.onLine;
  };

  if (!window.isSecureContext) return tell({ state: "plain" });
  const workers = container();
  if (!workers) return tell({ state: "refused" });
  try {
    const kept = await state();
    tell(kept?.version ? { state: "saved", ...kept } : { state: "none" });
  } catch {
    return tell({ state: "refused" });
  }
  workers.addEventListener("message", (event) => tell(event.data));
  workers.startMessages();

  const post = async (message) => {
    await workers.register("/sw.js");
    const { active } = await workers.ready;
    active.postMessage(message);
  };
  save.addEventListener("click", () => {
    write("offline", "");
    isAsked = true;
    navigator.storage?.persist?.().catch(() => {}); // asks the browser not to drop the copy when room gets scarce
    tell({ state: "saving" });
    post({ refresh: language }).catch(() => tell({ state: "refused" }));
  });
  remove.addEventListener("click", () => {
    write("offline", "removed");
    post("remove").catch(() => tell({ state: "refused" }));
  });
};
