// Fields that suggest while one types are called what their labels say: select2 leaves its own parts without a name.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const $ = window.django?.jQuery;
  if (!$) return;
  $(() => {
    for (const select of document.querySelectorAll("select.select2-hidden-accessible")) {
      const label = select.labels[0];
      const box = select.nextElementSibling;
      if (!label || !box?.matches(".select2-container")) continue;
      label.id ||= `${select.id}_label`;
      const called = label.textContent.trim().replace(/:$/, "");
      for (const part of box.querySelectorAll("[role=combobox], [role=textbox]")) {
        part.setAttribute("aria-labelledby", `${label.id} ${part.getAttribute("aria-labelledby") ?? ""}`.trim());
      }
      box.querySelector(".select2-search__field")?.setAttribute("aria-label", called);
      $(select).on("select2:open", () => {
        document.querySelector(".select2-dropdown .select2-search__field")?.setAttribute("aria-label", called);
      });
    }
  });
});
