/* Query to words: the same rules by which the index was spelled (generator/text/hangul.py).
 *
 * Every script of this folder adds to one name, `IncidentSearch`, and runs as a classic deferred script. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const FIRST = 0xac00;
  const LAST = 0xd7a3;
  const BASE = 0x4e00;
  const LONE = String.fromCharCode(BASE + LAST - FIRST + 1);
  const SHIFT = 0x20000 - BASE;

  const TAKEN = new RegExp(`[${String.fromCharCode(BASE)}-${LONE}]`, "gu");
  const PIECE = /[가-힣]+|[^\s가-힣]+/gu;
  const SIGNS = /[^\p{L}\p{N}\p{M}]+/gu;
  const HUMPS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu;
  const JAMO = /^[ㄱ-ㅎㅏ-ㅣ]+$/;
  const MOST = 24;

  const PARTICLES = new Set("은는이가을를의에도로와과만");
  const ENDINGS = new Set("이다 있다 없다 않다 에서 으로 까지 부터 에게 이나 에는 에도 이며 려면 는데 않음 없음".split(" "));
  const TAIL =
    /(?:하|되|시키|당하)?(?:였|었|았|했|됐)?(?:습니다|습니까|니다|세요|어요|아요|네요|나요|해요|돼요|다고|다는|다|어서|아서|해서|돼서|하여|되어|고|는|지만|지|면|며|도록|거나)$/;
  const STOP = new Set(
    ("a an and are as at be been by did do does for from had has have how in into is it its of on or our that the " +
      "their then this to was we were what when which while why with incident incidents issue issues outage outages " +
      "problem problems").split(" ")
  );
  const SAID_OF_ALL = new Set("장애 사고 사례 문제 이슈 관련 원인 해결 방법 못함 못해 못한 안됨 안돼".split(" "));

  const moveAway = (text) => text.replace(TAKEN, (sign) => String.fromCodePoint(sign.codePointAt(0) + SHIFT));
  const spell = (run) => Array.from(run, (one) => String.fromCharCode(one.charCodeAt(0) - FIRST + BASE)).join("");

  /** The words of a run of Hangul: overlapping pairs; one syllable alone stands for all that begin with it. */
  function pairs(run) {
    const spelled = spell(run);
    if (spelled.length === 1) return [spelled];
    return Array.from({ length: spelled.length - 1 }, (_, at) => spelled.slice(at, at + 2));
  }

  /** The words of a piece of other writing: the whole without signs, and its parts where it has more than one. */
  function latin(piece) {
    const whole = piece.replace(SIGNS, "").toLowerCase();
    if (!whole) return null;
    const parts = [];
    for (const part of piece.split(SIGNS)) parts.push(...(part.match(HUMPS) || []));
    const words = parts.map((part) => part.toLowerCase()).filter((part) => part.length > 1);
    return { whole, parts: words.length > 1 ? words : [] };
  }

  // Verbs: the noun form (멈춤), the past (멈췄다) and others share the syllable before and a few vowels.
  const NOUN_FORMS = new Set("됨춤김짐림침힘킴빔남");
  const VOWELS = { 20: 6, 13: 14, 8: 9, 11: 10 }; // ㅣ→ㅕ, ㅜ→ㅝ, ㅗ→ㅘ, ㅚ→ㅙ
  const BARE = [0, 4, 8, 16]; // no final, ㄴ, ㄹ, ㅁ
  const PAST = [0, 20]; // no final, ㅆ

  /** Other forms of the verb whose stem ends in this syllable, if it looks like one. */
  function otherForms(syllable) {
    const code = syllable.charCodeAt(0) - FIRST;
    const [lead, vowel, final] = [Math.floor(code / 588), Math.floor(code / 28) % 21, code % 28];
    if (final !== 20 && !NOUN_FORMS.has(syllable)) return [];
    const entry = Object.entries(VOWELS).find((both) => both.map(Number).includes(vowel)) || [vowel, vowel];
    const [bare, past] = entry.map(Number);
    const forms = [...BARE.map((end) => [bare, end]), ...PAST.map((end) => [past, end])];
    const all = forms.map(([middle, end]) => String.fromCharCode(FIRST + lead * 588 + middle * 28 + end));
    return [...new Set(all)].filter((form) => form !== syllable);
  }

  /** Whether the last two syllables of a run are a particle or the ending of a verb. */
  function endsWord([before, syllable]) {
    const past = (before.charCodeAt(0) - FIRST) % 28 === 20; // ㅆ
    return past || PARTICLES.has(syllable) || ENDINGS.has(before + syllable);
  }

  /** Which pairs of a run say little: those inside the tail of a verb, and the last with its particle or ending. */
  function isWeak(run, at) {
    if (SAID_OF_ALL.has(run)) return true;
    if (run.length < 3) return false;
    const tail = (TAIL.exec(run) || [""])[0].length;
    return at >= run.length - Math.max(tail, 1) || (at === run.length - 2 && endsWord(run.slice(-2)));
  }

  function runTokens(run) {
    const words = pairs(run);
    const long = words.length > 3;
    return words.map((word, at) => {
      const text = run.slice(at, at + 2);
      const forms = text.length === 2 && at >= words.length - 2 ? otherForms(text[1]) : [];
      return {
        word,
        text,
        hangul: true,
        parts: [],
        forms: forms.map((form) => word[0] + spell(form)),
        weak: isWeak(run, at),
        spare: at % 2 === 1 && (long || at < words.length - 1),
      };
    });
  }

  function latinToken(piece) {
    const words = latin(moveAway(piece));
    if (!words || JAMO.test(words.whole)) return [];
    const weak = STOP.has(words.whole);
    return [{ word: words.whole, text: piece, hangul: false, parts: words.parts, forms: [], weak, spare: false }];
  }

  /**
   * The words of a query, in its order, each once, at most 24.
   * `word` is as the index spells it, `forms` others that count as the same, `parts` those of a compound;
   * `weak` is a particle, an ending or a word that says little, `spare` a pair that its neighbours cover;
   * words of one run of Hangul share its number.
   */
  function tokens(query) {
    const found = new Map();
    for (const { 0: piece, index: run } of query.normalize("NFC").matchAll(PIECE)) {
      for (const token of /[가-힣]/.test(piece[0]) ? runTokens(piece) : latinToken(piece)) {
        if (!found.has(token.word)) found.set(token.word, { ...token, run });
      }
    }
    return [...found.values()].slice(0, MOST);
  }

  search.terms = { tokens, pairs, BASE, FIRST, LAST, LONE, SHIFT };
})();
