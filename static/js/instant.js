// Instant search: cards and rulings come while typing.
import { combobox } from "./combobox.js";
import { forgetGone, remember } from "./device.js";
import { following } from "./following.js";
import { address, listed } from "./listed.js";
import { addQueries, forget, hasRecent } from "./recent.js";
import { say } from "./say.js";

const WAIT = 120; // milliseconds without a key before the site is asked
const attended = new WeakSet();
let current; // the form that is searched with

export const attend = (form) => {
  current = form;
  if (attended.has(form)) return;
  attended.add(form);
  const field = form.querySelector("input[type=search]");
  const panel = Object.assign(document.createElement("div"), { className: "suggest", hidden: true });
  form.append(panel);
  const list = combobox(field, panel);
  const addressOf = (text) => address(form, form.action, { q: text });
  const way = following(addressOf);
  let request = new AbortController();
  let timer;

  const close = () => {
    clearTimeout(timer);
    request.abort();
    list.close();
  };

  const ask = async () => {
    request.abort(); // an answer that is stale by now
    const { signal } = (request = new AbortController());
    const text = field.value.trim();
    if (!text && !hasRecent()) return list.close();
    for await (const nodes of listed(form, text, signal)) {
      if (signal.aborted) return;
      draw(nodes);
    }
  };

  const draw = (nodes) => {
    if (!nodes.length) return list.close();
    panel.replaceChildren(...nodes);
    addQueries(panel, addressOf);
    forgetGone(panel);
    list.open();
  };

  const typed = () => {
    const text = field.value.trim();
    if (text) way.follow(text);
    else way.leave();
    ask();
  };

  field.addEventListener("focus", () => list.isClosing || ask());
  field.addEventListener("input", () => {
    clearTimeout(timer);
    request.abort();
    list.letGo();
    if (panel.querySelector("[data-forget]")) list.close(); // what was read before is no answer to what is typed
    timer = setTimeout(typed, WAIT);
  });
  // Enter: the results take the place of the address that was followed.
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    request.abort();
    if (!way.isAway || event.defaultPrevented) return;
    event.preventDefault();
    location.replace(addressOf(field.value.trim()));
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // a browser would empty the field, on the page of results too
      close();
      if (way.isAway) field.value = field.defaultValue;
      way.leave();
    } else if (list.isOpen && event.target === field && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && event.target === field && list.chosen) {
      event.preventDefault();
      list.chosen.click();
    }
  });
  form.addEventListener("focusout", (event) => {
    if (form.contains(event.relatedTarget)) return;
    close();
    way.forget();
  });
  panel.addEventListener("mousedown", (event) => event.preventDefault()); // the field keeps the focus
  panel.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-forget]");
    if (button) {
      const { done } = button.dataset;
      close();
      if (forget()) say(done);
    } else if (target.closest("[role=option]") && field.value.trim()) remember("queries", field.value.trim());
  });
  addEventListener("popstate", () => {
    if (current !== form) return;
    const text = way.arrive();
    if (text === undefined) return;
    field.value = text ?? field.defaultValue;
    list.letGo();
    if (text) ask();
    else close();
  });
  if (form.dataset.sent !== undefined) return; // faster than this module came: the results are on their way
  const asked = new URL(location.href).searchParams.get("q") ?? "";
  if ([field.defaultValue, asked].includes(field.value)) ask();
  else typed();
};
