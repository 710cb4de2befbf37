// How much of what is kept on the device the home page will show, known before its first paint so that nothing moves
// when it comes (panel.js). A plain script in the head for that reason, like theme.js.
(() => {
  const most = Number(document.currentScript.dataset.most); // rows on the home page; the list has the rest
  const html = document.documentElement;
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // storage is refused
    }
  };

  const measure = () => {
    const games = read("game") ? 1 : 0;
    const kept = read("tonight");
    const pins = Math.min(most - games, Array.isArray(kept) ? kept.filter(Number.isSafeInteger).length : 0);
    html.toggleAttribute("data-table", pins + games > 0);
    html.style.setProperty("--pins", pins);
    html.style.setProperty("--games", games);
  };

  measure();
  addEventListener("pageshow", measure); // back from a page where something was pinned
  addEventListener("storage", measure); // or it was in another tab
})();
