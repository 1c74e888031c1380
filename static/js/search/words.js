/* The nearest word of the titles and the vocabulary, for words that stand nowhere. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const apart = (text) => text.normalize("NFD").toLowerCase();

  /** How many slips part two words: a letter put in, left out, changed, or two swapped; `most` + 1 if more. */
  function distance(one, two, most) {
    if (Math.abs(one.length - two.length) > most) return most + 1;
    let [older, old] = [[], Array.from({ length: two.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      for (let j = 1; j <= two.length; j++) {
        const change = old[j - 1] + (one[i - 1] === two[j - 1] ? 0 : 1);
        row[j] = Math.min(change, old[j] + 1, row[j - 1] + 1);
        const swapped = i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1];
        if (swapped) row[j] = Math.min(row[j], older[j - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
      [older, old] = [old, row];
    }
    return old[two.length];
  }

  /** How many slips a word may hold; a Hangul syllable is two or three letters. */
  const allowed = (letters) => (letters.length < 4 ? 0 : letters.length < 8 ? 1 : 2);

  /** The nearest word of the same writing in a language's list (most frequent first), or null. */
  async function nearest(word, language) {
    const writing = /[가-힣]/.test(word) ? "hangul" : "other";
    const list = await search.loadValue(`search/${language}/words/${writing}.json`);
    const letters = apart(word);
    let [best, least] = [null, allowed(letters) + 1];
    for (const known of list) {
      const steps = distance(letters, apart(known), least - 1);
      if (steps > 0 && steps < least) [best, least] = [known, steps];
    }
    return best;
  }

  search.words = { nearest, distance };
})();
