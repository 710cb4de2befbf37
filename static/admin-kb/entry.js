// The form of an entry: a live preview, and headings to put it under from its own source only.
"use strict";

(() => {
  const WAIT = 400; // milliseconds after the last key
  const SHOWN = ["kind", "number", "title", "body", "source", "parent", "language"];

  function livePreview(box) {
    const form = box.closest("form");
    const page = box.querySelector(".kb-preview-page");
    const note = box.querySelector(".kb-preview-failed");
    const shadow = page.attachShadow({ mode: "open" }); // the site's stylesheet, and nothing of the desk's
    for (const href of box.dataset.styles.split(" ")) {
      shadow.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    }
    const part = shadow.appendChild(document.createElement("div"));
    const beside = form.querySelector(".form-row.field-body");
    if (beside) {
      beside.classList.add("kb-with-preview");
      beside.append(box);
    }
    let timer = 0;
    let asked = null;

    async function refresh() {
      asked?.abort();
      asked = new AbortController();
      try {
        const response = await fetch(box.dataset.url, {
          method: "POST",
          headers: { "X-Preview": "part" },
          body: new FormData(form),
          signal: asked.signal,
        });
        if (!response.ok || response.redirected) throw new Error(response.status);
        part.innerHTML = await response.text();
        note.hidden = true;
        for (const link of part.querySelectorAll("a")) link.target = "_blank";
      } catch (error) {
        if (error.name === "AbortError") return;
        note.hidden = false;
      }
    }

    function soon(event) {
      if (!SHOWN.includes(event.target.name)) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, WAIT);
    }

    form.addEventListener("input", soon);
    form.addEventListener("change", soon);
    django.jQuery(form).on("change", "select", soon);
    refresh();
  }

  // Suggestions for «under» belong to the source of the form.
  function ownHeadings(form) {
    const source = form.querySelector("[name=source]");
    const known = document.querySelector("[data-kb-source]");
    django.jQuery.ajaxPrefilter((options) => {
      const asks = typeof options.data === "string" && options.data.includes("field_name=parent");
      const key = source ? source.value : known?.dataset.kbSource;
      if (asks && key) options.data += `&source=${encodeURIComponent(key)}`;
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    const box = document.querySelector(".kb-preview[data-url]");
    if (!box) return;
    ownHeadings(box.closest("form"));
    livePreview(box);
  });
})();
