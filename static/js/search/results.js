/* What results look like: rows with marks, groups by language, and what to say when there are none. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  /** An element with a class, attributes and children; strings become text. */
  function element(name, { className, ...attributes } = {}, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
    return made;
  }

  const pageLanguage = () => document.documentElement.lang.split("-")[0];

  /** The interface of the page's language: `{prefix, languages, messages, groups, labels}`. */
  const interfaceOf = () => search.loadValue(`search/${pageLanguage()}/interface.json`);

  /** A message with its values filled in. */
  const say = (texts, name, values = {}) =>
    Object.entries(values).reduce((text, [key, value]) => text.replaceAll(`{${key}}`, String(value)), texts.messages[name]);

  const marked = (parts) => parts.map(({ text, found }) => (found ? element("mark", {}, text) : text));

  const incidentPath = (row) => `${row.language}/incidents/${row.id}/`;

  /** A date as exact as it is written: `2019`, `2019-08`, `2019-08-08`, with a time or as a span of two. */
  function dateText(written) {
    const [year, month, day] = written.split("/")[0].slice(0, 10).split("-").map(Number);
    const parts = { year: "numeric", month: month ? "long" : undefined, day: day ? "numeric" : undefined, timeZone: "UTC" };
    return new Intl.DateTimeFormat(document.documentElement.lang, parts).format(Date.UTC(year, (month || 1) - 1, day || 1));
  }

  /** What stands where the date is not known, in the words of the page. */
  function undated() {
    const { date, unstated } = document.body.dataset;
    const dash = element("span", { "aria-hidden": "true" }, "–");
    const spoken = element("span", { className: "visually-hidden" }, unstated);
    return [element("span", { className: "date-kind" }, date), " ", element("span", { className: "unknown" }, dash, spoken)];
  }

  const dateOf = (written) =>
    written
      ? element("time", { className: "result-date", datetime: written.split("/")[0] }, dateText(written))
      : element("span", { className: "result-date" }, ...undated());

  /** The spans inside a result: id, title, date, severity where it is known, language, tags, excerpt. */
  function rowParts(row, texts) {
    const foreign = row.language !== pageLanguage();
    const lang = foreign ? row.language : null;
    const facts = [
      element("span", { className: "result-id" }, row.id),
      dateOf(row.date),
      row.severity && element("span", { className: "result-severity" }, row.severity),
      ...row.organizations.slice(0, 1).map((name) => element("span", { className: "result-organization" }, name)),
      element("span", { className: "result-language" }, texts.languages[row.language] || row.language),
    ];
    return {
      title: element("span", { className: "result-title", lang }, ...marked(row.title)),
      facts: element("span", { className: "result-facts" }, ...facts),
      tags: element("span", { className: "result-tags" }, ...row.labels.slice(0, 6).map((label) => element("span", { className: "tag", lang }, label))),
      excerpt: element("span", { className: "result-excerpt", lang }, ...marked(row.excerpt)),
    };
  }

  /**
   * Searches the page's language and then the others. Gives `{groups, instead, partial, total}`, a group
   * `{language, hits}`; the others hold only incidents that have no page in this language.
   */
  async function searchAll(query, options) {
    const texts = await interfaceOf();
    const language = pageLanguage();
    const own = await search.find(query, { ...options, language, prefix: texts.prefix });
    const groups = [{ language, hits: own.hits }];
    for (const other of texts.elsewhere) {
      const known = new Set(Object.values(await search.findTools.idTable(language)));
      const table = await search.findTools.idTable(other);
      const keep = (id) => !known.has(id) && (!options.keep || options.keep(id));
      if (!Object.values(table).some(keep)) continue;
      const found = await search.find(query, { ...options, keep, language: other, prefix: texts.prefix });
      groups.push({ language: other, hits: found.hits });
    }
    const filled = groups.filter((group) => group.hits.length);
    const total = filled.reduce((sum, group) => sum + group.hits.length, 0);
    return { groups: filled, total, instead: own.instead, partial: own.partial };
  }

  /** What can be tried when nothing was found, as a list. */
  function advice(texts, { filtered }) {
    const tips = ["tip_fewer", "tip_part", "tip_id", ...(filtered ? ["tip_filters"] : [])];
    const browse = element("a", { href: search.address(`${pageLanguage()}/incidents/`) }, say(texts, "browse"));
    return element(
      "div",
      { className: "search-advice" },
      element("p", {}, say(texts, "try")),
      element("ul", {}, ...tips.map((tip) => element("li", {}, say(texts, tip, { id: texts.example }))), element("li", {}, browse))
    );
  }

  /** Calls back once the box has been still for a while; a call cancels the one before. */
  function debounced(wait, call) {
    let [timer, controller] = [0, null];
    return (...values) => {
      clearTimeout(timer);
      if (controller) controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      timer = setTimeout(() => call(signal, ...values), wait);
    };
  }

  /** Tells whether a keydown belongs to an input method; it then must not be acted on. */
  function compositionGuard(box) {
    let [composing, ended] = [false, false];
    box.addEventListener("compositionstart", () => ([composing, ended] = [true, false]));
    box.addEventListener("compositionend", () => ([composing, ended] = [false, true]));
    box.addEventListener("keyup", () => (ended = false));
    return {
      composing: () => composing,
      owns(event) {
        const owned = composing || event.isComposing || event.keyCode === 229 || ended;
        ended = false;
        return owned;
      },
    };
  }

  search.results = {
    element, pageLanguage, interfaceOf, say, marked, incidentPath, undated, rowParts, searchAll, advice, debounced, compositionGuard,
  };
})();
