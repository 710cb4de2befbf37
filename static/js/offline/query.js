// What was asked: the small query language of rulings/search/query.py. No query is wrong.
import { words } from "./words.js";

const QUOTES = '"«„“';
const PIECE = new RegExp(
  `(?<minus>[-\\u2212](?=[\\p{L}${QUOTES}]))?(?:(?<prefix>\\p{L}+):(?=\\S))?` +
    `(?:(?<open>[${QUOTES}])(?<quoted>[^"«»„“”]*)["»”“]|(?<plain>\\S+))`,
  "gu",
);

/** `groups`: what must be met, each by any of its parts (a part is the words of a word or a phrase); `excluded`:
 * parts that must not stand in an answer; `restrictions`: [name, value]. */
export const parse = (typed, { rules, folding }) => {
  const text = typed.slice(0, rules.maxLength);
  const groups = [];
  const excluded = [];
  const restrictions = [];
  let joined = false;
  let left = rules.maxWords;
  for (const { groups: piece } of text.matchAll(PIECE)) {
    let raw = piece.open ? piece.quoted : piece.plain;
    const name = piece.prefix ? rules.prefixes[folding.fold(piece.prefix)] : undefined;
    if (piece.prefix && !name) raw = `${piece.prefix} ${raw}`;
    const part = words(raw).map((word) => word.text);
    const isPhrase = Boolean(piece.open) && part.length > 1;
    if (rules.or.includes(raw) && !piece.minus) {
      joined = groups.length > 0;
      continue;
    }
    if (name) {
      restrictions.push([name, raw]);
      continue;
    }
    if (!part.length || left <= 0) continue;
    left -= part.length;
    if (piece.minus) excluded.push(part);
    else if (joined) groups.at(-1).push(part);
    else groups.push(...(isPhrase ? [[part]] : part.map((word) => [[word]])));
    joined = false;
  }
  return {
    text: typed,
    groups,
    excluded,
    restrictions,
    surfaces: groups.flat(2),
    isPlain:
      !excluded.length && !restrictions.length && groups.every((group) => group.length === 1 && group[0].length === 1),
  };
};
