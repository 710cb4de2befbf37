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
