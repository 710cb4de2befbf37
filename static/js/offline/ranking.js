// How well entries answer a reading of a query: the arithmetic of rulings/search/ranking.py, in single precision as
// there.
const { fround } = Math;

export class Ranker {
  constructor(data, entries, places) {
    this.places = places;
    this.data = data;
    this.rules = data.rules;
    this.entries = entries;
    this.size = entries.length;
    this.weights = Float32Array.from(entries, (entry) => this.rules.kinds[entry.kind]);
  }

  /** {docs, scores, coverage} of the entries that have anything of the query, in their order. */
  rank(clauses, named) {
    const scores = new Float32Array(this.size);
    const covered = new Float32Array(this.size);
    let total = 0;
    for (const clause of clauses) {
      const found = this.#clause(clause.alternatives);
      const importance = clause.importance * (this.rules.common + (1 - this.rules.common) * found.rarity);
      for (let doc = 0; doc < this.size; doc += 1) {
        scores[doc] += fround(found.scores[doc] * fround(clause.importance));
        covered[doc] += fround(found.present[doc] * fround(importance));
      }
      total += importance;
    }
    const final = scores.map((score, doc) => score * this.weights[doc]);
    for (const extra of new Set(named)) {
      const [docs, worth] = this.#thing(extra);
      for (const [doc, own] of docs) final[doc] += fround(own * worth);
    }
    const docs = Array.from(scores.keys()).filter((doc) => scores[doc]);
    const coverage = covered.map((part) => part / fround(total || 1));
    return {
      docs,
      scores: final.map((score, doc) => fround(score * coverage[doc]) * coverage[doc]),
      coverage,
      best: Math.max(0, ...docs.map((doc) => coverage[doc])),
    };
  }

  #clause(alternatives) {
    const best = new Float32Array(this.size);
    const present = new Float32Array(this.size);
    for (const { words, weight, presence, game, isPhrase } of alternatives) {
      const scores = words.map((lemmas) => this.#word(lemmas));
      const sets = words.map((lemmas) => new Set(lemmas));
      for (let doc = 0; doc < this.size; doc += 1) {
        if (game && this.entries[doc].game !== game) continue;
        let group = words.length ? 0 : 1; // an entry of a game
        let whole = true;
        for (const word of scores) {
          whole &&= word[doc] > 0;
          group = fround(group + word[doc]);
        }
        if (!whole || (isPhrase && !this.places.standTogether(doc, sets))) continue;
        best[doc] = Math.max(best[doc], fround(group * fround(weight)));
        present[doc] = Math.max(present[doc], presence);
      }
    }
    const idf = this.#idf(best.filter((score) => score).length);
    return { scores: best.map((score) => score * fround(idf)), present, rarity: Math.min(1, idf / this.#idf(1)) };
  }

  #word(lemmas) {
    const score = new Float32Array(this.size);
    for (const lemma of lemmas) {
      const postings = this.data.bag[lemma];
      for (let at = 0; at < postings.length; at += 2) {
        score[postings[at]] = Math.max(score[postings[at]], fround(postings[at + 1] / 1000));
      }
    }
    return score;
  }

  /** What it is worth to an entry that the query names it, its own card, or a card it defines or mentions. */
  #thing({ card, doc }) {
    const worth = new Map();
    if (!card) worth.set(doc, this.rules.own);
    else {
      const [own, mentioned, defined] = this.data.things[card] ?? [[], [], []];
      for (const one of mentioned) worth.set(one, this.rules.mentioned);
      for (const one of own) worth.set(one, this.rules.own);
      for (const one of defined) worth.set(one, this.rules.defined);
    }
    return [worth, fround(this.#idf(Math.max(1, worth.size)))];
  }

  #idf(frequency) {
    return Math.log(1 + (this.size - frequency + 0.5) / (frequency + 0.5));
  }
}
