/* Finds incidents: an id first, then those that hold every word, then those that hold most of them. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const ENOUGH = 5; // hits with every word; with fewer, those with most of the words are shown too
  const COVERAGE = 0.5; // the share of the words that a hit must hold
  const FORM = 0.6; // how much another form of a verb counts
  const COMMON = 1500; // pages with a word from which on its places are not asked for
  const SHORT = 3; // words of fewer Latin letters are not taken as beginnings
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

  /** Ids by the name of their text in the index. */
  const idTable = (language) => search.loadValue(`pagefind/${language}/ids.json`);

  // ---- one word

  const exactly = async ({ index }, word) => (await index.search(`"${word}"`)).results;

  /** Pages with words that begin so; in a large library a common word gives its pages without all places. */
  async function ask(engineOf, word, whole = word) {
    if (engineOf.pages > COMMON) {
      const results = await exactly(engineOf, whole);
      if (results.length > COMMON) return results;
    }
    return (await engineOf.index.search(word)).results;
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
    return (await engineOf.index.search(word)).results.filter((result) => pages.has(result.id));
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
    const words = result.words.filter((place) => others.every((other) => near(place, other)));
    const close = words.length > 0;
    const score = others.reduce((sum, other) => sum + other.score, result.score) * (close ? 0.8 : 0.4);
    return { id: result.id, score, words: close ? words : result.words, data: result.data };
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

  /** How close two words of the query stand on a page: 1 side by side, 0 apart. */
  function closeness(one, two) {
    const after = new Set(two.words);
    const gap = [1, 0, 2, 3].find((distance) => one.words.some((place) => after.has(place + distance)));
    if (gap === undefined) return 0;
    return gap <= 2 ? 1 : 0.6;
  }

  /** How the words hang together: the share of neighbours that are close, and whether no run is torn apart. */
  function adjacency(tokens, found) {
    let [close, whole] = [0, true];
    for (let at = 1; at < found.length; at++) {
      const near = found[at - 1] && found[at] ? closeness(found[at - 1], found[at]) : 0;
      close += near;
      if (!near && tokens[at].run === tokens[at - 1].run) whole = false;
    }
    return { share: found.length > 1 ? close / (found.length - 1) : 0, whole };
  }

  function weigh(page, tokens, hits) {
    const found = hits.map((list) => list.get(page));
    const held = found.filter(Boolean);
    const coverage = held.length / hits.length;
    const sum = held.reduce((total, hit) => total + hit.score, 0);
    const words = [...new Set(held.flatMap((hit) => hit.words))].sort((one, two) => one - two);
    const { share, whole } = adjacency(tokens, found);
    const score = sum * coverage ** 2 * (1 + share);
    return { page, full: whole && coverage === 1, score, words, data: held[0].data };
  }

  const best = (one, two) => two.score - one.score || (one.page < two.page ? -1 : 1);

  /** Pages that hold enough of the words, best first. */
  async function rank(engineOf, tokens, keeps, least) {
    const hits = await Promise.all(tokens.map((token) => hitsOf(engineOf, token)));
    const counts = new Map();
    for (const list of hits) for (const page of list.keys()) counts.set(page, (counts.get(page) || 0) + 1);
    const pages = [...counts.keys()].filter((page) => counts.get(page) >= least * tokens.length && keeps(page));
    const missing = tokens.filter((token, at) => !token.hangul && !hits[at].size);
    return { hits: pages.map((page) => weigh(page, tokens, hits)).sort(best), missing };
  }

  /**
   * Hits of one index, best first: `{hits, partial, missing}`; `missing` are words that no page holds.
   * First the pages that hold every word are asked for, with as few pairs as tell a run of Hangul apart.
   */
  async function findIn(language, all, keeps) {
    const strong = all.some((token) => !token.weak) ? all.filter((token) => !token.weak) : all;
    const needed = strong.filter((token) => !token.spare);
    const engineOf = await engine(language);
    const full = await rank(engineOf, needed, keeps, 1);
    const whole = full.hits.filter((hit) => hit.full);
    if (whole.length >= ENOUGH || strong.length === 1) return { ...full, hits: whole, partial: false };
    const most = await rank(engineOf, strong, keeps, COVERAGE);
    return { ...most, partial: most.hits.length > 0 && !most.hits.some((hit) => hit.full) };
  }

  // ---- the whole search

  /** The number that a query means as an id, or null: `IL-0585`, `585`, `il 585`. */
  function numberOf(query, prefix) {
    const found = /^\s*(?:([a-z][a-z0-9]*)[\s_-]*)?0*(\d{1,9})\s*$/i.exec(query.normalize("NFKC"));
    if (!found || (found[1] && found[1].toLowerCase() !== prefix.toLowerCase())) return null;
    return Number(found[2]);
  }

  async function findId(query, language, prefix) {
    const number = numberOf(query, prefix);
    if (number === null) return null;
    const table = await idTable(language);
    const page = Object.keys(table).find((key) => Number(table[key].split("-").pop()) === number);
    return page ? { page, id: table[page], words: [], score: Infinity } : null;
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
    const table = keep ? await idTable(language) : null;
    const keeps = keep ? (page) => keep(table[page]) : () => true;
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
  search.findTools = { Cancelled, numberOf, stem, idTable };
})();
