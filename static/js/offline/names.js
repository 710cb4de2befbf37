// What a query may name: cards and entries by their form tables, and table talk (rulings/search/names.py).

const meets = (lemmas, tokens) => lemmas.some((lemma) => tokens.includes(lemma));

const stands = (forms, tokens, at) =>
  at + forms.length <= tokens.length && forms.every((lemmas, offset) => meets(lemmas, tokens[at + offset]));

/** Whether words stand side by side in a name. */
const has = (forms, tokens) =>
  forms.some((_, at) => at + tokens.length <= forms.length && stands(forms.slice(at, at + tokens.length), tokens, 0));

const byFirst = (things, formsOf) => {
  const table = new Map();
  for (const thing of things) {
    for (const lemma of formsOf(thing)[0] ?? []) table.set(lemma, [...(table.get(lemma) ?? []), thing]);
  }
  return table;
};

export class Names {
  constructor(data) {
    const named = data.names.map(([card, doc, game, text, language, role, forms]) => ({
      card,
      doc,
      game,
      text,
      language,
      role,
      forms,
    }));
    const talk = data.talk.flatMap(([game, sayings, means, phrases]) =>
      sayings.map((said) => ({ game, said, means, phrases })),
    );
    this.all = named;
    this.games = data.games;
    this.named = byFirst(named, (name) => name.forms);
    this.talk = byFirst(talk, (one) => one.said);
  }

  /** The longest names that stand in the query's words, left to right; several when they share a place.
   * `games`: those that they may be of; of any without; `alone`: by what each word may be a whole name. */
  find(tokens, games, alone) {
    return this.#places(tokens, games, alone).flatMap(([, here]) => here);
  }

  /** Where the longest names begin, and those there. */
  #places(tokens, games, alone = tokens) {
    const found = [];
    for (let at = 0; at < tokens.length;) {
      const here = this.#beginning(this.named, tokens[at]).filter(
        (name) => (!games || games.has(name.game)) && stands(name.forms, name.forms.length === 1 ? alone : tokens, at),
      );
      const longest = Math.max(1, ...here.map((name) => name.forms.length));
      if (here.length) found.push([at, here.filter((name) => name.forms.length === longest)]);
      at += longest;
    }
    return found;
  }

  /** The longest table talk at a word, of up to so many; none that a name begins or ends in the midst of. */
  synonyms(tokens, at, most) {
    const here = this.#beginning(this.talk, tokens[at]).filter(
      ({ said }) =>
        said.length <= most &&
        stands(said, tokens, at) &&
        (said.length === 1 || !this.#isCut(tokens, at, at + said.length)),
    );
    const longest = Math.max(0, ...here.map((talk) => talk.said.length));
    return here.filter((talk) => talk.said.length === longest);
  }

  #isCut(tokens, start, end) {
    return this.#places(tokens).some(([begins, [name]]) => {
      const ends = begins + name.forms.length;
      return (begins < start && start < ends && ends < end) || (start < begins && begins < end && end < ends);
    });
  }

  /** The longest run of words from one on that is a name of games, or part of one where nothing else is known of its
   * words; and their addresses. */
  gamesAt(tokens, at, known) {
    this.gameKeys ??= new Set(this.games.flatMap(([, forms]) => forms.flat()));
    const isOne = (own) => own.some((key) => this.gameKeys.has(key));
    this.longestGame ??= Math.max(0, ...this.games.map(([, forms]) => forms.length));
    const most = Math.min(tokens.length, at + this.longestGame);
    let end = at;
    while (end < most && isOne(tokens[end])) end += 1;
    for (; end > at; end -= 1) {
      const games = this.gamesCalled(tokens.slice(at, end), undefined, !known.slice(at, end).some(Boolean));
      if (games.length) return { length: end - at, games };
    }
    return { length: 0, games: [] };
  }

  /** The names that consist of these words. */
  called(tokens) {
    return this.#beginning(this.named, tokens[0] ?? []).filter(
      (name) => name.forms.length === tokens.length && stands(name.forms, tokens, 0),
    );
  }

  /** The names of cards that consist of these words, or else those that have them side by side. */
  cardsCalled(tokens) {
    const whole = this.called(tokens).filter((name) => name.card);
    return whole.length ? whole : this.all.filter((name) => name.card && tokens.length && has(name.forms, tokens));
  }

  /** The lemmas of what a named thing is called in a language. */
  wordsOf({ card, doc }, language) {
    return this.all
      .filter((name) => name.language === language && name.card === card && name.doc === doc)
      .flatMap((name) => name.forms.flat());
  }

  /** Addresses of the games with this address, or a name that consists of these words, or (`inPart`) one that has
   * them. */
  gamesCalled(tokens, value, inPart = true) {
    const those = (isCalled) => [...new Set(this.games.filter(isCalled).map(([game]) => game))];
    const steps = [
      ([game]) => game === value,
      ([, forms]) => forms.length === tokens.length && stands(forms, tokens, 0),
      ([, forms]) => inPart && has(forms, tokens),
    ];
    return steps.map(those).find((games) => games.length) ?? [];
  }

  #beginning(table, tokens) {
    return [...new Set(tokens.flatMap((token) => table.get(token) ?? []))];
  }
}
