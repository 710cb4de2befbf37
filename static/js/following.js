// The address follows what is typed: it is the page that Enter would lead to, and Back returns to where one was.

export const following = (addressOf) => {
  const home = location.href;
  const { state } = history; // of the page, which may have left a mark there
  let isAway = false;
  let isLeaving = false; // on the way back by itself

  return {
    get isAway() {
      return isAway;
    },
    follow: (text) => {
      history[isAway ? "replaceState" : "pushState"]({ instant: true }, "", addressOf(text));
      isAway = true;
    },
    // Back to where the search began.
    leave: () => {
      isLeaving = isAway;
      if (isAway) history.back();
      isAway = false;
    },
    // The same without a step in the history: the reader is just following a link of the page.
    forget: () => {
      if (isAway) history.replaceState(state, "", home);
      isAway = false;
    },
    // After Back or Forward: what is typed at this place, null where nothing is; undefined after leaving.
    arrive: () => {
      if (isLeaving) return (isLeaving = undefined);
      isAway = Boolean(history.state?.instant);
      return isAway ? (new URL(location.href).searchParams.get("q") ?? "") : null;
    },
  };
};
