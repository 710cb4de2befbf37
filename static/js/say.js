// Says in a few words what happened, to the eye and to a screen reader.
let timer;

export const say = (text) => {
  let toast = document.querySelector(".toast");
  if (!toast) {
    toast = Object.assign(document.createElement("p"), { className: "toast" });
    toast.setAttribute("role", "status");
    document.body.append(toast);
  }
  toast.textContent = "";
  setTimeout(() => (toast.textContent = text), 20); // a status that changes is read aloud
  clearTimeout(timer);
  timer = setTimeout(() => (toast.textContent = ""), 3000);
};
