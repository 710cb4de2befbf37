// Whoever leaves a form with something typed in it (to another page, or to the desk in another language) is asked first,
// by the browser, in its own words.
"use strict";

(() => {
  const forms = [...document.querySelectorAll("#content form[method=post]:not(#changelist-form, #login-form)")];
  const written = (form) => JSON.stringify([...new FormData(form)].map(([name, value]) => [name, value.name ?? value]));
  const before = new Map();
  // What stands in a form that was refused is kept nowhere.
  let isTypedEarly = document.querySelector(".errornote, .errorlist") !== null;
  let isSent = false;

  // After the scripts of the desk's fields, which fill some in once the page is loaded.
  window.addEventListener("load", () => {
    setTimeout(() => {
      for (const form of forms) before.set(form, written(form));
    });
  });

  for (const form of forms) {
    form.addEventListener("input", () => {
      isTypedEarly ||= !before.has(form);
    });
    form.addEventListener("submit", (event) => {
      isSent = !(form.target || event.submitter?.formTarget); // a preview opens beside the form
    });
  }

  window.addEventListener("beforeunload", (event) => {
    const isTyped = isTypedEarly || forms.some((form) => before.has(form) && written(form) !== before.get(form));
    if (forms.length && isTyped && !isSent) event.preventDefault();
  });
})();
