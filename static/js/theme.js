// Light, dark or as the system, kept on the device; what else changes the height of a page. A plain script in the head:
// the choice must stand before the first paint, and modules run after it.
(() => {
  const html = document.documentElement;
  // The first press shows something: it goes to the one that the system is not.
  const order = ["system", ...(matchMedia("(prefers-color-scheme: dark)").matches ? ["light", "dark"] : ["dark", "light"])];
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is refused: as the system
    }
  };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") html.dataset.theme = theme;
    else delete html.dataset.theme;
  };

  html.classList.add("js");
  if ("wakeLock" in navigator) html.classList.add("wakes"); // a button for it that came later would move the page
  if ((read("game") ?? "null") !== "null") html.classList.add("plays"); // as a line on it would
  apply(read("theme"));

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const current = () => html.dataset.theme ?? "system";
    const name = () => button.setAttribute("aria-label", button.dataset[current()]);
    name();
    button.addEventListener("click", () => {
      const next = order[(order.indexOf(current()) + 1) % order.length];
      apply(next);
      name();
      try {
        localStorage.setItem("theme", next);
      } catch {
        document.dispatchEvent(new Event("refused")); // the choice lasts as long as the page
      }
    });
  });
})();
