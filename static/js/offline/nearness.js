// Phrases, and how close together the words of a query stand (rulings/search/nearness.py).
import { words } from "./words.js";

const FIELDS = ["title", "text"];

/** Where the words of entries stand; worked out for an entry when it is first asked for. */
export class Places {
  constructor(entries, vocabulary) {
    this.entries = entries;
    this.vocabulary = vocabulary;
    this.known = new Map();
  }

  #of(doc) {
    if (!this.known.has(doc)) {
      const entry = this.entries[doc];
      const lemmas = (text) => words(text).map((word) => this.vocabulary.lemmas(word.text));
      this.known.set(
        doc,
        FIELDS.map((field) => lemmas(entry[field])),
      );
    }
    return this.known.get(doc);
  }

  /** The numbers of the words of a field that are any of the tokens. */
  #places(field, tokens) {
    const found = [];
    field.forEach((lemmas, place) => {
      if (lemmas.some((lemma) => tokens.has(lemma))) found.push(place);
    });
    return found;
  }

  /** Whether an entry has these words one right after the other. */
  hasPhrase(doc, phrase) {
    if (!phrase.length) return true;
    return this.#of(doc).some((field) => {
      const [first, ...rest] = phrase.map((tokens) => this.#places(field, tokens));
      return first.some((start) => rest.every((word, at) => word.includes(start + at + 1)));
    });
  }

  /** Whether an entry has these words in one field, each no farther from the first than they are many. */
  standTogether(doc, sets) {
    return this.#of(doc).some((field) => {
      const [first, ...others] = sets.map((tokens) => this.#places(field, tokens));
      const isNear = (start) => (place) => Math.abs(place - start) <= sets.length;
      return first.some((start) => others.every((places) => places.some(isNear(start))));
    });
  }

  /** 1 when the words of the query stand together in one field, less the farther apart they are. */
  closeness(doc, sets) {
    let best = 0;
    for (const field of this.#of(doc)) {
      const places = sets.map((tokens) => this.#places(field, tokens)).filter((found) => found.length);
      if (places.length < 2) continue;
      const span = Math.max(shortestSpan(places), places.length);
      best = Math.max(best, ((places.length / sets.length) * places.length) / span);
    }
    return best;
  }
}

/** The length of the shortest stretch that has one place of every word. */
const shortestSpan = (places) => {
  const merged = places
    .flatMap((own, word) => own.map((place) => [place, word]))
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const counts = places.map(() => 0);
  let missing = places.length;
  let left = 0;
  let best = merged.at(-1)[0] - merged[0][0] + 1;
  for (const [place, word] of merged) {
    if (!counts[word]) missing -= 1;
    counts[word] += 1;
    while (!missing) {
      const [first, its] = merged[left];
      best = Math.min(best, place - first + 1);
      counts[its] -= 1;
      if (!counts[its]) missing += 1;
      left += 1;
    }
  }
  return best;
};
