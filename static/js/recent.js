// Before anything is typed: the last queries, which the site doesn't know, put into the list that it has rendered.
import { keep, last } from "./device.js";

const QUERIES = 4;
const THINGS = 5;

export const hasRecent = () => last("recent").length + last("queries").length > 0;

export const recentThings = () => last("recent").slice(0, THINGS).join();

export const addQueries = (panel, addressOf) => {
  const group = panel.querySelector("[data-queries]");
  if (!group) return;
  const option = group.querySelector("template").content.firstElementChild;
  for (const text of last("queries").slice(0, QUERIES)) {
    const copy = option.cloneNode(true);
    copy.href = addressOf(text);
    copy.querySelector("span").textContent = text;
    group.append(copy);
  }
  group.hidden = group.children.length === 1;
};

/** Whether it is forgotten; where it can't be that is said. */
export const forget = () => keep("recent", []) && keep("queries", []);
