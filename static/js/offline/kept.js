// The copy on this device, as the worker keeps it.
const STATE = "/offline/state.json";

/** {version, data, name, size, saved}, or undefined. Throws when storage is refused. */
export const state = async () => {
  const kept = await caches.match(STATE);
  return kept?.json();
};

/** A part of the copy: `texts` or `search`. */
export const part = async ({ data, name }, which) => {
  const copy = await caches.open(name);
  const kept = await copy.match(`/offline/${data}/${which}.json`);
  return kept.json();
};

/** What pages of the copy say in a language; it stands in the page that stands for them. */
export const wording = async ({ name }, language) => {
  const copy = await caches.open(name);
  const page = await copy.match(`/${language}/offline/`);
  const shell = new DOMParser().parseFromString(await page.text(), "text/html");
  return JSON.parse(shell.getElementById("offline-texts").textContent);
};
