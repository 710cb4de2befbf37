// Lists on a phone: each row is a card whose values carry their column's name, and the filters fold away on top.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  document.querySelector(".kb-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

  const table = document.getElementById("result_list");
  if (table) {
    const heads = [...table.tHead.rows[0].cells].map((cell) => cell.querySelector(".text")?.textContent.trim() ?? "");
    for (const row of table.tBodies[0].rows) {
      for (const [index, cell] of [...row.cells].entries()) {
        if (!cell.matches("td:not(.action-checkbox)")) continue;
        cell.dataset.label = heads[index];
        cell.classList.toggle("kb-empty", ["", "-"].includes(cell.textContent.trim()));
      }
    }
  }

  const filters = document.getElementById("changelist-filter");
  if (!filters) return;
  const narrow = window.matchMedia("(max-width: 767px)");
  const title = filters.querySelector("h2");
  const fold = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = title.textContent;
  fold.className = "kb-filters";
  fold.append(summary);
  const place = document.createComment("filters");
  filters.before(place);

  function arrange() {
    if (narrow.matches) {
      document.querySelector("#changelist .changelist-form-container")?.prepend(fold);
      fold.append(filters);
      for (const part of filters.querySelectorAll("details")) part.open = part.querySelector("li.selected:not(:first-child)") !== null;
    } else {
      place.after(filters);
      fold.remove();
    }
  }

  narrow.addEventListener("change", arrange);
  arrange();
});
