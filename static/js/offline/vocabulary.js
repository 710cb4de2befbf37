// The words that the data knows: surfaces with their lemmas, every form of a dictionary word, real words near a
// mistyped one. Lemmas are numbers.
import { Keyboards, LONGEST, slips, tolerance } from "./keyboards.js";
import { Folding, kept } from "./words.js";

const UNKNOWN = 1; // importance of a word that nothing is known of
const NOUN = 0; // its place among the parts of speech
const ASCII = /^[\x20-\x7e]*$/;
export const LETTERS = /^\p{L}+$/u;

/** Each word with its weight, of {weight: "word word…"}. */
const weighted = (lists) =>
  new Map(Object.entries(lists).flatMap(([weight, list]) => list.split(" ").map((word) => [word, Number(weight)])));

const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]]);

export class Vocabulary {
  constructor(data) {
    this.data = data;
    this.rules = data.rules;
    this.folding = new Folding(data.rules);
    this.keyboards = new Keyboards(data.rules);
    this.nearest = kept((word) => this.#nearest(word));
    this.skeletonOf = kept((ending) => this.keyboards.skeleton(ending));
    this.surfaces = new Map(Object.entries(data.surfaces));
    this.forms = new Map(Object.entries(data.forms));
    this.stems = new Map(Object.entries(data.inflections.stems));
    this.endings = data.inflections.endings.map((ending) => new Map(pairs(ending).reverse())); // the first of two wins
    this.frequent = weighted(data.frequent);
    this.tellingEndings = weighted(data.endings);
    this.numbers = new Map(data.lemmas.map((lemma, number) => [lemma, number]));
    this.meant = new Set([...this.forms.values()].flat());
    for (const lemma of this.meant) {
      if (!this.forms.has(data.lemmas[lemma])) this.forms.set(data.lemmas[lemma], [lemma]);
    }
  }

  /** What is known of a word: its lemmas, its importance (of a noun where nothing has it), whether a dictionary has
   * it. */
  look(word) {
    const code = this.folding.code(word);
    const spelled = this.folding.spelled(word);
    const known = this.surfaces.get(spelled) ?? (code ? undefined : this.#inflected(word));
    const [weight, ...lemmas] = known ?? [code ? -100 * UNKNOWN : this.#weight(spelled)];
    const single = this.rules.letters.includes(this.folding.fold(word));
    return {
      lemmas: code ? this.#number(code) : known ? lemmas : this.#number(this.folding.unmixed(this.folding.fold(word))),
      importance: single ? this.rules.chatter : Math.abs(weight) / 100,
      isInDictionary: weight > 0,
    };
  }

  /** Whether the dictionary of a language has a word. */
  isOf(language, word) {
    const letters = this.rules.scripts[language];
    return Boolean(letters) && new RegExp(`[${letters}]`, "i").test(word) && this.look(word).isInDictionary;
  }

  lemmas(word) {
    return this.look(word).lemmas;
  }

  #number(lemma) {
    const number = this.numbers.get(lemma);
    return number === undefined ? [] : [number];
  }

  /** How much a word means that nothing here has, in hundredths: a frequent one, else what its ending tells, negative. */
  #weight(spelled) {
    const weight = this.frequent.get(spelled);
    if (weight) return weight;
    const { longestEnding, beforeEnding } = this.rules;
    for (let length = Math.min(longestEnding, spelled.length - beforeEnding); length > 1; length -= 1) {
      const told = this.tellingEndings.get(spelled.slice(-length));
      if (told) return -told;
    }
    return -100 * UNKNOWN;
  }

  /** A form of a dictionary word that stands in no text: its stem and its ending, as `surfaces` has words. */
  #inflected(word) {
    const folded = this.folding.fold(word);
    const lemmas = new Set();
    const parts = [];
    for (let at = folded.length; at >= 0; at -= 1) {
      for (const [paradigm, lemma] of pairs(this.stems.get(folded.slice(0, at)) ?? [])) {
        const ending = this.endings[paradigm].get(folded.slice(at));
        if (ending === undefined) continue;
        lemmas.add(lemma);
        parts.push(ending);
      }
    }
    const isNoun = parts.every((part) => part === NOUN);
    return parts.length ? [isNoun ? this.rules.missing * 100 : this.rules.parts[parts[0]], ...lemmas] : undefined;
  }

  /** The lemmas of a folded surface as the texts have it; else those that it is another form of. */
  inTexts(folded) {
    return this.forms.get(folded) ?? this.#lexemes(folded).map(([, lemma]) => lemma);
  }

