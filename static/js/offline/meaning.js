// What a query means: its words as they are read, and what its signs demand of an answer (rulings/search/meaning.py).
// Every piece of a query goes the way of a plain one; signs only add to that.
import { either, isElsewhere, isKnown } from "./clauses.js";
import { searched } from "./query.js";
import { words } from "./words.js";

const anyOf = (tests) => (doc) => tests.some((test) => test(doc));

/** {reading, ranking, named, surfaces, masks, own, unknown}: `surfaces` of its words as they are read; `masks` are what the signs demand, each a test of a document; `own`
 * tests whether it is one of the cards' in the prefixes; `unknown`: prefixes with a value that nothing is called. */
export const understood = (query, search, options) => {
  const games = options.game ? new Set([options.game]) : undefined;
  if (query.isPlain) {
    const text = searched(query.text, search.rules);
    const best = read(query.surfaces, text, search, games, search.rules.corrected, options);
    return { ...best, masks: [], unknown: [] };
  }
  return new Understanding(query, search, options, games).meaning();
};

/** The best reading of a piece, what that finds alone, and what it names. */
const read = (surfaces, text, search, games, most, { literal, language }) => {
  const typed = search.reader.asTyped(surfaces);
  let best = ranked(typed, search, games);
  if (typed.clauses.some((clause) => isElsewhere(clause, search.rules))) return best;
  const isTogether = typed.clauses.length < surfaces.length;
  if (isTogether && best.ranking.best < search.least(typed)) best = ranked(search.reader.wordByWord(surfaces), search, games);
  const suspicious = search.reader.isSuspicious(text);
  if (literal || (best.ranking.best >= 1.001 - search.rules.better && !suspicious)) return best;
  for (const reading of search.reader.others(text, typed, language, most)) {
    const other = ranked(reading, search, games);
    const gain = other.ranking.best - best.ranking.best;
    if (gain > search.rules.better || (suspicious && other.ranking.best > 0.999)) best = other;
  }
  return best;
};

const ranked = (reading, search, games) => {
  const named = search.reader.named(reading.surfaces, games);
  return { reading, named, surfaces: reading.surfaces, ranking: search.ranker.rank(reading.clauses, named) };
};

/** Collects what the pieces of a query with signs mean. */
class Understanding {
  constructor(query, search, options, games) {
    Object.assign(this, { query, search, games, options, entries: search.entries });
    this.or = search.rules.orOf[options.language] ?? "OR";
    this.left = search.rules.corrected; // words that may still be corrected
    for (const list of ["shown", "clauses", "named", "whys", "masks", "narrowing", "cards", "unknown"]) this[list] = [];
    for (const list of ["surfaces", "demanded", "excluded"]) this[list] = [];
  }

  meaning() {
    const { query, search } = this;
    for (const group of query.restrictions) this.#restrict(group);
    for (const restriction of query.barred) this.#bar(restriction);
    for (const group of this.demanded) this.#demand(group);
    for (const run of runs(query.groups)) this.#ask(run);
    for (const part of [...query.excluded, ...this.excluded]) this.#exclude(part);
    const { cards } = this;
    const own = cards.length ? search.about(new Set(cards.map((name) => name.card)), "o") : undefined;
    return {
      reading: { surfaces: this.shown, clauses: this.clauses, why: this.whys.find(Boolean) ?? "" },
      ranking: search.ranker.rank(this.clauses, this.named),
      named: [...cards, ...this.named.filter((name) => this.#isLeft(name))],
      surfaces: this.surfaces,
      masks: [...this.masks, ...this.narrowing],
      own: own && ((doc) => own.has(doc)),
      unknown: this.unknown,
    };
  }

  #read(part, most) {
    const best = read(part.surfaces, part.typed, this.search, this.games, most ?? this.left, this.options);
    if (most === undefined) {
      const { reader, rules } = this.search;
      const unknown = part.surfaces.filter((surface) => !isKnown(reader.clause(surface), rules));
      this.left = Math.max(0, this.left - unknown.length);
    }
    this.whys.push(best.reading.why);
    return best;
  }

  // ── prefixes ──

  #meant(restriction) {
    const found = meant(restriction, this.search, this.options.literal || !this.left);
    if (found) this.whys.push(found.why);
    else {
      this.left = Math.max(0, this.left - 1);
      this.unknown.push(restriction);
    }
    return found;
  }

