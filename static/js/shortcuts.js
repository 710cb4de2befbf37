// "/" goes to the search field that is seen; Escape leaves it, and closes an open sheet.
const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");
const seen = (element) => element.offsetParent !== null;

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !typing(event.target)) {
    const field = [...document.querySelectorAll("main .find input[type=search], .find input[type=search]")].find(seen);
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  }
  if (event.key === "Escape") {
    if (typing(event.target)) event.target.blur();
    if (document.querySelector(".sheet:target")) location.hash = "main";
  }
});
