// The piece of a text that shows why it was found: rulings/search/snippets.py.
import { h } from "./dom.js";
import { words } from "./words.js";

const LENGTH = 220; // characters

const matches = (text, tokens, vocabulary) =>
  words(text).filter((word) => vocabulary.lemmas(word.text).some((lemma) => tokens.has(lemma)));

/** The paragraph with the most of the query's tokens; its own words count twice. */
export const bestParagraph = (text, tokens, own, vocabulary) => {
  let best = "";
  let most = -1;
  for (const paragraph of text.split("\n")) {
    const found = matches(paragraph, tokens, vocabulary).flatMap((word) => vocabulary.lemmas(word.text));
    const here = [...new Set(found.filter((lemma) => tokens.has(lemma)))];
    const count = here.length + here.filter((lemma) => own.has(lemma)).length;
    if (count > most) [best, most] = [paragraph, count];
  }
  return best;
};

/** A piece of a text with whole words of the query marked, as children of an element; with its own words rather than
 * what stands for them. */
export const marked = (text, tokens, vocabulary, length = LENGTH, own = tokens) => {
  const places = matches(text, tokens, vocabulary);
  const start = startOf(text, places, tokens, own, vocabulary, length);
  const space = text.lastIndexOf(" ", start + length);
  const end = text.length - start <= length ? text.length : space > start ? space : start + length;
  const parts = [];
  let at = start;
  for (const place of places.filter((one) => one.start >= start && one.end <= end)) {
    parts.push(text.slice(at, place.start), h("mark", {}, text.slice(place.start, place.end)));
    at = place.end;
  }
  return [...parts, text.slice(at, end)];
};

/** Where the piece begins that has the most of the query's own words, of its different words, of marks. */
const startOf = (text, places, tokens, own, vocabulary, length) => {
  if (text.length <= length || !places.length) return 0;
  const lemmas = places.map((place) => vocabulary.lemmas(place.text).filter((lemma) => tokens.has(lemma)));
  let [best, most, end] = [0, [0, 0, 0], 0];
  places.forEach(({ start }, at) => {
    while (end < places.length && places[end].start < start + length - 60) end += 1;
    const here = [...new Set(lemmas.slice(at, end).flat())];
    const worth = [here.filter((lemma) => own.has(lemma)).length, here.length, end - at];
    const differs = worth.findIndex((count, which) => count !== most[which]);
    if (worth[differs] > most[differs]) [best, most] = [start, worth];
  });
  return best < length / 2 ? 0 : text.lastIndexOf(" ", best - 40) + 1;
};
