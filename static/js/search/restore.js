/* From the text of the index back to the text of the report, and the excerpt around what was found. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});
  const { BASE, FIRST, LONE, SHIFT } = search.terms;

  const REGION = "||";
  const ITEM = "|;";
  const WORDS_BEFORE = 12;
  const WORDS_OF_EXCERPT = 60;

  const isSyllable = (sign) => sign !== undefined && sign >= BASE && sign < LONE.charCodeAt(0);
  const SILENT = 0xf0000; // where syllables are written from that are not indexed
  const isSilent = (sign) => sign >= SILENT && sign < SILENT + LONE.charCodeAt(0) - BASE;
  const isMoved = (sign) => sign >= BASE + SHIFT && sign <= LONE.codePointAt(0) + SHIFT;

  /**
   * Words of the index, some of them found, as characters of the report.
   * Takes `[{text, found}]`; gives `[{text, found}]` with neighbours of one kind put together.
   */
  function restoreWords(words) {
    const out = [];
    let before; // code of the last sign of the word before, if it is a syllable
    words.forEach(({ text, found }, index) => {
      let signs = Array.from(text);
      const code = codeOf(signs[0]);
      const goesOn = before !== undefined && code === before && isSyllable(codeOf(signs[1]));
      if (goesOn && found) out[out.length - 1].found = true;
      if (goesOn || signs[0] === "`") signs = signs.slice(1);
      else if (index > 0 && !isSilent(code)) out.push({ text: " ", found: false });
      before = writeSigns(signs, found, out);
    });
    return together(out);
  }

  const codeOf = (sign) => (sign === undefined ? undefined : sign.codePointAt(0));

  /** The sign of the report that a sign of the index stands for. */
  function originalOf(sign) {
    const code = sign.codePointAt(0);
    if (isSyllable(code)) return String.fromCharCode(code - BASE + FIRST);
    if (isSilent(code)) return String.fromCharCode(code - SILENT + FIRST);
    return isMoved(code) ? String.fromCodePoint(code - SHIFT) : sign;
  }

  /** Adds the signs of one word; returns its last sign's code where the next word may go on from it. */
  function writeSigns(signs, found, out) {
    let last;
    for (let at = 0; at < signs.length; at++) {
      last = undefined;
      if (signs[at] === "^" && at + 1 < signs.length) out.push({ text: signs[++at], found });
      else if (signs[at] !== LONE && signs[at] !== "|") {
        out.push({ text: originalOf(signs[at]), found });
        if (isSyllable(codeOf(signs[at]))) last = codeOf(signs[at]);
      }
    }
    return last;
  }

  /** Puts neighbours of one kind together; signs at the edge of a marked word stay unmarked. */
  function together(signs) {
    const out = [];
    const add = (text, found) => {
      const last = out[out.length - 1];
      if (last && last.found === found) last.text += text;
      else if (text) out.push({ text, found });
    };
    for (let at = 0; at < signs.length; ) {
      const { found } = signs[at];
      let text = "";
      while (at < signs.length && signs[at].found === found) text += signs[at++].text;
      const [, before, word, after] = /^([^\p{L}\p{N}]*)([^]*?)([^\p{L}\p{N}]*)$/u.exec(text);
      add(before, false);
      add(word, found);
      add(after, false);
    }
    return out;
  }

  const plain = (words) => restoreWords(words.map((text) => ({ text, found: false }))).map((part) => part.text).join("");

  /** The regions of an indexed text, each `{from, words}`; `from` is the place of its first word. */
  function regions(content) {
    const found = [{ from: 0, words: [] }];
    content.split(/\s+/).forEach((word, place) => {
      if (word === REGION) found.push({ from: place + 1, words: [] });
      else found[found.length - 1].words.push(word);
    });
    return found;
  }

  /** The items of a region, empty ones kept: the facts stand in a fixed order. */
  function items(region) {
    const found = [[]];
    for (const word of region.words) {
      if (word === ITEM) found.push([]);
      else found[found.length - 1].push(word);
    }
    return found.map((words) => (words.length ? plain(words) : ""));
  }

  /** How many words of the index an excerpt holds: pairs of syllables are short, other words are long. */
  function lengthOf(region) {
    const pairs = region.words.filter((word) => isSyllable(codeOf(word[word[0] === "`" ? 1 : 0]))).length;
    return pairs * 2 > region.words.length ? 90 : 28;
  }

  const placesIn = (region, places) =>
    places.map((place) => place - region.from).filter((place) => place >= 0 && place < region.words.length);

  /** The window of a region that holds most of what was found: `{from, to, held}`. */
  function densest(region, places) {
    const length = lengthOf(region);
    const before = Math.floor(length / 5);
    let best = { start: 0, held: 0 };
    for (const start of places) {
      const held = places.filter((place) => place >= start && place < start + length - before).length;
      if (held > best.held) best = { start, held };
    }
    const from = Math.max(0, Math.min(best.start - before, region.words.length - length));
    return { from, to: Math.min(region.words.length, from + length), held: best.held };
  }

  function excerpt(region, places) {
    const { from, to } = densest(region, places);
    const marked = new Set(places);
    const words = [];
    for (let at = from; at < to; at++) {
      if (region.words[at] !== ITEM) words.push({ text: region.words[at], found: marked.has(at) });
    }
    const parts = restoreWords(words);
    if (from > 0) parts.unshift({ text: "… ", found: false });
    if (to < region.words.length) parts.push({ text: " …", found: false });
    return parts;
  }

  /** The pair of syllables that a word of the index holds, without the signs around it; else empty. */
  function pairOf(word) {
    const signs = Array.from(word || "").filter((sign) => isSyllable(codeOf(sign)));
    return signs.length === 2 ? signs.join("") : "";
  }

  /** The places found, and those beside them whose pairs the query has too: a word is marked as far as it fits. */
  function wholeWords(content, places, pairs) {
    const words = content.split(/\s+/);
    const marked = new Set(places);
    const grow = (place, step) => {
      for (let at = place + step; pairs.has(pairOf(words[at])) && !marked.has(at); at += step) marked.add(at);
    };
    for (const place of places) {
      if (!pairs.has(pairOf(words[place]))) continue;
      grow(place, -1);
      grow(place, 1);
    }
    return [...marked].sort((one, two) => one - two);
  }

  /**
   * What a row shows of an indexed text, given the places of the words that were found; `pairs` are the pairs of
   * syllables of the query, of which not all were looked for.
   * The excerpt comes from the summary or the sections, else from the other language, else it is the summary.
   */
  function row(content, found, pairs = new Set()) {
    const places = wholeWords(content, found, pairs);
    const [title, facts, labels, summary, sections, others] = regions(content);
    const own = [summary, sections].map((region) => ({ region, places: placesIn(region, places) }));
    const named = placesIn(title, places).length > 0;
    const foreign = { region: others, places: placesIn(others, places) };
    const best = (named ? own : [...own, foreign]).reduce((one, other) => (held(other) > held(one) ? other : one));
    const [id, date, severity, ...organizations] = items(facts);
    return {
      id,
      date,
      severity,
      organizations: organizations.filter(Boolean),
      title: titleParts(title, places),
      labels: items(labels).filter(Boolean),
      excerpt: excerpt(best.region, best.places),
    };
  }

  const held = ({ region, places }) => densest(region, places).held;

  function titleParts(title, places) {
    const marked = new Set(places);
    return restoreWords(title.words.map((text, at) => ({ text, found: marked.has(title.from + at) })));
  }

  const restore = (spelled) => plain(spelled.split(" "));

  search.restore = { restore, restoreWords, regions, row };
})();
