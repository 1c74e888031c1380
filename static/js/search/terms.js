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

  // What says nothing at the end of a run: particles, endings of verbs. The index leaves it out.
  const PARTICLES = new Set("은는이가을를의에도로와과만");
  const LONG_PARTICLES = new Set("에서으로까지부터에게이나에는에도이며려면는데".match(/../g));
  const NOUNS = new Set(
    (
      "초과증가추가불가평가인가허가단가원가휴가결과효과경과통과성과부과" +
      "속도시도한도정도온도빈도강도밀도농도고도용도의도유도각도별도제도지도보도섀도" +
      "경로회로통로도로제로크로플로정의논의문의동의합의협의회의주의" +
      "차이사이높이길이깊이추이전이웨이레이데이파이하이바이와이"
    ).match(/../g)
  );
  const ENDS =
    "(?:습니다|습니까|니다|세요|어요|아요|네요|나요|요|다고|다는|다|어서|아서|서|여|어|고|는|던|지만|지|면|며|도록|거나)";
  const LIGHT = new RegExp(`(?:(?:하|되|시키|당하|했|됐|해|돼|한|된)(?:였|었|았)?${ENDS}|된|될|됨)$`);
  const ENDING = new RegExp(`(?:였|었|았)?${ENDS}$`);
  const PAST = 20; // the final ㅆ, which no noun has

  const STOP = new Set(
    ("a an and are as at be been by did do does for from had has have how in into is it its of on or our that the " +
      "their then this to was we were what when which while why with incident incidents issue issues outage outages " +
      "problem problems").split(" ")
  );
  // What is said of every incident.
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
  const AFTER = [0, PAST]; // no final, ㅆ

  /** Other forms of the verb whose stem ends in this syllable, if it looks like one. */
  function otherForms(syllable) {
    const code = syllable.charCodeAt(0) - FIRST;
    const [lead, vowel, final] = [Math.floor(code / 588), Math.floor(code / 28) % 21, code % 28];
    if (final !== PAST && !NOUN_FORMS.has(syllable)) return [];
    const entry = Object.entries(VOWELS).find((both) => both.map(Number).includes(vowel)) || [vowel, vowel];
    const [bare, past] = entry.map(Number);
    const forms = [...BARE.map((end) => [bare, end]), ...AFTER.map((end) => [past, end])];
    const all = forms.map(([middle, end]) => String.fromCharCode(FIRST + lead * 588 + middle * 28 + end));
    return [...new Set(all)].filter((form) => form !== syllable);
  }

  const finalOf = (syllable) => (syllable.charCodeAt(0) - FIRST) % 28;

  /** How many syllables of the run's end make no pair that says something, because of a particle. */
  function particle(run) {
    if (run.length < 3) return 0;
    if (LONG_PARTICLES.has(run.slice(-2))) return 3;
    return PARTICLES.has(run.slice(-1)) && !NOUNS.has(run.slice(-2)) ? 2 : 0;
  }

  /** The same because of the ending of a verb; a noun that became a verb ends where the verb begins. */
  function ending(run) {
    const light = LIGHT.exec(run);
    return light ? light[0].length + 1 : (ENDING.exec(run) || [""])[0].length;
  }

  /** The first of the pairs at the end of a run that say nothing; the number of pairs if all say something. */
  function weakFrom(run) {
    if (run.length === 1) return PARTICLES.has(run) ? 0 : 1;
    const silent = Math.max(ending(run), particle(run));
    let at = run.length - 1;
    while (at > 1 && (at - 1 >= run.length - silent || finalOf(run[at - 1]) === PAST)) at -= 1;
    return at;
  }

  function runTokens(run) {
    const words = pairs(run).slice(0, weakFrom(run));
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
        weak: SAID_OF_ALL.has(run),
        spare: at % 2 === 1 && (long || at < words.length - 1),
        at,
        last: at === words.length - 1,
      };
    });
  }

  function latinToken(piece) {
    const words = latin(moveAway(piece));
    if (!words || JAMO.test(words.whole)) return [];
    const weak = STOP.has(words.whole);
    return [{ word: words.whole, text: piece, hangul: false, parts: words.parts, forms: [], weak, spare: false, at: 0, last: true }];
  }

  /**
   * The words of a query, in its order, each once, at most 24.
   * `word` is as the index spells it, `forms` others that count as the same, `parts` those of a compound;
   * `weak` is a word that says little, `spare` a pair that its neighbours cover, `at` its place in its run of Hangul
   * and `last` whether it ends it; words of one run share its number.
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

  search.terms = { tokens, BASE, FIRST, LAST, LONE, SHIFT };
})();
