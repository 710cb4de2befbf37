// For each word or run of words of a query, the tokens that may stand for it: rulings/search/clauses.py.
// An alternative is {words: [[lemma…]…], weight, presence, game, isPhrase}; a clause {surface, alternatives, importance}.

const alternative = (words, weight, presence, game = "", isPhrase = false) => ({
  words,
  weight,
  presence,
  game,
  isPhrase,
});

export const isKnown = (clause, rules) => clause.alternatives.some((one) => one.weight > rules.related);

/** Whether it is said of a thing that isn't here: only what has it answers. */
export const isElsewhere = (clause, rules) => clause.importance >= rules.elsewhere;

/** Whether it tells what is asked about, and nothing here has it or anything like it. */
export const isMissing = (clause) => !clause.alternatives.length && clause.importance >= 1;

export const tokensOf = (clause) => new Set(clause.alternatives.flatMap((one) => one.words.flat()));

/** The tokens of the word itself. */
export const ownTokens = (clause, rules) =>
  isKnown(clause, rules) && clause.alternatives[0].words.length === 1 ? clause.alternatives[0].words[0] : [];

/** The clause of one word as typed: its lemmas, the form table's, its family. */
export const clauseOf = (surface, vocabulary) => {
  const { data, rules, folding } = vocabulary;
  const standing = (lemmas) => [...lemmas].filter((lemma) => data.bag[lemma].length);
  const folded = folding.fold(surface);
  const looked = vocabulary.look(surface);
  const found = new Set([...looked.lemmas, ...vocabulary.inTexts(folded)]);
  let known = standing(found);
  const swapped = folding.inOtherLetters(surface);
  if (!known.length && swapped) {
    known = standing(new Set([...vocabulary.lemmas(swapped), ...vocabulary.inTexts(swapped)]));
  }
  const alternatives = known.length ? [alternative([known], 1, 1)] : [];
  let importance = looked.importance;
  if (importance > rules.chatter && (known.length || looked.isInDictionary || !found.size)) {
    const family = found.size ? [...found].flatMap((lemma) => data.relatives[lemma]) : vocabulary.family(folded);
    const related = new Set(family.filter((lemma) => !found.has(lemma)));
    if (related.size) alternatives.push(alternative([[...related]], rules.related, rules.related));
  }
  if (alternatives.length) importance = Math.min(1, importance);
  else if (importance === rules.chatter) importance = 0; // it says little, and isn't here
  else if (!looked.isInDictionary && (importance === 1 || vocabulary.nearest(folded).length)) {
    importance = rules.strange; // though its ending tells how much it may mean, one that is near another is a slip
  }
  return { surface, alternatives, importance, size: 1 };
};

const NUMBER = /^\p{Nd}+(?:[.,]\p{Nd}+)+$/u;

/** The clauses of a query in which «пункт 2.6» asks for no more than «2.6» does. */
export const beforeNumbers = (clauses, vocabulary) =>
  clauses.map((clause, at) => {
    const isNumber = NUMBER.test(clauses[at + 1]?.surface ?? "");
    if (!isNumber || !vocabulary.lemmas(clause.surface).some((lemma) => vocabulary.data.numbered.includes(lemma)))
      return clause;
    return { ...clause, importance: clause.alternatives.length ? vocabulary.rules.chatter : 0 };
  });

/** The clauses of a query in which «карта» says little beside a word that isn't here: what is here of the name is not
 * the thing. */
export const besideUnknown = (clauses, { data, rules }) => {
  const isMet = (clause) => isKnown(clause, rules) || clause.importance <= rules.chatter;
  const isCode = (clause) => isKnown(clause, rules) && /\p{Nd}/u.test(clause.surface);
  if (clauses.every(isMet) || clauses.some(isCode) || clauses.length > rules.nameLength) return clauses;
  return clauses.map((clause) => {
    const isOfKind = ownTokens(clause, rules).some((lemma) => data.kindWords.includes(lemma));
    return isOfKind ? { ...clause, importance: Math.min(clause.importance, rules.ofKind) } : clause;
  });
};

