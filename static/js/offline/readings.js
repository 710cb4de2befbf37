// How a query may have been meant: as typed, on the other layout, in Latin letters, with slips of the finger
// (rulings/search/readings.py). What was typed and is there stays.
import {
  beforeNumbers,
  besideUnknown,
  clauseOf,
  corrected,
  isElsewhere,
  isKnown,
  ownTokens,
  withGames,
  withTalk,
} from "./clauses.js";
import { LETTERS } from "./vocabulary.js";
import { kept, words } from "./words.js";

const PUNCTUATED = /(?:^|[\s\p{L}\p{N}_])[;,.'`[\]](?=\p{L})/u;

/** What may be typed in pieces: a letter and a number, dice. */
const CODE = /^(?:\p{L}\p{Nd}+|\p{Nd}+[кkдd]\p{Nd}+)$/iu;

const CLOSING = /[,.;:!?'")\]}>]+$/;

export class Reader {
  constructor(vocabulary, names) {
    this.vocabulary = vocabulary;
    this.names = names;
    this.clause = kept((surface) => clauseOf(surface, vocabulary));
    /** By what a word may be a word of a name. */
    this.tokens = kept((surface) => {
      const { folding, rules } = vocabulary;
      const folded = folding.fold(surface);
      const alike = isKnown(this.clause(surface), rules) ? "" : folding.inOtherLetters(surface);
      return [
        ...new Set([
          ...ownTokens(this.clause(surface), rules),
          ...vocabulary.lemmas(surface),
          ...vocabulary.inTexts(folded),
          ...(alike && vocabulary.lemmas(alike)),
        ]),
      ];
    });
    this.nearest = kept((word) =>
      vocabulary
        .nearest(word)
        .filter(([surface]) => isKnown(this.#alone(surface), vocabulary.rules))
        .slice(0, vocabulary.rules.nearest),
    );
  }

  /** The things (of these games; of any without) that words name. */
  named(surfaces, games) {
    return this.names.find(
      surfaces.map((surface) => this.tokens(surface)),
      games,
      surfaces.map((surface) => this.#aloneTokens(surface)),
    );
  }

  /** By what a word alone may name a thing: one that only asks names none by what it is a form of. */
  #aloneTokens(surface) {
    const { data, folding, rules } = this.vocabulary;
    const own = this.tokens(surface);
    if (this.clause(surface).importance > rules.chatter) return own;
    const said = [folding.unmixed(folding.fold(surface)), folding.code(surface)];
    return own.filter((lemma) => said.includes(data.lemmas[lemma]));
  }

  asTyped(words, why = "", longest = this.vocabulary.rules.maxWords) {
    const surfaces = why ? words : this.withCodes(words);
    const typed = surfaces.map((surface) => this.clause(surface));
    const tokens = surfaces.map((surface) => this.tokens(surface));
    const spoken = withTalk(beforeNumbers(typed, this.vocabulary), tokens, this.vocabulary, this.names, longest);
    const clauses = withGames(spoken, tokens, this.vocabulary, this.names);
    return { surfaces, clauses: besideUnknown(clauses, this.vocabulary), why };
  }

  /** The words of a query, the parts of a code or of dice as the one that they are where it is here ("B-147"). */
  withCodes(surfaces) {
    const { folding, rules } = this.vocabulary;
    for (let at = 0; at < surfaces.length - 1; at += 1) {
      for (const end of [at + 3, at + 2]) {
        const whole = surfaces.slice(at, end).join("");
        if (!CODE.test(whole)) continue;
        const isHere = isKnown(this.#alone(whole), rules) || this.vocabulary.transliterated(folding.fold(whole)).length;
        if (isHere) return [...surfaces.slice(0, at), whole, ...this.withCodes(surfaces.slice(end))];
      }
    }
    return surfaces;
  }

  /** As typed, but no words of it are taken together for what players say. */
  wordByWord(surfaces) {
    return this.asTyped(surfaces, "", 1);
  }

  /** Whether a query looks typed on the wrong layout even if its letters happen to be in the index. */
  isSuspicious(text) {
    const latin = this.vocabulary.folding.fold(text);
    return PUNCTUATED.test(latin) && words(latin).every((word) => word.text.length < 3);
  }

  /** Other readings, the likeliest first. Single words may be transliterated, but for those that the reader's
   * `language` has; the first `most` unknown ones corrected. */
  *others(text, typed, language, most = this.vocabulary.rules.corrected) {
    const { folding } = this.vocabulary;
    const parts = text.split(/\s+/).filter(Boolean);
    let swapped = parts.flatMap((part) => this.#swapped(part));
    const letters = (surfaces) => surfaces.reduce((sum, surface) => sum + [...surface].length, 0);
    const isCoded = typed.surfaces.length < words(text).length; // its letter was meant
    if (isCoded || letters(swapped) < letters(typed.surfaces)) swapped = []; // its letters are punctuation on the other layout
    if (swapped.length && swapped.filter((word) => this.#isKnown(word)).length * 2 >= swapped.length) {
      yield this.asTyped(swapped, "layout");
    }
    const mixed = isCoded || parts.length < 2 ? typed.surfaces : parts.flatMap((part) => this.#rightly(part));
    const isOther = (surfaces) => mixed.join(" ") !== surfaces.join(" ");
    if (isOther(swapped) && isOther(typed.surfaces)) yield this.asTyped(mixed, "layout");
    const unknown = typed.surfaces.filter((surface) => !this.#isKnown(surface));
    const { rules } = this.vocabulary;
    const answered = typed.clauses.flatMap((clause) =>
      Array(clause.size).fill(isKnown(clause, rules) || clause.importance <= rules.chatter),
    );
    let changed = false; // what the index or the table talk has was meant
    const spelled = typed.surfaces.map((surface, at) => {
      const found = this.vocabulary.isOf(language, surface) ? [] : this.vocabulary.transliterated(folding.fold(surface));
      if (!found.length) return surface;
      changed ||= !answered[at];
      return found.reduce((best, word) => ((word.length - best.length || (word < best ? -1 : 1)) < 0 ? word : best));
    });
    if (changed) yield this.#spelled(spelled, "translit", most);
    if (unknown.length && most) {
      const spaced = this.#spaced(typed.surfaces, most);
      if (spaced.join(" ") !== typed.surfaces.join(" ")) yield this.#spelled(spaced, "spelling", most);
      yield this.#spelled([...typed.surfaces], "spelling", most);
      if (swapped.length && swapped.length === unknown.length && unknown.length === typed.surfaces.length) {
        yield this.#spelled(swapped, "layout", most);
      }
    }
  }

  /** The words of a part on the other layout. The punctuation after it is a letter only of a real word. */
  #swapped(part) {
    const swap = (text) => words(this.vocabulary.keyboards.swapped(text)).map((word) => word.text);
    const whole = swap(part);
    const bare = part.replace(CLOSING, "");
    return bare === part || whole.every((word) => this.#isKnown(word)) ? whole : swap(bare);
  }

  /** The words of a part; on the other layout, where only there they are words. */
  #rightly(part) {
    const typed = words(part).map((word) => word.text);
    const swapped = this.#swapped(part);
    const isRight = typed.every((word) => this.#isKnown(word) || this.vocabulary.look(word).isInDictionary);
    const isWhole = swapped.join("").length >= typed.join("").length;
    return isWhole && swapped.length && swapped.every((word) => this.#isKnown(word)) && !isRight ? swapped : typed;
  }

  /** The words of a query, a space more or less in those that are none where that makes words of them; of the first
   * `most` only where no real word is less than one slip away. */
  #spaced(surfaces, most) {
    let left = most;
    const isBeside = (word) => this.nearest(this.vocabulary.folding.fold(word)).some(([, slips]) => slips < 1);
    const isNone = (word) =>
      LETTERS.test(word) && !this.#isKnown(word) && !this.vocabulary.look(word).isInDictionary;
    const result = [];
    for (const surface of surfaces) {
      const before = result.at(-1);
      if (before && (isNone(before) || isNone(surface)) && this.#isKnown(before + surface)) {
        result[result.length - 1] += surface;
        continue;
      }
      const parts = isNone(surface) ? this.vocabulary.parted(surface) : [surface];
      result.push(...(parts.length > 1 && left-- > 0 && isBeside(surface) ? [surface] : parts));
    }
    return result;
  }

  /** A reading whose unknown words stand for their nearest real ones; one that a dictionary has was meant, or it is
   * a misspelled one beside words that are here. */
  #spelled(surfaces, why, most) {
    const { rules, folding } = this.vocabulary;
    const shown = [];
    let left = most;
    const read = this.asTyped(surfaces).clauses;
    const inCompany = read.some((clause) => isKnown(clause, rules) && clause.importance > rules.chatter);
    const clauses = read.map((clause) => {
      const isReal = this.vocabulary.look(clause.surface).isInDictionary;
      const isKept =
        isKnown(clause, rules) || isElsewhere(clause, rules) || (isReal && !inCompany) || left-- <= 0;
      const nearest = (isKept ? [] : this.nearest(folding.fold(clause.surface))).filter(
        // A word by itself is what is asked about.
        ([surface, slips]) => (!isReal || slips <= rules.misspelled) && (inCompany || this.#mayBeAsked(surface)),
      );
      shown.push(...(nearest.length ? [nearest[0][0]] : clause.surface.split(" ")));
      const saysLittle = nearest.every(([surface]) => this.#saysLittle(surface));
      const right = nearest.map(([surface, slips]) => [this.#alone(surface), slips]);
      return nearest.length ? corrected(clause, right, this.vocabulary, saysLittle) : clause;
    });
    return { surfaces: shown, clauses, why };
  }

  /** The clause of a word with what players mean by it. */
  #alone(surface) {
    return this.asTyped([surface], "spelling").clauses[0];
  }

  /** Whether a real word by itself says what is asked, or is what something is called. */
  #mayBeAsked(surface) {
    return !this.#saysLittle(surface) || this.names.called([this.#aloneTokens(surface)]).length > 0;
  }

  #saysLittle(surface) {
    const { data, rules } = this.vocabulary;
    const lemmas = this.vocabulary.inTexts(surface).map((lemma) => data.lemmas[lemma]);
    const little = (word) => this.clause(word).importance <= rules.chatter;
    return little(surface) || (lemmas.length > 0 && lemmas.every(little));
  }

  #isKnown(surface) {
    return isKnown(this.clause(surface), this.vocabulary.rules);
  }
}
