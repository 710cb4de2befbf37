// The service worker: pages come from the network, and from the copy on the device when there is none.
//
// The copy is one cache of one version. A new version is fetched whole beside it and put in its place at the end;
// what fails on the way leaves the old one as it was. Nothing of the copy is served while the network answers.
const CONTENTS = "/offline/contents.json";
const STATE = "/offline/state.json"; // {version, data, name, size, saved, language}: kept here, never on the server
const STATES = "kb-state";
const COPIES = "kb-copy-";
const PATIENCE = 3000; // milliseconds a page may take before the copy is shown in its place
const SHORT = 300; // the same, where the network has just kept us waiting in vain
const REMEMBERED = 20_000; // for so long
const MAKING = 240_000; // for so long a file is asked for that the site is still making: a browser stops us after more
const ABREAST = 6; // files of a copy that are fetched at the same time
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // a name that changes with what is in the file
const PAGES = /^\/(?:(ru|pl)(?:\/|$)|[ec]\/\d+$|tonight\/?$|$)/;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(page(request, pathname));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

addEventListener("message", (event) => {
  if (event.data?.refresh) event.waitUntil(refreshed(event.data.refresh)); // by a page in this language
  if (event.data === "remove") event.waitUntil(removed());
});

// ── pages ──

let hung = -REMEMBERED; // when the network kept us waiting last

const isHung = () => performance.now() - hung < REMEMBERED;

const page = async (request, asked) => {
  const pathname = asked.replace(/[^/]$/, "$&/"); // as the site leads to it
  const state = await read();
  const online = fetch(request);
  if (!state?.version) return online;
  try {
    if (asked.endsWith(".html")) return await online; // a game as a file may take its time, and no copy has it
    return await Promise.race([online, tired(online)]);
  } catch {
    const { search } = new URL(request.url);
    const own = PAGES.exec(pathname)?.[1];
    // That read last, as in the site's cookie; a copy of before has none.
    const language = own ?? state.language ?? (navigator.language.startsWith("pl") ? "pl" : "ru");
    if (pathname === "/tonight/") return Response.redirect(`/${language}${pathname}${search}`);
    const kept = (path) => caches.match(path, { cacheName: state.name }); // opening a cache would make one
    return (await kept(pathname)) ?? (await kept(`/${language}/offline/`)) ?? online;
  }
};

/** Fails when the network has neither answered nor failed for too long. */
const tired = (online) =>
  new Promise((_, reject) => {
    const give = () => {
      hung = performance.now();
      reject();
    };
    const timer = setTimeout(give, isHung() ? SHORT : PATIENCE);
    online.then(
      () => {
        clearTimeout(timer);
        hung = -REMEMBERED;
      },
      () => clearTimeout(timer),
    );
  });

/** A file of the site. From the copy first where that can't be another one, or where nothing else can come: a network
 * that neither answers nor fails must not keep a page of the copy waiting for its style. */
const file = async (request) => {
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined); // storage is refused
  if (kept && (HASHED.test(new URL(request.url).pathname) || !navigator.onLine || isHung())) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};

// ── the copy ──

let last = Promise.resolve(); // what is done to the copy is done one after the other
let refreshing; // an AbortController, while a refresh is under way

const inTurn = (step) => {
  last = last.then(step, step);
  return last;
};

/** Bring the copy to what the site has; one at a time. */
const refreshed = (language) => {
  if (refreshing) return last;
  const own = new AbortController();
  refreshing = own;
  return inTurn(() => refresh(language, own.signal)).finally(() => {
    if (refreshing === own) refreshing = undefined;
  });
};

/** Drop the copy. A refresh that is under way is broken off first, so that it brings nothing back. */
const removed = () => {
  refreshing?.abort();
  refreshing = undefined;
  return inTurn(remove);
};

const refresh = async (language, signal) => {
  const before = await read();
  let name;
  try {
    const { version, data, files } = await asked(CONTENTS, signal).then((answer) => answer.json());
    if (before?.version === version && (await isWhole(before.name, files)))
      return await write({ ...before, language, saved: Date.now() });
    await tell({ state: "saving" });
    name = `${COPIES}${version}-${Date.now()}`;
    const copy = await caches.open(name);
    const kept = async (path) => {
      const answer = await asked(path, signal);
      const { size } = await answer.clone().blob();
      await copy.put(path, answer);
      return size;
    };
    let size = 0;
    for (let at = 0; at < files.length; at += ABREAST) {
      const sizes = await Promise.all(files.slice(at, at + ABREAST).map(kept));
      size += sizes.reduce((sum, one) => sum + one, 0);
    }
    signal.throwIfAborted();
    await write({ version, data, name, size, language, saved: Date.now() });
    const current = name;
    name = undefined;
    await forget((other) => other !== current);
  } catch (error) {
    if (name) await caches.delete(name).catch(() => {});
    if (signal.aborted) return; // what removes the copy says so
    await tell({ state: "failed", problem: problemOf(error), kept: Boolean(before?.version) });
  }
};

/** Whether every file of the copy is there: browsers may drop a cache, and keep what names it. */
const isWhole = async (name, files) => {
  if (!(await caches.has(name))) return false;
  const kept = await caches.open(name).then((copy) => copy.keys());
  const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
  return files.every((path) => paths.has(path));
};

/** A file of the site as anybody gets it. A site that is about to have it says when to ask again; it is asked ever more
 * seldom. */
const asked = async (path, signal, since = performance.now()) => {
  const answer = await fetch(path, { credentials: "omit", cache: "no-cache", signal });
  const wait = Number(answer.headers.get("Retry-After"));
  const waited = performance.now() - since;
  if (answer.status === 503 && wait && waited < MAKING) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(wait * 1000, waited / 4)));
    return asked(path, signal, since);
  }
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  return answer;
};

const problemOf = (error) => {
  if (error.name === "QuotaExceededError") return "full";
  return error instanceof TypeError ? "network" : "refused";
};

const remove = async () => {
  await forget(() => true);
  await caches.delete(STATES);
  await tell({ state: "none" });
};

const forget = async (chosen) => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(COPIES) && chosen(name)).map((name) => caches.delete(name)));
};

const read = async () => {
  try {
    const kept = await caches.match(STATE);
    return await kept?.json();
  } catch {
    return undefined; // storage is refused
  }
};

const write = async (state) => {
  const states = await caches.open(STATES);
  await states.put(STATE, new Response(JSON.stringify(state), { headers: { "Content-Type": "application/json" } }));
  await tell({ state: "saved", ...state });
};

const tell = async (message) => {
  for (const client of await clients.matchAll()) client.postMessage(message);
};