/** The clauses of a query, each of one word, with the synonyms of its words and of runs of up to so many put in. */
export const withTalk = (clauses, tokens, { rules }, names, most) => {
  const result = [];
  for (let at = 0; at < clauses.length;) {
    const said = names.synonyms(tokens, at, most);
    if (!said.length) {
      result.push(clauses[at]);
      at += 1;
      continue;
    }
    const { length } = said[0].said;
    const run = clauses.slice(at, at + length);
    let alternatives = [];
    if (length === 1) alternatives = [...run[0].alternatives];
    else {
      const own = run.map((clause) => ownTokens(clause, rules)).filter((tokens) => tokens.length);
      const isOne = run.filter((clause) => clause.importance > rules.chatter).length < 2;
      if (own.length === length) alternatives = [alternative(own, 1, 1, "", isOne)];
    }
    for (const talk of said) {
      const { means, phrases, game } = talk;
      alternatives.push(
        ...means.map((words, one) => alternative(words, rules.synonym, rules.said, game, Boolean(phrases[one]))),
      );
    }
    // A card or an entry that is called so is one that is here.
    const isHere = said.some((talk) => talk.means.length) || names.called(tokens.slice(at, at + length)).length > 0;
    result.push({
      surface: run.map((clause) => clause.surface).join(" "),
      alternatives,
      importance: isHere ? Math.min(1, Math.max(...run.map((clause) => clause.importance))) : rules.elsewhere,
      size: length,
    });
    at += length;
  }
  return result;
};

/** The clauses of a query in which every entry of a game meets the words of its name, unless all of them are here. */
export const withGames = (clauses, tokens, { rules }, names) => {
  const each = (test) => clauses.flatMap((clause) => Array(clause.size).fill(test(clause, rules)));
  const known = each(isKnown);
  const whole = each((clause) => isKnown(clause, rules) || isElsewhere(clause, rules));
  const telling = each((clause) => clause.importance > rules.chatter);
  const games = new Map(); // by the place of a word
  tokens.forEach((_, at) => {
    if (games.has(at)) return;
    const { length, games: found } = names.gamesAt(tokens, at, whole);
    const isAlone = ![...telling.slice(0, at), ...telling.slice(at + length)].some(Boolean);
    if (isAlone && known.slice(at, at + length).every(Boolean)) return;
    for (let place = at; place < at + length; place += 1) games.set(place, [...found].sort());
  });
  let start = 0;
  return clauses.map((clause) => {
    const ofGames = (games.get(start) ?? []).map((game) => alternative([], rules.ofGame, rules.said, game));
    start += clause.size;
    if (!ofGames.length) return clause;
    const importance = Math.min(1, clause.importance);
    return { ...clause, alternatives: [...clause.alternatives, ...ofGames], importance };
  });
};

/** A clause of a mistyped word that stands for real ones; the farther, the less. `saysLittle`: they do. */
export const corrected = (clause, right, vocabulary, saysLittle) => ({
  ...clause,
  importance: saysLittle ? vocabulary.rules.chatter : Math.min(1, clause.importance),
  alternatives: [
    ...right.flatMap(([one, slips]) => {
      const worth = Math.max(0.4, 1 - 0.2 * slips);
      return one.alternatives.map(({ words, weight, presence, game }) =>
        alternative(words, weight * worth, presence, game),
      );
    }),
    ...clause.alternatives,
  ],
});

/** One clause of several: it is met by whatever meets any of them, each the clauses of a word or of more. */
export const either = (readings, rules) => {
  const every = readings.flat();
  const here = every.filter((clause) => !isElsewhere(clause, rules)); // beside another it need not be
  return {
    surface: every.map((clause) => clause.surface).join(" "),
    alternatives: readings.flatMap(together),
    importance: Math.max(0, ...(here.length ? here : every).map((clause) => clause.importance)),
    size: 1,
  };
};

/** What meets all of some clauses; of a single one whatever it has. */
const together = (clauses) => {
  const needed = clauses.filter((clause) => clause.importance);
  if (needed.length === 1) return needed[0].alternatives;
  const words = needed.map((clause) => [
    ...new Set(clause.alternatives.flatMap((one) => (one.words.length === 1 ? one.words[0] : []))),
  ]);
  return words.length && words.every((own) => own.length) ? [alternative(words, 1, 1)] : [];
};
