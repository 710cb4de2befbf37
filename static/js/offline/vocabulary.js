// The words that the data knows: surfaces with their lemmas, every form of a dictionary word, real words near a
// mistyped one. Lemmas are numbers.
import { Keyboards, tolerance } from "./keyboards.js";
import { Folding } from "./words.js";

const UNKNOWN = 1; // importance of a word that nothing is known of
const ASCII = /^[\x20-\x7e]*$/;
const LETTERS = /^\p{L}+$/u;

const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]]);

export class Vocabulary {
  constructor(data) {
    this.data = data;
    this.rules = data.rules;
    this.folding = new Folding(data.rules);
    this.keyboards = new Keyboards(data.rules);
    this.surfaces = new Map(Object.entries(data.surfaces));
    this.forms = new Map(Object.entries(data.forms));
    this.stems = new Map(Object.entries(data.inflections.stems));
    this.endings = data.inflections.endings.map((ending) => new Map(pairs(ending).reverse())); // the first of two wins
    this.numbers = new Map(data.lemmas.map((lemma, number) => [lemma, number]));
    for (const lemma of new Set([...this.forms.values()].flat())) {
      if (!this.forms.has(data.lemmas[lemma])) this.forms.set(data.lemmas[lemma], [lemma]);
    }
  }

  /** What is known of a word: its lemmas, its importance, whether a dictionary has it. */
  look(word) {
    const code = this.folding.code(word);
    const known = this.surfaces.get(this.folding.spelled(word)) ?? (code ? undefined : this.#inflected(word));
    const [weight = UNKNOWN * 100, ...lemmas] = known ?? [-100];
    const single = word.length === 1 && !/\p{Nd}/u.test(word);
    return {
      lemmas: code ? this.#number(code) : known ? lemmas : this.#number(this.folding.unmixed(this.folding.fold(word))),
      importance: single ? this.rules.chatter : Math.abs(weight) / 100,
      isInDictionary: weight > 0,
    };
  }

  lemmas(word) {
    return this.look(word).lemmas;
  }

  #number(lemma) {
    const number = this.numbers.get(lemma);
    return number === undefined ? [] : [number];
  }

  /** A form of a dictionary word that stands in no text: its stem and its ending, as `surfaces` has words. */
  #inflected(word) {
    const folded = this.folding.fold(word);
    const lemmas = new Set();
    let part;
    for (let at = folded.length; at >= 0; at -= 1) {
      for (const [paradigm, lemma] of pairs(this.stems.get(folded.slice(0, at)) ?? [])) {
        const ending = this.endings[paradigm].get(folded.slice(at));
        if (ending === undefined) continue;
        lemmas.add(lemma);
        part ??= ending;
      }
    }
    return lemmas.size ? [this.rules.parts[part], ...lemmas] : undefined;
  }

  /** The lemmas of a folded surface as the texts have it. */
  inTexts(folded) {
    return this.forms.get(folded) ?? [];
  }

  /** Words of the family of a folded word that nothing else is known of: what it shares with them is its root, as
   * rulings/languages/roots.py cuts it. */
  family(folded) {
    if (folded.length < 7) return [];
    this.families ??= this.#families();
    const code = /[а-яё]/.test(folded) ? "ru" : "pl";
    return this.families.get(`${code} ${this.#root(folded, code)}`) ?? [];
  }

  #families() {
    const families = new Map();
    for (const number of new Set([...this.forms.values()].flat())) {
      const lemma = this.data.lemmas[number];
      const code = /[а-яё]/.test(lemma) ? "ru" : "pl";
      const family = `${code} ${this.#root(lemma, code)}`;
      if (this.data.bag[number].length) families.set(family, [...(families.get(family) ?? []), number]);
    }
    return families;
  }

  #root(word, code) {
    const { suffixes, alternations } = this.rules.roots[code];
    const stem = code === "ru" ? word.replace(/ся$/, "").replace(/сь$/, "") : word;
    const fits = (suffix) => {
      const least = suffix.length < 3 ? this.rules.rootLength : this.rules.rootLengthBeforeLongSuffix;
      return stem.endsWith(suffix) && stem.length - suffix.length >= least;
    };
    const suffix = suffixes.find(fits);
    if (suffix === undefined) return undefined;
    const rest = stem.slice(0, stem.length - suffix.length);
    return alternations.reduce((root, [theirs, ours]) => root.replaceAll(theirs, ours), rest);
  }

  /** Real Russian words that a folded word in Latin letters may spell. */
  transliterated(word) {
    if (!ASCII.test(word)) return [];
    const spellings = [word, word.replaceAll("j", "zh")].map((spelling) => this.keyboards.skeleton(spelling));
    return [...new Set(spellings.flatMap((spelling) => this.#bySkeleton().get(spelling) ?? []))];
  }

  #bySkeleton() {
    if (!this.skeletons) {
      this.skeletons = new Map();
      for (const surface of this.forms.keys()) {
        if (!/[а-яё]/.test(surface)) continue;
        const spelling = this.keyboards.skeleton(surface);
        this.skeletons.set(spelling, [...(this.skeletons.get(spelling) ?? []), surface]);
      }
    }
    return this.skeletons;
  }

  /** [real word, slips] of those that a folded word may be a slip of, the nearest first. */
  nearest(word) {
    const limit = tolerance(word);
    if (!limit) return [];
    this.comparable ??= [...this.forms.keys()].filter((surface) => surface.length > 2 && LETTERS.test(surface));
    this.letters ??= this.comparable.map(lettersOf);
    const typed = lettersOf(word);
    const found = [];
    this.comparable.forEach((surface, at) => {
      if (differing(typed, this.letters[at]) > 2 * limit + 1) return;
      const slips = this.keyboards.distance(word, surface, limit);
      if (slips <= limit) found.push([surface, slips]);
    });
    return found.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).slice(0, this.rules.nearest);
  }
}

// Which letters a word has, as bits of two numbers: words with few letters in common are not compared.
const lettersOf = (word) => {
  const bits = [0, 0];
  for (let at = 0; at < word.length; at += 1) {
    const place = word.charCodeAt(at) % 64;
    bits[place >> 5] |= 1 << (place & 31);
  }
  return bits;
};

const ones = (bits) => {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count += 1;
  return count;
};

const differing = (a, b) => ones(a[0] ^ b[0]) + ones(a[1] ^ b[1]);
