// From a query to the entries that answer it, best first: rulings/search/answering.py over the data of this device.
import { literally, ownTokens, tokensOf } from "./clauses.js";
import { Names } from "./names.js";
import { Places } from "./nearness.js";
import { parse } from "./query.js";
import { Ranker } from "./ranking.js";
import { Reader } from "./readings.js";
import { Vocabulary } from "./vocabulary.js";
import { words } from "./words.js";

const CARDS = 6; // shown above the results

export class Search {
  /** `data`: the tables of the search; `entries`: {title, text, game, kind, language} in the order of the index. */
  constructor(data, entries) {
    this.data = data;
    this.rules = data.rules;
    this.entries = entries;
    this.vocabulary = new Vocabulary(data);
    this.names = new Names(data);
    this.reader = new Reader(this.vocabulary, this.names);
    this.ranker = new Ranker(data, entries);
    this.places = new Places(entries, this.vocabulary);
  }

  /** {reading, docs, scores, total, cards, tokens}: the `top` entries for the best reading of a query; `game` and
   * `language` (of the reader: it breaks ties) as chosen beside it. */
  answer(text, { language = "", game = "", literal = false, top = 10 } = {}) {
    const query = parse(text, this.vocabulary);
    const [only, plain] = this.#restricted(query);
    const surfaces = [...query.surfaces, ...plain.flatMap((value) => value.split(/\s+/).filter(Boolean))];
    const { reading, ranking, named } = this.#read(query, surfaces, game, literal);
    let docs = only ? [...this.entries.keys()] : ranking.docs;
    let score = () => 0;
    if (reading.clauses.length) {
      const least = this.#least(reading);
      docs = ranking.docs.filter((doc) => ranking.coverage[doc] >= least);
      score = (doc) => ranking.scores[doc];
    }
    for (const passes of this.#demands(query, only, game)) docs = docs.filter(passes);
    const best = this.#best(reading, docs, score, language);
    return {
      reading: reading.surfaces.join(" "),
      why: docs.length ? reading.why : "",
      docs: best.slice(0, top),
      total: docs.length,
      cards: cardsOf(named),
      tokens: new Set(reading.clauses.flatMap((clause) => [...tokensOf(clause)])),
    };
  }

  /** The reading that explains most of the query; as typed when that explains all of it. */
  #read(query, surfaces, game, literal) {
    const clauses = () => query.groups.map((group) => literally(group, this.reader));
    const typed =
      query.isPlain || !query.groups.length ? this.reader.asTyped(surfaces) : { surfaces, clauses: clauses(), why: "" };
    let best = this.#rank(typed, game);
    const suspicious = this.reader.isSuspicious(query.text);
    if (!query.isPlain || literal || (best.ranking.best >= 0.999 && !suspicious)) return best;
    for (const reading of this.reader.others(query.text, typed)) {
      const other = this.#rank(reading, game);
      const gain = other.ranking.best - best.ranking.best;
      if (gain > this.rules.better || (suspicious && other.ranking.best > 0.999)) best = other;
    }
    return best;
  }

  #rank(reading, game) {
    const tokens = reading.surfaces.map((surface) => [
      ...new Set([...ownTokens(this.reader.clause(surface), this.rules), ...this.vocabulary.lemmas(surface)]),
    ]);
    const named = this.names.find(tokens, game);
    return { reading, named, ranking: this.ranker.rank(reading.clauses, named) };
  }

  /** The least coverage that counts as an answer, by how many words' worth of meaning the query carries. */
  #least(reading) {
    const weights = reading.clauses.map((clause) => clause.importance).filter((one) => one > this.rules.chatter);
    const meaning = weights.reduce((sum, weight) => sum + weight, 0);
    return this.rules.least[Math.max(1, halfToEven(meaning))] ?? this.rules.leastOfMany;
  }

  /** What must hold of an entry beside its score. */
  *#demands(query, only, game) {
    if (only) yield only;
    if (game) yield (doc) => this.entries[doc].game === game;
    const has = (part) => {
      const sets = part.map((surface) => new Set(this.vocabulary.lemmas(surface)));
      return (doc) => this.places.hasPhrase(doc, sets);
    };
    for (const part of query.excluded) {
      const found = has(part);
      yield (doc) => !found(doc);
    }
    for (const group of query.groups.filter((parts) => parts.some((part) => part.length > 1))) {
      const found = group.map(has);
      yield (doc) => found.some((one) => one(doc));
    }
  }

  /** What the query's prefixes leave (undefined: all), and the values that nothing is called. */
  #restricted(query) {
    const tests = [];
    const unknown = [];
    for (const [name, value] of query.restrictions) {
      const test = this.#restriction(name, this.vocabulary.folding.fold(value).trim());
      if (test) tests.push(test);
      else unknown.push(value);
    }
    return [tests.length ? (doc) => tests.every((test) => test(doc)) : undefined, unknown];
  }

  #restriction(name, value) {
    const tokens = words(value).map((word) => this.vocabulary.lemmas(word.text));
    const within = (column, values) => values.length && ((doc) => values.includes(this.entries[doc][column]));
    if (name === "card") {
      const docs = new Set(
        this.names.cardsCalled(tokens).flatMap((card) => (this.data.things[card] ?? [[], []]).slice(0, 2).flat()),
      );
      return docs.size && ((doc) => docs.has(doc));
    }
    if (name === "kind") {
      const said = new Set([value, ...tokens.flat().map((lemma) => this.data.lemmas[lemma])]);
      const kinds = Object.entries(this.rules.kindNames).filter(([, called]) => called.some((one) => said.has(one)));
      return within(
        "kind",
        kinds.map(([kind]) => kind),
      );
    }
    if (name === "language") return within("language", this.rules.languageNames[value] ?? []);
    return within("game", this.names.gamesCalled(tokens, value));
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
    const sets = reading.clauses.filter((clause) => clause.alternatives.length).map(tokensOf);
    if (sets.length < 2) return best;
    for (const doc of best.slice(0, this.rules.close)) {
      const near = this.rules.nearness * this.places.closeness(doc, sets);
      scores.set(doc, Math.fround(scores.get(doc) * (1 + near)));
    }
    return best.sort(order);
  }
}

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
