// The browser's side of the vectors: the modules and the copy as a page without a network has them.
globalThis.held = {
  async start(files) {
    const at = (name) => files.find((path) => path.includes(name));
    const { Search } = await import(at("/offline/search."));
    const { words } = await import(at("/offline/words."));
    const { suggest } = await import(at("/offline/suggest."));
    const { tolerance } = await import(at("/offline/keyboards."));
    const read = (path) => fetch(path).then((answer) => answer.json());
    const [texts, tables] = await Promise.all(files.slice(0, 2).map(read));
    Object.assign(this, { ...texts, words, tolerance, suggest, search: new Search(tables, texts.entries) });
  },

  path(doc) {
    const { source, anchor } = this.entries[doc];
    const { game, slug } = this.sources[source];
    return `${game}/${slug}/${anchor}/`;
  },

  make({ texts, words, layouts, skeletons, slips, lemmas, answers }) {
    const { vocabulary, data } = this.search;
    const { folding, keyboards } = vocabulary;
    const slipsOf = (typed, word) => {
      const limit = this.tolerance(typed);
      return [typed, word, limit, Math.round(keyboards.distance(typed, word, limit + 1) * 1e6) / 1e6];
    };
    return {
      texts: texts.map(([text]) => {
        const surfaces = this.words(text).map((word) => word.text);
        return [text, folding.fold(text), folding.spelled(text), surfaces];
      }),
      words: words.map(([word]) => {
        const folded = folding.fold(word);
        return [word, folding.code(word), folding.alike(folded), folding.unmixed(folded)];
      }),
      layouts: layouts.map(([text]) => [text, keyboards.swapped(text)]),
      skeletons: skeletons.map(([word]) => [word, keyboards.skeleton(folding.fold(word))]),
      slips: slips.map(([typed, word]) => slipsOf(typed, word)),
      lemmas: lemmas.map(([word]) => [
        word,
        vocabulary
          .lemmas(word)
          .map((lemma) => data.lemmas[lemma])
          .sort(),
      ]),
      answers: answers.map(({ query, language, game }) => {
        const { why, reading, cards, unknown, total, docs } = this.search.answer(query, { language, game });
        const read = why ? reading : "";
        const first = docs.slice(0, 3).map((doc) => this.path(doc));
        const found = { why, read, cards: cards.map(([, name]) => name), unknown: unknown.map(({ value }) => value) };
        return { query, language, game, ...found, total, first };
      }),
    };
  },

  /** The first two cards, the games and the first four entries for each beginning of a query. */
  begin(texts) {
    return texts.map((text) => {
      const { cards, games, entries, why } = this.suggest(text, this.search);
      const first = entries.slice(0, 4).map((doc) => this.entries[doc].key);
      return [cards.slice(0, 2).map(([key]) => key), games, first, why];
    });
  },

  /** The words that are marked in every answer to a query. */
  mark(text) {
    const { docs, tokensIn } = this.search.answer(text, { top: 100 });
    return docs.map((doc) => {
      const tokens = tokensIn(this.entries[doc]);
      const isMarked = ({ text: word }) => this.search.vocabulary.lemmas(word).some((lemma) => tokens.has(lemma));
      const { title, text: body } = this.entries[doc];
      return this.words(`${title}\n${body}`).filter(isMarked).map((word) => word.text);
    });
  },

  /** The first three answers to each [query, language], and the milliseconds they took. */
  ask(queries) {
    return queries.map(([text, language]) => {
      const start = performance.now();
      const { docs } = this.search.answer(text, { language });
      const time = performance.now() - start;
      return { first: docs.slice(0, 3).map((doc) => this.path(doc)), time };
    });
  },
};
