// Text as it is compared: the algorithms of rulings/languages, their tables from the data (`rules`).
const MARK = "[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]";
const APOSTROPHE = "['\\u2018\\u2019\\u201a\\u201b\\u02bc\\u2032\\u00b4`]";
const CHAR = `(?:[\\p{L}\\p{N}]${MARK}*)`;
const DECIMAL = "\\p{Nd}+(?:[.,]\\p{Nd}+)+(?![\\p{L}\\p{N}])";
const WORD = new RegExp(`${DECIMAL}|\\p{L}+(?=${DECIMAL})|${CHAR}+(?:${APOSTROPHE}${CHAR}+)*`, "gu");
const MARKS = new RegExp(MARK, "g");
const APOSTROPHES = new RegExp(APOSTROPHE, "g");
const DICE = /^(\p{Nd}*)[кдkd](\p{Nd}+)$/u;
const ALIKE = [
  [/^[авекморстух]+$/, "toLatin"],
  [/^[abekmopctyxh]+$/, "toCyrillic"],
];

/** The surface words of a text with their places. */
export const words = (text) =>
  [...text.matchAll(WORD)].map((found) => ({ text: found[0], start: found.index, end: found.index + found[0].length }));

export const translate = (text, table) => Array.from(text, (char) => table[char] ?? char).join("");

/** `make`, each of whose results is made once. */
export const kept =
  (make, cache = new Map()) =>
  (key) => {
    if (!cache.has(key)) cache.set(key, make(key));
    return cache.get(key);
  };

export class Folding {
  constructor(rules) {
    this.rules = rules;
  }

  fold(text) {
    const plain = text.normalize("NFC").toLowerCase().replace(/ß/g, "ss").normalize("NFC");
    return translate(plain, this.rules.fold).normalize("NFC");
  }

  /** A word as the form table has it: lower case, with its accents. */
  spelled(word) {
    const plain = word.normalize("NFC").toLowerCase().replace(MARKS, "").replace(APOSTROPHES, "'");
    return this.unmixed(plain.normalize("NFC"));
  }

  /** A lower-case word in one alphabet. */
  unmixed(word) {
    const latin = word.match(/[a-z]/g) ?? [];
    const cyrillic = word.match(/[а-яё]/g) ?? [];
    if (!latin.length || !cyrillic.length) return word;
    const { toCyrillic, toLatin } = this.rules;
    // A letter that looks like none of the other alphabet decides, else the greater number.
    const only = (letters, table) => letters.filter((letter) => !(letter in table)).length;
    const more = only(cyrillic, toLatin) - only(latin, toCyrillic) || cyrillic.length - latin.length;
    return translate(word, more >= 0 ? toCyrillic : toLatin);
  }

  /** A folded word whose letters all look like letters of the other alphabet, in that alphabet. */
  alike(word) {
    const [, table] = ALIKE.find(([letters]) => letters.test(word)) ?? [];
    return table ? translate(word, this.rules[table]) : "";
  }

  /** A word as typed in letters that look like those of the other alphabet, folded, in the other; else empty. */
  inOtherLetters(word) {
    return this.alike(this.unmixed(this.fold(word)));
  }

  /** One spelling of codes, dice and single letters; empty for anything else. */
  code(word) {
    const folded = this.fold(word);
    if (Array.from(folded).length === 1) return translate(folded, this.rules.toLatin);
    if (!/\p{N}/u.test(folded)) return "";
    const dice = DICE.exec(folded);
    if (dice) return `${dice[1] || 1}d${dice[2]}`;
    return translate(folded.replaceAll(",", "."), this.rules.toLatin);
  }
}
