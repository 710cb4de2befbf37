// The language switch keeps the place on the page: the anchors are the same in both languages.
for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => {
    link.hash = location.hash;
  });
}
