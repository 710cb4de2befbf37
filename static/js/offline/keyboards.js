// How people type: layouts, Latin letters for Russian words, slips of the finger. The algorithms of
// rulings/keyboards.py; everything but layouts works on folded text.
import { translate } from "./words.js";

const RUSSIAN = /[а-яё]/;
const SWAPPED = 0.8; // of a slip: two letters in the wrong order

export class Keyboards {
  constructor({ keys: [latin, russian], shifted, skeleton, otherwise, chosen, near }) {
    this.toRussian = Object.fromEntries(Array.from(latin, (key, at) => [key, russian[at]]));
    this.toLatin = Object.fromEntries(Array.from(russian, (key, at) => [key, latin[at]]));
    this.shifted = shifted;
    this.ofRussian = skeleton.ru;
    this.ofLatin = skeleton.latin.map(([pattern, plain]) => [new RegExp(pattern, "g"), plain]);
    this.otherwise = otherwise;
    this.chosen = new RegExp(
      Object.keys(otherwise)
        .sort((a, b) => b.length - a.length)
        .join("|"),
      "g",
    );
    this.most = chosen;
    this.near = new Set(near);
  }

  /** What the same keys give on the other layout, each piece between white space by itself; not of folded text. */
  swapped(text) {
    return text
      .normalize("NFC")
      .toLowerCase()
      .replace(/\S+/g, (piece) => this.#swappedPiece(piece));
  }

  #swappedPiece(piece) {
    if (RUSSIAN.test(piece)) return translate(piece, this.toLatin);
    if (/\p{Nd}/u.test(piece) && !/\p{L}/u.test(piece)) return piece; // a number is the same on both
    return translate(translate(piece, this.shifted), this.toRussian).replaceAll("ё", "е");
  }

  /** The spelling by which a Russian word and the same word in Latin letters are recognised. */
  skeleton(word) {
    const latin = RUSSIAN.test(word)
      ? translate(word, this.ofRussian)
      : this.ofLatin.reduce((text, [pattern, plain]) => text.replace(pattern, plain), word);
    return latin
      .replaceAll("ts", "c")
      .replace(/ii+/g, "i")
      .replace(/(.)\1+/g, "$1");
  }

  /** Every spelling by which a word in Latin letters may be recognised. */
  skeletons(word) {
    let ways = [""];
    let at = 0;
    for (const { 0: latin, index } of [...word.matchAll(this.chosen)].slice(0, this.most)) {
      const between = word.slice(at, index);
      ways = ways.flatMap((way) => [latin, this.otherwise[latin]].map((choice) => way + between + choice));
      at = index + latin.length;
    }
    return [...new Set(ways.map((way) => this.skeleton(way + word.slice(at))))];
  }

  /** How far a typed word is from a real one, in slips; above `limit` it is only more than that. */
  distance(typed, word, limit) {
    if (Math.abs(typed.length - word.length) > limit * 2) return limit + 1;
    let beforeLast = [];
    let last = [0];
    for (let j = 0; j < word.length; j += 1) last.push(last[j] + gap(word[j], word[j - 1]));
    for (let i = 0; i < typed.length; i += 1) {
      const a = typed[i];
      const row = [last[0] + gap(a, typed[i - 1])];
      for (let j = 0; j < word.length; j += 1) {
        const b = word[j];
        let best = Math.min(
          last[j] + (a === b ? 0 : this.near.has(a + b) ? 0.7 : 1),
          last[j + 1] + gap(a, typed[i - 1]),
          row[j] + gap(b, word[j - 1]),
        );
        if (i && j && a === word[j - 1] && b === typed[i - 1] && a !== b)
          best = Math.min(best, beforeLast[j - 1] + SWAPPED);
        row.push(best);
      }
      if (Math.min(...row) > limit && Math.min(...last) + SWAPPED > limit) return limit + 1;
      beforeLast = last;
      last = row;
    }
    return last.at(-1) + (typed[0] === word[0] ? 0 : 0.3);
  }
}

const gap = (char, before) => (char === before || char === "ь" || char === "ъ" ? 0.5 : 1);

const RUSSIAN_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя";
const LATIN_LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Every word that one slip after its first letter makes of a folded one: a letter fewer, another, one more, two in
 * the other order. */
export function* slips(word) {
  const letters = RUSSIAN.test(word) ? RUSSIAN_LETTERS : LATIN_LETTERS;
  for (let at = 1; at <= word.length; at += 1) {
    const [before, after, rest] = [word.slice(0, at), word.slice(at), word.slice(at + 1)];
    for (const letter of letters) yield before + letter + after;
    if (after) yield before + rest;
    if (after) for (const letter of letters) yield before + letter + rest;
    if (rest) yield before + rest[0] + after[0] + rest.slice(1);
  }
}

/** How many slips a word of this length may have; short words and numbers none. */
export const LONGEST = 40; // letters of a word

export const tolerance = (word) => {
  if (word.length < 4 || word.length > LONGEST || /\p{N}/u.test(word)) return 0;
  return word.length < 5 ? SWAPPED : word.length < 6 ? 1 : word.length < 9 ? 1.5 : 2.2;
};
