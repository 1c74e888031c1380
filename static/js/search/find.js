/* Finds incidents: an id first, then those that hold every word, their own words before the synonyms of their tags, then
 * those that hold most of the words. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const ENOUGH = 5; // hits with every word; with fewer, those with most of the words are shown too
  const COVERAGE = 0.5; // the share of the words that a hit must hold
  const WIDE = 5; // words up to which pairs are added that tell more: each may be a part of the index to fetch
  const FORM = 0.6; // how much another form of a verb counts
  const COMMON = 1500; // pages with a word from which on its places are not asked for
  const SHORT = 3; // words of fewer Latin letters are not taken as beginnings
  const SYNONYM = new Set([47, 23, 15, 11]); // weights of the synonyms of tags, words whole and in parts
  const RANKING = { termSimilarity: 1, pageLength: 0.6, termSaturation: 1.6, termFrequency: 1 };

  const engines = new Map(); // language → promise

  class Cancelled extends Error {}

  /** The engine of one language's index: `{search, ids, pages}`. */
  function engine(language) {
    if (!engines.has(language)) {
      const started = start(language);
      started.catch(() => engines.delete(language));
      engines.set(language, started);
    }
    return engines.get(language);
  }

  async function start(language) {
    await search.addScript("pagefind/runtime.js");
    const base = `/pagefind/${language}/`;
    let pages = 0;
    const read = async (address) => {
      const name = String(address).slice(base.length).split("?")[0];
      const bytes = await search.load(name.startsWith("wasm.") ? `pagefind/${name}` : `pagefind/${language}/${name}`);
      const json = () => JSON.parse(new TextDecoder().decode(bytes));
      if (name === "pagefind-entry.json") pages = Object.values(json().languages)[0].page_count;
      return { json: async () => json(), arrayBuffer: async () => bytes.slice().buffer };
    };
    const index = search.pagefind(base, read).createInstance({ basePath: base, noWorker: true, ranking: RANKING });
    await index.init();
    await index.search("-"); // settles when the index is ready
    return { index, pages, language };
  }

  /** The id of the incident whose text in the index has this name. */
  const idOf = (page) => page.slice(0, page.lastIndexOf("-"));

  /** Ids by the name of their text in the index, of every incident that it holds. */
  const idTable = (language) => search.loadValue(`pagefind/${language}/ids.json`);

  // ---- one word

  /** A result as a hit; `own` are its places in what the report says itself, without the synonyms of its tags. */
  function hitOf({ id, score, words, places, data }) {
    const own = places.filter(({ weight }) => !SYNONYM.has(Math.round(weight * 24))).map(({ location }) => location);
    return { id, score, words, own, data };
  }

  const begun = async ({ index }, word) => (await index.search(word)).results.map(hitOf);
  const exactly = (engineOf, word) => begun(engineOf, `"${word}"`);

  /** Pages with words that begin so; in a large library a common word gives its pages without all places. */
  async function ask(engineOf, word, whole = word) {
    if (engineOf.pages > COMMON) {
      const results = await exactly(engineOf, whole);
      if (results.length > COMMON) return results;
    }
    return begun(engineOf, word);
  }

  /** English endings that hide a common beginning; what is left is searched as a beginning. */
  function stem(word) {
    if (!/^[a-z]{5,}$/.test(word)) return word;
    const cut = word.replace(/(?:ations?|ions?|ings?|ies|ed|es|s|y|e)$/, "");
    return cut.length >= 4 && !/ss$/.test(word) ? cut : word;
  }

  /** Whether the text of the best hit really has a word that begins so: the index also offers shorter words. */
  async function begins(results, word) {
    const { content } = await results[0].data();
    const text = content.split(/\s+/)[results[0].words[0]] || "";
    const plain = text.replace(/[^\p{L}\p{N}_]+/gu, "").toLowerCase();
    return plain.includes(word) || plain.replace(/_/g, "").includes(word);
  }

  /** One or two letters stand for themselves, not for all words that begin so. */
  async function askShort(engineOf, word) {
    const same = await exactly(engineOf, word);
    if (!same.length || same.length > COMMON) return same;
    const pages = byPage(same);
    return (await begun(engineOf, word)).filter((hit) => pages.has(hit.id));
  }

  async function askLatin(engineOf, word) {
    if (word.length < SHORT) return askShort(engineOf, word);
    const beginning = stem(word);
    const results = await ask(engineOf, beginning, word);
    return results.length && !(await begins(results, beginning)) ? [] : results;
  }

  /** The pages that hold every part of a word side by side: `foo_bar` in `a_foo_bar_b`. */
  async function askParts(engineOf, parts) {
    const lists = await Promise.all(parts.map((part) => askLatin(engineOf, part)));
    const [first, ...rest] = lists.map(byPage);
    const found = [];
    for (const [page, result] of first || []) {
      const others = rest.map((list) => list.get(page));
      if (others.every(Boolean)) found.push(joinedParts(result, others));
    }
    return found;
  }

  function joinedParts(result, others) {
    const near = (place, other) => other.words.some((word) => Math.abs(word - place) <= others.length);
    const together = (places) => places.filter((place) => others.every((other) => near(place, other)));
    const [words, own] = [together(result.words), together(result.own)];
    const score = others.reduce((sum, other) => sum + other.score, result.score) * (words.length ? 0.8 : 0.4);
    return { id: result.id, score, words: words.length ? words : result.words, own, data: result.data };
  }

  const byPage = (results) => new Map(results.map((result) => [result.id, result]));

  async function askForms(engineOf, token) {
    const exact = await ask(engineOf, token.word);
    const hits = byPage(exact);
    for (const list of await Promise.all(token.forms.map((form) => ask(engineOf, form)))) {
      for (const result of list) {
        if (!hits.has(result.id)) hits.set(result.id, { ...result, score: result.score * FORM });
      }
    }
    return hits;
  }

  async function askCompound(engineOf, token) {
    const hits = byPage(await askLatin(engineOf, token.word));
    for (const result of token.parts.length ? await askParts(engineOf, token.parts) : []) {
      if (!hits.has(result.id)) hits.set(result.id, result);
    }
    return hits;
  }

  /** The hits of one word of the query, by page. */
  const hitsOf = (engineOf, token) => (token.hangul ? askForms : askCompound)(engineOf, token);

  // ---- all words together

  /** The first of some distances at which a place of the second list comes after one of the first, or undefined. */
  function follows(one, two, distances) {
    const after = new Set(two);
    return distances.find((distance) => one.some((place) => after.has(place + distance)));
  }

  /** How close two words of the query stand on a page: 1 side by side, 0 apart. */
  function closeness(one, two) {
    const distance = follows(one, two, [1, 0, 2, 3]);
    if (distance === undefined) return 0;
    return distance <= 2 ? 1 : 0.6;
  }

  /** Whether the pairs that a page lacks between two others of a run stand over spaces: `리누` of `메모리누수` in `메모리 누수`. */
  function overSpaces(tokens, places, one, two) {
    const [distance, missing] = [tokens[two].at - tokens[one].at, two - one - 1];
    const distances = Array.from({ length: missing + 1 }, (_, more) => distance - missing + more);
    return follows(places[one], places[two], distances) !== undefined;
  }

  /**
   * How the words of a query stand on a page, given the places of each: `coverage`, the share of words that are there;
   * `share`, that of the neighbours that are close; `full`, whether all are there and no run is torn apart; `phrase`,
   * whether they stand side by side too.
   */
  function reading(tokens, places) {
    const held = tokens.map((_, at) => at).filter((at) => places[at] && places[at].length);
    let [count, close, torn] = [held.length, 0, false];
    held.slice(1).forEach((at, number) => {
      const before = held[number];
      const sameRun = tokens[at].run === tokens[before].run;
      const missing = at - before - 1;
      if (missing && sameRun && overSpaces(tokens, places, before, at)) count += missing;
      else if (missing) return;
      const near = missing ? missing + 1 : closeness(places[before], places[at]);
      close += near;
      if (!near && sameRun) torn = true;
    });
    const coverage = count / tokens.length;
    const full = !torn && coverage === 1;
    const neighbours = tokens.length - 1;
    return { coverage, share: neighbours ? close / neighbours : 0, full, phrase: full && close === neighbours };
  }

  function weigh(page, tokens, hits) {
    const found = hits.map((list) => list.get(page));
    const held = found.filter(Boolean);
    const own = reading(tokens, found.map((hit) => hit && hit.own));
    const { coverage, share, full } = own.full ? own : reading(tokens, found.map((hit) => hit && hit.words));
    const sum = held.reduce((total, hit) => total + hit.score, 0);
    const words = [...new Set(held.flatMap((hit) => hit.words))].sort((one, two) => one - two);
    return { page, full, own: own.full + own.phrase, coverage, score: sum * coverage ** 2 * (1 + share), words, data: held[0].data };
  }

  /** What a report says itself, at best in these very words, comes before what only the synonyms of its tags say. */
  const best = (one, two) => two.own - one.own || two.score - one.score || (one.page < two.page ? -1 : 1);

  /** How many words stand between two others of their run, so that a page may lack them over a space. */
  const between = (tokens) =>
    tokens.filter(({ run }, at) => at && tokens[at - 1].run === run && tokens[at + 1] && tokens[at + 1].run === run).length;

  /** Pages that hold enough of the words, best first. */
  async function rank(engineOf, tokens, keeps, least) {
    const hits = await Promise.all(tokens.map((token) => hitsOf(engineOf, token)));
    const counts = new Map();
    for (const list of hits) for (const page of list.keys()) counts.set(page, (counts.get(page) || 0) + 1);
    const few = least * tokens.length - between(tokens);
    const pages = [...counts.keys()].filter((page) => counts.get(page) >= few && keeps(page));
    const weighed = pages.map((page) => weigh(page, tokens, hits)).filter((hit) => hit.coverage >= least);
    const missing = tokens.filter((token, at) => !token.hangul && !hits[at].size);
    return { hits: weighed.sort(best), missing };
  }

  /** Pages that hold every word, no run torn apart. */
  async function whole(engineOf, tokens, keeps) {
    const { hits, missing } = await rank(engineOf, tokens, keeps, 1);
    return { hits: hits.filter((hit) => hit.full), missing };
  }

  /**
   * Hits of one index, best first: `{hits, partial, missing}`; `missing` are words that no page holds.
   * The pages that hold every word are asked for first, with as few pairs as tell a run of Hangul apart; where they are
   * few, with its last pair too, so that a space may stand in it; then those that hold most of the words.
   */
  async function findIn(language, all, keeps) {
    const strong = all.some((token) => !token.weak) ? all.filter((token) => !token.weak) : all;
    const engineOf = await engine(language);
    const needed = strong.filter((token) => !token.spare);
    const ended = strong.filter((token) => !token.spare || token.last);
    let found = await whole(engineOf, needed, keeps);
    const own = found.hits.filter((hit) => hit.own);
    if (own.length < ENOUGH && ended.length > needed.length && ended.length <= WIDE) found = await whole(engineOf, ended, keeps);
    if (found.hits.length >= ENOUGH || strong.length === 1) return { ...found, partial: false };
    const most = await rank(engineOf, strong.length > WIDE ? needed : strong, keeps, COVERAGE);
    return { ...most, partial: most.hits.length > 0 && !most.hits.some((hit) => hit.full) };
  }

  // ---- the whole search

  /** The number that a query means as an id, or null: `IL-0585`, `585`, `il 585`. */
  function numberOf(query, prefix) {
    const text = query.normalize("NFKC").trim().toLowerCase();
    const found = /^[\s_-]*0*(\d{1,9})$/.exec(text.startsWith(prefix.toLowerCase()) ? text.slice(prefix.length) : text);
    return found ? Number(found[1]) : null;
  }

  async function findId(query, language, prefix) {
    const number = numberOf(query, prefix);
    if (number === null) return null;
    const table = await idTable(language);
    const page = Object.keys(table).find((key) => Number(table[key].split("-").pop()) === number);
    return page ? { page, words: [], score: Infinity } : null;
  }

  /** Replaces words that stand nowhere by the nearest word of the titles and the vocabulary. */
  async function corrected(query, { missing, hits }, language) {
    const texts = missing.map((token) => token.text);
    if (!hits.length) texts.push(...(query.match(/[가-힣]{2,}/g) || []));
    let text = query;
    for (const word of texts) {
      const near = await search.words.nearest(word, language);
      if (near) text = text.replace(word, near);
    }
    return text === query ? null : text;
  }

  /**
   * Searches one language's index.
   *
   * Takes `{language, prefix, keep, signal}`; `keep(id)` says which incidents may be shown (filters).
   * Gives `{hits, partial, instead}`: hits best first, each `{page, language, words, row()}`; `partial` when no
   * hit holds every word; `instead` the query that was searched in place of a misspelled one, or null.
   */
  async function find(query, { language, prefix, keep, signal }) {
    const check = () => {
      if (signal && signal.aborted) throw new Cancelled();
    };
    const keeps = keep ? (page) => keep(idOf(page)) : () => true;
    const first = await findId(query, language, prefix);
    check();
    if (first && !/^\s*\d/.test(query)) return { hits: keeps(first.page) ? [withRow(first, language, pairsOf(query))] : [], partial: false, instead: null };
    let outcome = await searchWords(query, language, keeps);
    check();
    if (!first && (outcome.missing.length || !outcome.hits.length)) {
      const instead = await corrected(query, outcome, language);
      const other = instead && (await searchWords(instead, language, keeps));
      if (other && other.hits.length) outcome = { ...other, instead };
    }
    check();
    const hits = outcome.hits.filter((hit) => !first || hit.page !== first.page);
    if (first && keeps(first.page)) hits.unshift(first);
    const pairs = pairsOf(outcome.instead || query);
    return { hits: hits.map((hit) => withRow(hit, language, pairs)), partial: outcome.partial, instead: outcome.instead || null };
  }

  async function searchWords(query, language, keeps) {
    const tokens = search.terms.tokens(query);
    return tokens.length ? findIn(language, tokens, keeps) : { hits: [], partial: false, missing: [] };
  }

  /** The pairs of syllables of a query. */
  const pairsOf = (query) => new Set(search.terms.tokens(query).filter((token) => token.hangul).map((token) => token.word));

  function withRow(hit, language, pairs) {
    const read = hit.data ? hit.data : async () => fragment(language, hit.page);
    const row = async () => ({ ...search.restore.row((await read()).content, hit.words, pairs), language });
    return { page: hit.page, language, score: hit.score, words: hit.words, row };
  }

  /** The text of an incident whose page was not found by words. */
  async function fragment(language, page) {
    const bytes = await search.load(`pagefind/${language}/fragment/${page}.pf_fragment`);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = await new Response(stream).text();
    return JSON.parse(text.slice(text.indexOf("{")));
  }

  search.find = find;
  search.findTools = { Cancelled, numberOf, stem, idTable, idOf };
})();
