// The signs beside the search fields of Django's selector have a name, which only what has a role may have.

window.addEventListener("load", () =>
  // Django makes the selector at the same moment.
  setTimeout(() => {
    for (const sign of document.querySelectorAll(".search-label-icon")) sign.setAttribute("role", "img");
  }),
);
