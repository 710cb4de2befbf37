// What was asked: the small query language of rulings/search/query.py. No query is wrong.
import { words } from "./words.js";

const QUOTES = '"«„“';
const PIECE = new RegExp(
  `(?<minus>[-\\u2212](?=[\\p{L}\\p{N}${QUOTES}]|[;,.'\`[\\]]\\p{L}))?(?:(?<prefix>\\p{L}+):(?=\\S))?` +
    `(?:(?<open>[${QUOTES}])(?<quoted>[^"«»„“”]*)["»”“]|(?<plain>\\S+))`,
  "gu",
);

const surfacesOf = (text) => words(text).map((word) => word.text);

/** As much of what was typed as is searched for. */
export const searched = (typed, rules) => Array.from(typed).slice(0, rules.maxLength).join("").normalize("NFC");

/** A part is {surfaces, isPhrase, typed}, a restriction {name, value, prefix}. `groups`: what must be met, each by any
 * of its parts; `excluded`: parts that must not stand in an answer; `restrictions`: what an answer must be of, each by
 * any of its values; `barred`: what it must not be of; `isNarrowing`: it says of what the answers are or are not. */
export const parse = (typed, { rules, folding }) => {
  const query = { text: typed, groups: [], excluded: [], restrictions: [], barred: [] };
  let last = query.groups; // what an OR goes on with
  let joined = false;
  let left = rules.maxWords;
  for (const { piece, isExcluded, isRestriction } of pieces(searched(typed, rules), rules, folding)) {
    if (!piece) {
      joined = true;
      continue;
    }
    const found = isRestriction ? words(piece.value) : piece.surfaces;
    if (!found.length) continue;
    if (left <= 0) break;
    if (found.length > left) {
      if (isRestriction) piece.value = piece.value.slice(0, found[left - 1].end);
      else piece.surfaces.length = left;
    }
    left -= found.length;
    const groups = isRestriction ? query.restrictions : query.groups;
    if (isExcluded) (isRestriction ? query.barred : query.excluded).push(piece);
    else if (joined && last === groups && groups.length) groups.at(-1).push(piece);
    else {
      // Where an entry has only one of it, of two that are typed either will do.
      const same =
        rules.oneOf.includes(piece.name) &&
        query.restrictions.find((group) => group.every((other) => other.name === piece.name));
      if (same) same.push(piece);
      else groups.push([piece]);
    }
    last = isExcluded ? undefined : groups; // with nothing after a minus
    joined = false;
  }
  const isWords = (group) => group.length === 1 && !group[0].isPhrase;
  const isNarrowing = [query.excluded, query.restrictions, query.barred].some(({ length }) => length);
  return {
    ...query,
    surfaces: query.groups.flat().flatMap((part) => part.surfaces),
    isNarrowing,
    isPlain: !isNarrowing && query.groups.every(isWords),
  };
};

/** Every piece of a query: none for an OR. */
function* pieces(text, rules, folding) {
  for (const { groups: match } of text.matchAll(PIECE)) {
    const isExcluded = Boolean(match.minus);
    const prefix = match.prefix ?? "";
    const raw = match.open ? match.quoted : match.plain;
    const name = rules.prefixes[folding.fold(prefix)];
    if (!prefix && !match.open && !isExcluded && rules.or.includes(raw)) yield {};
    else if (name && words(raw).length) yield { piece: { name, value: raw, prefix }, isExcluded, isRestriction: true };
    else if (match.open) {
      if (prefix) yield { piece: { surfaces: [prefix], isPhrase: false, typed: `${prefix}:` }, isExcluded };
      const surfaces = surfacesOf(raw);
      yield { piece: { surfaces, isPhrase: surfaces.length > 1, typed: raw }, isExcluded };
    } else {
      const surfaces = [...surfacesOf(prefix), ...surfacesOf(raw)];
      yield { piece: { surfaces, isPhrase: false, typed: prefix ? `${prefix}:${raw}` : raw }, isExcluded };
    }
  }
}
