// A list under a field, as a screen reader knows it: the focus stays in the field, the arrows choose an option.
// https://www.w3.org/WAI/ARIA/apg/patterns/combobox/

const paragraph = (textContent) => Object.assign(document.createElement("p"), { textContent });

export const combobox = (field, panel) => {
  let options = [];
  let at = -1;
  let isClosing = false;
  const status = Object.assign(document.createElement("div"), { className: "hidden" });
  status.setAttribute("role", "status");
  panel.after(status);

  /** Reads aloud what was searched and where, then how much of it there is. */
  const announce = () => {
    const notes = [...panel.querySelectorAll(".note")].map((note) => note.textContent);
    status.replaceChildren(...[...notes, panel.querySelector("[role=listbox]").dataset.said].map(paragraph));
  };

  const stand = (next) => {
    options[at]?.setAttribute("aria-selected", "false");
    at = next;
    options[at]?.setAttribute("aria-selected", "true");
    options[at]?.scrollIntoView({ block: "nearest" });
    if (options[at]) field.setAttribute("aria-activedescendant", options[at].id);
    else field.removeAttribute("aria-activedescendant");
  };

  const show = (isOpen, chosen) => {
    panel.hidden = !isOpen;
    panel.removeAttribute("aria-busy");
    field.setAttribute("aria-expanded", isOpen);
    options = [...panel.querySelectorAll("[role=option]")];
    options.forEach((option, place) => (option.id = `option-${place}`));
    if (isOpen) field.setAttribute("aria-controls", panel.querySelector("[role=listbox]").id);
    else field.removeAttribute("aria-controls");
    stand(options.findIndex((option) => option.href && option.href === chosen));
  };

  return {
    // The list for the same text was drawn anew, perhaps under a finger: what was chosen stays so, where it is still offered.
    open: () => {
      show(true, options[at]?.href);
      announce();
    },
    close: () => {
      isClosing = true;
      if (panel.contains(document.activeElement)) field.focus(); // what has it goes
      isClosing = false;
      panel.replaceChildren();
      show(false);
      status.replaceChildren(); // the same number is read aloud when the list comes again
    },
    // The focus that comes to the field now is no wish for another list.
    get isClosing() {
      return isClosing;
    },
    // Another text is typed: what was offered for the one before can't be chosen any more.
    letGo: () => {
      stand(-1);
      options = [];
      panel.setAttribute("aria-busy", "true");
    },
    get isOpen() {
      return !panel.hidden;
    },
    get chosen() {
      return options[at];
    },
    // Round through the options and the field itself.
    move: (step) => {
      const next = at + step;
      stand(next < -1 ? options.length - 1 : next >= options.length ? -1 : next);
    },
  };
};
