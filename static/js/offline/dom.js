// Elements in one call. A child is an element, a text, a list of children, or nothing.
export const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "html")
      element.innerHTML = value; // made and cleaned by the server
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child || child === 0));
  return element;
};

/** Elements of the server's HTML, such as an icon. */
export const made = (html) => document.createRange().createContextualFragment(html);
