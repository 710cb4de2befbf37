// From a query to the entries that answer it, best first: rulings/search/answering.py over the data of this device.
import { isMissing, ownTokens, tokensOf } from "./clauses.js";
import { understood } from "./meaning.js";
import { Names } from "./names.js";
import { Places } from "./nearness.js";
import { parse } from "./query.js";
import { Ranker } from "./ranking.js";
import { Reader } from "./readings.js";
import { Vocabulary } from "./vocabulary.js";
import { words } from "./words.js";

const CARDS = 6; // shown above the results
const WHOLE = 0.99; // coverage of an answer that has the words themselves

export class Search {
  /** `data`: the tables of the search; `entries`: {title, text, game, kind, language} in the order of the index. */
  constructor(data, entries) {
    this.data = data;
    this.rules = data.rules;
    this.entries = entries;
    this.vocabulary = new Vocabulary(data);
    this.names = new Names(data);
    this.reader = new Reader(this.vocabulary, this.names);
    this.places = new Places(entries, this.vocabulary);
    this.ranker = new Ranker(data, entries, this.places);
  }

  /** {reading, docs, total, cards, called, own, tokens, tokensIn, unknown, missing}: the `top` entries from the place `offset` on for the
   * best reading of a query; `game`, which entries pass, and `language` (of the reader: it breaks ties) as chosen beside
   * it. `called`: by entries, the names of theirs that the query has; `tokens`: what its words may be; `tokensIn`: by
   * what words of an entry may have matched. */
  answer(text, { language = "", game = "", literal = false, passes, offset = 0, top = 10 } = {}) {
    const query = parse(text, this.vocabulary);
    const asked = { language, game, literal };
    const { reading, ranking, named, surfaces, masks, own, unknown } = understood(query, this, asked);
    let docs = query.isNarrowing ? [...this.entries.keys()] : ranking.docs;
    let score = (doc) => (own?.(doc) ? this.ranker.weights[doc] : 0);
    if (reading.clauses.length) {
      const enough = (least) => ranking.docs.filter((doc) => ranking.coverage[doc] >= least);
      docs = enough(this.least(reading));
      // Of two things, of whatever game, that nothing is about, what is about one.
      const things = this.reader.named(surfaces).map(({ card, doc }) => (card ? `c${card}` : doc));
      const isOfTwo = new Set(things).size > 1;
      if (!docs.length && isOfTwo) docs = enough(this.rules.rounded * this.rules.leastOfTwo);
      score = reading.clauses.length === 1 ? itselfFirst(ranking, docs) : (doc) => ranking.scores[doc];
    }
    for (const passes of masks) docs = docs.filter(passes);
    if (game) docs = docs.filter((doc) => this.entries[doc].game === game);
    if (passes) docs = docs.filter(passes);
    const best = this.#best(reading, docs, score, language);
    const tokens = new Set(reading.clauses.flatMap((clause) => [...tokensOf(clause)]));
    return {
      reading: reading.surfaces.join(" "),
      why: docs.length ? reading.why : "",
      docs: best.slice(offset, offset + top),
      total: docs.length,
      cards: cardsOf(named),
      called: new Map(named.filter(({ card }) => !card).map(({ doc, text }) => [this.entries[doc], text])),
      own: new Set(reading.clauses.flatMap((clause) => ownTokens(clause, this.rules))),
      tokens,
      tokensIn: (entry) => this.#tokensIn(entry, tokens, named),
      unknown,
      missing: missingIn(reading.clauses, unknown),
    };
  }

  /** What the cards in the prefixes are called in an entry's language, and where it has none of the words, what
   * everything is that the query names in another. */
  #tokensIn(entry, tokens, named) {
    const isIn = (text) => words(text).some((word) => this.vocabulary.lemmas(word.text).some((one) => tokens.has(one)));
    const isHere = isIn(entry.title) || isIn(entry.text);
    const sought = named.filter(({ language }) => language !== entry.language && !(isHere && language));
    return new Set([...tokens, ...sought.flatMap((name) => this.names.wordsOf(name, entry.language))]);
  }

  /** The documents that are these cards' own ("o" among the ways) or mention them ("m"). */
  about(cards, ways) {
    const lists = [...cards].flatMap((card) => {
      const [own = [], mentions = []] = this.data.things[card] ?? [];
      return [ways.includes("o") ? own : [], ways.includes("m") ? mentions : []];
    });
    return new Set(lists.flat());
  }

  /** The documents that have a lemma anywhere. */
  docsOf(lemma) {
    return this.data.bag[lemma].filter((_, at) => at % 2 === 0);
  }

  /** The least coverage that counts as an answer, by how many words' worth of meaning the query carries. */
  least(reading) {
    const sum = (weights) => weights.reduce((all, weight) => all + weight, 0);
    const weights = reading.clauses.map((clause) => clause.importance);
    const meaning = sum(weights.filter((one) => one > this.rules.chatter).map((one) => Math.min(1, one)));
    const needed = this.rules.least[Math.max(1, halfToEven(meaning))] ?? this.rules.leastOfMany;
    // A single word is asked about: those that ask for it need not be there.
    return this.rules.rounded * (halfToEven(meaning) === 1 ? (needed * meaning) / sum(weights) : needed);
  }

  /** The entries best first, with what nearness adds; the reader's language breaks ties. */
  #best(reading, docs, score, language) {
    const scores = new Map(
      docs.map((doc) => [
        doc,
        Math.fround(score(doc) * (language && this.entries[doc].language !== language ? 0.999 : 1)),
      ]),
    );
    const order = (a, b) => scores.get(b) - scores.get(a) || a - b;
    const best = [...docs].sort(order);
    const sets = reading.clauses.map(tokensOf).filter((tokens) => tokens.size);
    if (sets.length < 2) return best;
    for (const doc of best.slice(0, this.rules.close)) {
      const near = this.rules.nearness * this.places.closeness(doc, sets);
      scores.set(doc, Math.fround(scores.get(doc) * (1 + near)));
    }
    return best.sort(order);
  }
}

/** The words that nothing here has, besides those of a prefix that nothing is called; of a query that has no others it
 * needn't be said. */
const missingIn = (clauses, unknown) => {
  const told = unknown.flatMap(({ value }) => words(value).map((word) => word.text));
  const missing = clauses.filter(isMissing).map((clause) => clause.surface);
  return missing.length < clauses.length ? missing.filter((word) => !told.includes(word)) : [];
};

/** Scores of the answers to a single word: those that have it come before those that have what stands for it. */
const itselfFirst = ({ scores, coverage }, docs) => {
  const itself = (doc) => coverage[doc] > WHOLE;
  const least = docs.filter(itself).reduce((one, doc) => Math.min(one, scores[doc]), Infinity);
  const most = docs.filter((doc) => !itself(doc)).reduce((one, doc) => Math.max(one, scores[doc]), 0);
  if (!Number.isFinite(least) || most < least) return (doc) => scores[doc];
  return (doc) => (itself(doc) ? scores[doc] : (scores[doc] * 0.99 * least) / most);
};

/** The cards that a query names, each by its longest name: [card, name]. */
const cardsOf = (named) => {
  const cards = new Map();
  for (const name of [...named].sort((a, b) => b.forms.length - a.forms.length)) {
    if (name.card && !cards.has(name.card)) cards.set(name.card, name.text);
  }
  return [...cards].slice(0, CARDS);
};

/** A number rounded as Python does it. */
const halfToEven = (number) => {
  const down = Math.floor(number);
  const rest = number - down;
  return rest > 0.5 || (rest === 0.5 && down % 2) ? down + 1 : down;
};
