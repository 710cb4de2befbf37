// The copy on this device, as the worker keeps it.
const STATE = "/offline/state.json";

/** What registers the worker and hears of it; undefined where the browser has none or refuses it. */
export const container = () => {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
};

const partOf = ({ data, name }, which) =>
  caches.match(`/offline/${data}/${which}.json`, { cacheName: name }); // opening a cache would make one

/** {version, data, name, size, saved}, or undefined, also where the browser dropped the files. Throws when storage is
 * refused. */
export const state = async () => {
  const kept = await caches.match(STATE).then((answer) => answer?.json());
  return kept?.name && (await partOf(kept, "texts")) ? kept : undefined;
};

/** A part of the copy: `texts` or `search`. */
export const part = async (copy, which) => {
  const kept = await partOf(copy, which);
  return kept.json();
};

/** What pages of the copy say in a language; it stands in the page that stands for them. */
export const wording = async ({ name }, language) => {
  const page = await caches.match(`/${language}/offline/`, { cacheName: name });
  const shell = new DOMParser().parseFromString(await page.text(), "text/html");
  return JSON.parse(shell.getElementById("offline-texts").textContent);
};