  #restrict(group) {
    const found = group.map((restriction) => this.#meant(restriction)).filter(Boolean);
    if (!found.length) {
      this.demanded.push(group.map(partOf));
      return;
    }
    const isOfGames = found.every((one) => one.games);
    if (isOfGames) this.#leave(new Set(found.flatMap((one) => one.games)));
    (isOfGames ? this.masks : this.narrowing).push(anyOf(found.map((one) => one.test)));
    this.cards.push(...found.flatMap((one) => one.cards ?? []));
    this.shown.push(this.#either(found.map((one) => written(one.restriction))));
  }

  #bar(restriction) {
    const found = this.#meant(restriction);
    if (!found) {
      this.excluded.push(partOf(restriction));
      return;
    }
    if (found.games) {
      const all = [...new Set(this.entries.map((entry) => entry.game))];
      this.#leave(new Set(all.filter((game) => !found.games.includes(game))));
    }
    (found.games ? this.masks : this.narrowing).push((doc) => !found.test(doc));
    this.shown.push(`-${written(found.restriction)}`);
  }

  #leave(games) {
    this.games = this.games ? new Set([...this.games].filter((game) => games.has(game))) : games;
  }

  /** Whether anything that the prefixes leave is about a thing, where they leave more than a game. */
  #isLeft(named) {
    const docs = named.card ? [...this.search.about(new Set([named.card]), "om")] : [named.doc];
    return docs.some((doc) => this.narrowing.every((test) => test(doc))) || !this.narrowing.length;
  }

  // ── words ──

  /** Words, a phrase, or alternatives. */
  #ask(run) {
    const found = run.map((part) => this.#read(part));
    const texts = found.map(({ reading }, at) => (run[at].isPhrase ? `"${textOf(reading)}"` : textOf(reading)));
    this.#add(found, this.#either(texts));
    if (!run.some((part) => part.isPhrase)) return;
    this.masks.push(
      anyOf(found.map(({ reading }, at) => (run[at].isPhrase ? this.#phrase(reading) : this.#having(reading)))),
    );
  }

  /** Words after a prefix that narrows to nothing: whoever narrows to what is not here wants nothing else. */
  #demand(group) {
    const found = group.map((part) => this.#read(part));
    this.#add(found, this.#either(found.map((one) => textOf(one.reading))));
    this.masks.push(anyOf(found.map((one) => this.#having(one.reading))));
  }

  #add(found, shown) {
    const clauses = found.map((one) => one.reading.clauses);
    this.clauses.push(...(clauses.length === 1 ? clauses[0] : [either(clauses, this.search.rules)]));
    this.named.push(...found.flatMap((one) => one.named));
    this.surfaces.push(...found.flatMap((one) => one.surfaces));
    this.shown.push(shown);
  }

  /** What has the words as they are read, or, where nothing has them, what they stand for. */
  #exclude(part) {
    const { reading } = this.#read(part, 0);
    const tests = [this.#phrase(reading)];
    const isNumber = reading.surfaces.length === 1 && this.search.vocabulary.folding.code(textOf(reading));
    if (isNumber) tests.push(this.#having(reading)); // a number may be that of the entry
    const stands = this.entries.some((_, doc) => tests.some((test) => test(doc)));
    if (!stands && reading.clauses.length === 1) tests.push(...this.#stoodFor(reading.clauses[0]));
    this.masks.push((doc) => !tests.some((test) => test(doc)));
    this.shown.push(reading.surfaces.length > 1 ? `-"${textOf(reading)}"` : `-${textOf(reading)}`);
  }

  #stoodFor(clause) {
    const { places, rules } = this.search;
    return clause.alternatives
      .filter((one) => one.weight > rules.related)
      .map(({ words: own, game }) => {
        const sets = own.map((lemmas) => new Set(lemmas));
        return (doc) => (!game || this.entries[doc].game === game) && places.hasPhrase(doc, sets);
      });
  }

  /** The words of a reading one right after the other, or the thing that they are a name of in another language. */
  #phrase(reading) {
    const { places, reader, names } = this.search;
    const tokens = words(textOf(reading)).map((word) => reader.tokens(word.text));
    const sets = tokens.map((lemmas) => new Set(lemmas));
    const foreign = new Set();
    for (const { card, doc, language } of names.called(tokens)) {
      for (const one of card ? this.search.about(new Set([card]), "om") : [doc]) {
        if (this.entries[one]?.language !== language) foreign.add(one);
      }
    }
    return (doc) => foreign.has(doc) || places.hasPhrase(doc, sets);
  }

  /** Every word of a reading, or whatever stands for it. */
  #having(reading) {
    const needed = reading.clauses
      .filter((clause) => clause.importance)
      .map((clause) => anyOf(clause.alternatives.map((one) => this.#met(one))));
    return (doc) => needed.every((test) => test(doc));
  }

  /** What meets a clause. */
  #met({ words: own, game, isPhrase }) {
    const docs = own.map((lemmas) => new Set(lemmas.flatMap((lemma) => this.search.docsOf(lemma))));
    const sets = own.map((lemmas) => new Set(lemmas));
    return (doc) =>
      (!game || this.entries[doc].game === game) &&
      docs.every((having) => having.has(doc)) &&
      (!isPhrase || this.search.places.standTogether(doc, sets));
  }

  #either(texts) {
    return texts.join(` ${this.or} `);
  }
}

// ── a prefix ──

/** {restriction, test, games, cards, why}: what is called by the value of a prefix, read as words of a query are. */
const meant = (restriction, search, literal) => {
  const surfaces = words(restriction.value).map((word) => word.text);
  const typed = search.reader.asTyped(surfaces);
  const asked = called(restriction, search);
  if (asked || literal) return asked && { ...asked, restriction, why: "" };
  for (const reading of search.reader.others(restriction.value, typed)) {
    const other = { ...restriction, value: textOf(reading) };
    const found = called(other, search);
    if (found) return { ...found, restriction: other, why: reading.why };
  }
  return undefined;
};

const called = ({ name, value }, search) => {
  const { data, entries, names, reader, rules, vocabulary } = search;
  const { folding } = vocabulary;
  const folded = folding.fold(value).trim();
  const surfaces = words(value).map((word) => word.text);
  const tokens = surfaces.map((surface) => reader.tokens(surface));
  const lemmas = tokens.map((own) => own.map((lemma) => data.lemmas[lemma]));
  const within = (column, values) => values.length && { test: (doc) => values.includes(entries[doc][column]) };
  if (name === "card") {
    const coded = data.codes[folding.code(reader.withCodes(surfaces).join(" "))] ?? [];
    // Of no language: its words are no part of the query, so they are looked for in none.
    const cards = [
      ...names.cardsCalled(tokens).map((one) => ({ ...one, language: "" })),
      ...coded.map(([card, text]) => ({ card, doc: -1, text, language: "", forms: [] })),
    ];
    const docs = search.about(new Set(cards.map((one) => one.card)), "om");
    return cards.length && { test: (doc) => docs.has(doc), cards };
  }
  if (name === "kind") {
    const said = lemmas.map((own, at) => [...own, folding.fold(surfaces[at])]);
    const isOne = (labels) => said.length && said.every((own) => own.some((one) => labels.includes(one)));
    const all = Object.entries(rules.kindNames);
    const kinds = rules.kindNames[folded]
      ? [folded]
      : all.filter(([, labels]) => isOne(labels)).map(([kind]) => kind);
    const docs = new Set(kinds.flatMap((kind) => data.cardKinds[kind] ?? []));
    return kinds.length && { test: (doc) => kinds.includes(entries[doc].kind) || docs.has(doc) };
  }
  if (name === "language") return within("language", rules.languageNames[folded] ?? []);
  const games = names.gamesCalled(tokens, folded);
  return games.length && { ...within("game", games), games };
};

// ── helpers ──

/** The groups, words side by side in one part: they are read together. */
const runs = (groups) => {
  const found = [];
  let isOpen = false;
  for (const group of groups) {
    const isWords = group.length === 1 && !group[0].isPhrase;
    if (isWords && isOpen) {
      const [part] = found.at(-1);
      part.surfaces.push(...group[0].surfaces);
      part.typed += ` ${group[0].typed}`;
    } else found.push(isWords ? [{ ...group[0], surfaces: [...group[0].surfaces] }] : group);
    isOpen = isWords;
  }
  return found;
};

const textOf = (reading) => reading.surfaces.join(" ");

const partOf = ({ value }) => ({
  surfaces: words(value).map((word) => word.text),
  isPhrase: false,
  typed: value,
});

const written = ({ prefix, value }) => (value.includes(" ") ? `${prefix}:"${value}"` : `${prefix}:${value}`);
