// How a query may have been meant: as typed, on the other layout, in Latin letters, with slips of the finger
// (rulings/search/readings.py). What was typed and is there stays.
import { clauseOf, corrected, isKnown, ownTokens, withTalk } from "./clauses.js";
import { words } from "./words.js";

const PUNCTUATED = /(?:^|[\s\p{L}\p{N}_])[;,.'`[\]](?=\p{L})/u;

const kept =
  (make, cache = new Map()) =>
  (key) => {
    if (!cache.has(key)) cache.set(key, make(key));
    return cache.get(key);
  };

export class Reader {
  constructor(vocabulary, names) {
    this.vocabulary = vocabulary;
    this.names = names;
    this.clause = kept((surface) => clauseOf(surface, vocabulary));
    /** By what a word may be a word of a name. */
    this.tokens = kept((surface) => [
      ...new Set([
        ...ownTokens(this.clause(surface), vocabulary.rules),
        ...vocabulary.lemmas(surface),
        ...vocabulary.inTexts(vocabulary.folding.fold(surface)),
      ]),
    ]);
    this.nearest = kept((word) => vocabulary.nearest(word));
  }

  asTyped(surfaces, why = "") {
    const clauses = surfaces.map((surface) => this.clause(surface));
    return { surfaces, clauses: withTalk(clauses, this.vocabulary, this.names), why };
  }

  /** Whether a query looks typed on the wrong layout even if its letters happen to be in the index. */
  isSuspicious(text) {
    const latin = this.vocabulary.folding.fold(text);
    return PUNCTUATED.test(latin) && words(latin).every((word) => word.text.length < 3);
  }

  /** Other readings, the likeliest first; the first `most` unknown words may be corrected. */
  *others(text, typed, most = this.vocabulary.rules.corrected) {
    const { folding, keyboards } = this.vocabulary;
    const parts = text.split(/\s+/).filter(Boolean);
    let swapped = parts.flatMap((part) => words(keyboards.swapped(folding.fold(part))).map((word) => word.text));
    const letters = (surfaces) => surfaces.reduce((sum, surface) => sum + [...surface].length, 0);
    if (letters(swapped) < letters(typed.surfaces)) swapped = []; // its letters are punctuation on the other layout
    if (swapped.length && swapped.filter((word) => this.#isKnown(word)).length * 2 >= swapped.length) {
      yield this.asTyped(swapped, "layout");
    }
    const unknown = typed.surfaces.filter((surface) => !this.#isKnown(surface));
    let changed = false;
    const spelled = typed.surfaces.map((surface) => {
      const found = this.vocabulary.transliterated(folding.fold(surface));
      if (!found.length) return surface;
      changed = true;
      return found.reduce((best, word) => ((word.length - best.length || (word < best ? -1 : 1)) < 0 ? word : best));
    });
    if (changed) yield this.#spelled(spelled, "translit", most);
    if (unknown.length && most) {
      yield this.#spelled([...typed.surfaces], "spelling", most);
      if (swapped.length && swapped.length === unknown.length && unknown.length === typed.surfaces.length) {
        yield this.#spelled(swapped, "layout", most);
      }
    }
  }

  /** A reading whose unknown words stand for their nearest real ones. */
  #spelled(surfaces, why, most) {
    const { rules, folding } = this.vocabulary;
    const shown = [];
    let left = most;
    const clauses = this.asTyped(surfaces).clauses.map((clause) => {
      const nearest = isKnown(clause, rules) || left-- <= 0 ? [] : this.nearest(folding.fold(clause.surface));
      shown.push(nearest[0]?.[0] ?? clause.surface);
      return nearest.length ? corrected(clause, nearest, this.vocabulary) : clause;
    });
    return { surfaces: shown, clauses, why };
  }

  #isKnown(surface) {
    return isKnown(this.clause(surface), this.vocabulary.rules);
  }
}