  /** [paradigm, lemma] of every word of the texts that a folded form is of. */
  #lexemes(form) {
    const found = [];
    for (let at = 0; at <= form.length; at += 1) {
      const ending = form.slice(at);
      for (const lexeme of pairs(this.stems.get(form.slice(0, at)) ?? [])) {
        if (this.endings[lexeme[0]].has(ending) && this.meant.has(lexeme[1])) found.push(lexeme);
      }
    }
    return found;
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
    for (const number of this.meant) {
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
    const { rootLength, rootLengthBeforeLongSuffix } = this.rules;
    const fits = (suffix) => {
      const least = suffix.length < 3 ? rootLength : rootLengthBeforeLongSuffix;
      return stem.endsWith(suffix) && stem.length - suffix.length >= least;
    };
    const suffix = suffixes.find(fits);
    if (suffix === undefined) return undefined;
    const rest = stem.slice(0, stem.length - suffix.length);
    if (rest.length < rootLength) return `${rest}-`;
    return alternations.reduce((root, [theirs, ours]) => root.replaceAll(theirs, ours), rest);
  }

  /** Real Russian words that a folded word in Latin letters may spell; and the code that one typed in Russian letters
   * sounds like. */
  transliterated(word) {
    if (!ASCII.test(word)) {
      const sounds = this.keyboards.skeleton(word);
      return /\p{N}/u.test(word) && this.forms.has(sounds) ? [sounds] : [];
    }
    const spellings = this.keyboards.skeletons(word);
    this.printed ??= this.#bySkeleton(this.forms.keys());
    const printed = spellings.flatMap((spelling) => this.printed.get(spelling) ?? []);
    let found = printed.length ? printed : spellings.flatMap((spelling) => this.#spelled(spelling));
    if (!found.length) {
      this.said ??= this.#bySkeleton(this.surfaces.keys()); // what players say stands in no text
      found = spellings.flatMap((spelling) => this.said.get(spelling) ?? []);
    }
    // A letter typed over and over is no word of one letter, nor is one of no Russian word.
    return [...new Set(found)].filter((one) => one.length > 1 || this.keyboards.skeleton(one) === word);
  }

  /** The forms that stand in no text with this skeleton: rulings/search/lexemes.py. */
  #spelled(spelling) {
    this.unprinted ??= this.#bySkeleton(this.stems.keys());
    const found = [];
    // Forms that begin otherwise than the words as they stand are not read so.
    for (let at = 1; at <= spelling.length; at += 1) {
      const rests = [spelling.slice(at), spelling.slice(Math.max(0, at - 1))]; // a letter that both have is written once
      for (const stem of this.unprinted.get(spelling.slice(0, at)) ?? []) {
        for (const [paradigm, lemma] of pairs(this.stems.get(stem))) {
          if (!this.meant.has(lemma)) continue;
          for (const ending of this.endings[paradigm].keys()) {
            const fits = rests.includes(this.skeletonOf(ending));
            if (fits && this.keyboards.skeleton(stem + ending) === spelling) found.push(stem + ending);
          }
        }
      }
    }
    return found;
  }

  #bySkeleton(spelled) {
    const skeletons = new Map();
    for (const one of spelled) {
      if (one && !/[а-яё]/.test(one)) continue;
      const spelling = this.keyboards.skeleton(one);
      skeletons.set(spelling, [...(skeletons.get(spelling) ?? []), one]);
    }
    return skeletons;
  }

  /** A word as two that were typed without a space between them, one of them of the texts, the most alike in length;
   * else as it is. */
  parted(surface) {
    const { parted, real } = this.rules;
    const has = (word) => this.forms.has(this.folding.fold(word));
    const isWord = (word) => has(word) || (word.length >= real && this.look(word).isInDictionary);
    let best = [surface];
    const shortest = (pair) => (pair.length > 1 ? Math.min(...pair.map((word) => word.length)) : 0);
    for (let at = parted; at <= Math.min(surface.length, LONGEST) - parted; at += 1) {
      const pair = [surface.slice(0, at), surface.slice(at)];
      if (pair.some(has) && pair.every(isWord) && shortest(pair) > shortest(best)) best = pair;
    }
    return best;
  }

  /** [real word, slips] of those that a folded word may be a slip of, the nearest first. */
  #nearest(word) {
    const limit = tolerance(word);
    if (!limit) return [];
    // The words of names and of what players say are among the surfaces alone.
    const every = () => new Set([...this.forms.keys(), ...[...this.surfaces.keys()].map((one) => this.folding.fold(one))]);
    this.comparable ??= [...every()].filter((surface) => surface.length > 2 && LETTERS.test(surface));
    this.letters ??= this.comparable.map(lettersOf);
    const typed = lettersOf(word);
    const found = [];
    this.comparable.forEach((surface, at) => {
      if (differing(typed, this.letters[at]) > 2 * limit + 1) return;
      const far = this.keyboards.distance(word, surface, limit);
      if (far <= limit) found.push([surface, far]);
    });
    const seen = new Set(found.map(([surface]) => surface));
    for (const form of slips(word)) {
      if (seen.has(form)) continue;
      seen.add(form);
      const far = this.#lexemes(form).length ? this.keyboards.distance(word, form, limit) : limit + 1;
      if (far <= limit) found.push([form, far]);
    }
    return found.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
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
