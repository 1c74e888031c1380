/* The search page: query and filters stand in the address, results in groups by language. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});
  const { element, pageLanguage, interfaceOf, say, rowParts, incidentPath, searchAll, advice, debounced, compositionGuard } =
    search.results;

  const WAIT = 200;
  const PAUSE = 1500; // milliseconds without typing after which a query has a place of its own in the history
  const FIRST = 5; // results of a group at first: each is a file of its own
  const STEP = 10; // results that a press on "more" adds
  const GROUPS = ["severity", "topics", "symptoms", "causes", "components", "organizations", "years"];

  /** The query and the chosen terms that the address holds. */
  function readAddress() {
    const values = new URLSearchParams(location.search);
    const chosen = {};
    for (const group of GROUPS) {
      const terms = values.getAll(group).filter(Boolean);
      if (terms.length) chosen[group] = terms;
    }
    return { query: values.get("q") || "", chosen };
  }

  function writeAddress({ query, chosen }, push) {
    const values = new URLSearchParams(location.search);
    for (const key of ["q", ...GROUPS]) values.delete(key);
    if (query) values.set("q", query);
    for (const [group, terms] of Object.entries(chosen)) for (const term of terms) values.append(group, term);
    const text = values.toString();
    const address = location.pathname + (text ? `?${text}` : "");
    if (address === location.pathname + location.search) return;
    history[push ? "pushState" : "replaceState"](null, "", address);
  }

  const filtered = (state) => Object.keys(state.chosen).length > 0;

  async function keeper(state) {
    if (!filtered(state)) return undefined;
    const read = await search.facets.facets(pageLanguage());
    return (id) => read.places.has(id) && search.facets.passes(read, state.chosen, read.places.get(id));
  }

  // ---- results

  function resultOf(row, texts) {
    const { title, facts, tags, excerpt } = rowParts(row, texts);
    const link = element("a", { className: "result-link", href: search.address(incidentPath(row)), hreflang: row.language }, title);
    return element("li", { className: "result" }, element("h3", {}, link), facts, tags, element("p", {}, excerpt));
  }

  async function fill(list, hits, from, texts) {
    const rows = await Promise.all(hits.slice(from, from ? from + STEP : FIRST).map((hit) => hit.row()));
    list.append(...rows.map((row) => resultOf(row, texts)));
    return from + rows.length;
  }

  async function groupOf({ language, hits }, texts) {
    const list = element("ol", { className: "results-list" });
    let shown = await fill(list, hits, 0, texts);
    const more = element("button", { type: "button", className: "results-more" }, say(texts, "more"));
    more.addEventListener("click", async () => {
      const first = list.children.length;
      shown = await fill(list, hits, shown, texts);
      more.hidden = shown >= hits.length;
      list.children[first].querySelector("a").focus();
    });
    more.hidden = shown >= hits.length;
    const name = texts.languages[language] || language;
    const head = element("h2", { className: "results-language" }, `${name} · ${say(texts, "count", { n: hits.length })}`);
    return element("section", { className: "results-group", "data-language": language }, head, list, more);
  }

  /** What stands above the results: that other or fewer words were searched. */
  function noteOf({ instead, partial }, texts) {
    if (instead) return [element("p", { className: "results-note" }, say(texts, "corrected", { term: instead }))];
    return partial ? [element("p", { className: "results-note" }, say(texts, "partial"))] : [];
  }

  async function show(view, state, outcome, signal) {
    const groups = [];
    for (const group of outcome.groups) groups.push(await groupOf(group, view.texts));
    if (signal.aborted) return;
    const none = outcome.total ? [] : [advice(view.texts, { filtered: filtered(state) })];
    view.hints.hidden = outcome.total > 0;
    view.results.replaceChildren(...noteOf(outcome, view.texts), ...groups, ...none);
    view.status.textContent = outcome.total
      ? say(view.texts, "count", { n: outcome.total })
      : say(view.texts, "none", { q: state.query });
  }

  /** With filters and no words: the newest incidents that pass. */
  async function browse(state) {
    const language = pageLanguage();
    const read = await search.facets.facets(language);
    const places = search.facets.select(read, state.chosen);
    const rowOf = async (place) => {
      const [row] = await search.facets.rows(read, language, [place]);
      const plain = (text) => [{ text, found: false }];
      return { ...row, organizations: [row.organization], title: plain(row.title), excerpt: plain(row.summary) };
    };
    const hits = places.map((place) => ({ row: () => rowOf(place) }));
    return { groups: hits.length ? [{ language, hits }] : [], total: hits.length, instead: null, partial: false };
  }

  async function run(signal, view, state) {
    try {
      if (!state.query.trim() && !filtered(state)) return reset(view);
      view.status.textContent = say(view.texts, "searching");
      const outcome = state.query.trim() ? await searchAll(state.query, { signal, keep: await keeper(state) }) : await browse(state);
      return signal.aborted ? undefined : await show(view, state, outcome, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      view.status.textContent = say(view.texts, "failed");
      return console.error(error);
    }
  }

  function reset(view) {
    view.hints.hidden = false;
    view.results.replaceChildren();
    view.status.textContent = "";
  }

  // ---- filters

  async function buildFilters(view) {
    const read = await search.facets.facets(pageLanguage());
    const everything = read.table.ids.map((_, place) => place);
    const selects = GROUPS.map((group) => selectOf(view, read, group, everything)).filter(Boolean);
    const clear = element("button", { type: "button", className: "filters-clear" }, say(view.texts, "clear"));
    clear.addEventListener("click", () => choose(view, {}));
    view.filters.replaceChildren(...selects, clear);
    showChosen(view);
  }

  function selectOf(view, read, group, everything) {
    const terms = search.facets.counts(read, group, everything);
    if (!terms.length) return null;
    const any = element("option", { value: "" }, say(view.texts, "any"));
    const made = terms.map(({ term, label, count }) => element("option", { value: term }, `${label} (${count})`));
    const select = element("select", { name: group }, any, ...made);
    select.addEventListener("change", () => {
      const { [group]: _, ...others } = view.state.chosen;
      choose(view, select.value ? { ...others, [group]: [select.value] } : others);
    });
    return element("label", { className: "filter" }, element("span", {}, view.texts.groups[group]), select);
  }

  function showChosen(view) {
    for (const select of view.filters.querySelectorAll("select")) {
      select.value = (view.state.chosen[select.name] || [""])[0];
    }
    const clear = view.filters.querySelector(".filters-clear");
    if (clear) clear.hidden = !filtered(view.state);
  }

  // ---- the page

  /** Shows a state and writes it into the address: over the place in the history that is being typed, or as a new one. */
  function change(view, state, push) {
    view.state = state;
    writeAddress(state, push);
    showChosen(view);
    view.now(view, state);
  }

  /** Typing begins a new place in the history, unless it goes on in one or nothing was asked for yet. */
  function type(view, query) {
    if (query === view.state.query || query !== view.box.value) return;
    const asked = view.state.query || filtered(view.state);
    change(view, { ...view.state, query }, asked && !view.typing);
    view.typing = true;
    view.settle(view);
  }

  /** What is in the box is meant: the next query does not take its place. */
  function commit(view) {
    type(view, view.box.value);
    view.typing = false;
  }

  function choose(view, chosen) {
    commit(view);
    change(view, { ...view.state, chosen }, true);
  }

  function listen(view) {
    const typed = debounced(WAIT, (_, query) => type(view, query));
    view.box.addEventListener("input", () => typed(view.box.value));
    view.box.addEventListener("keydown", (event) => {
      if (view.guard.owns(event) && event.key === "Enter" && !event.isComposing) event.preventDefault();
    });
    view.form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (view.guard.composing()) return;
      commit(view);
      view.now(view, view.state);
    });
    view.fold.addEventListener("toggle", () => view.fold.open && !view.filters.children.length && buildFilters(view));
    window.addEventListener("popstate", () => restoreState(view));
  }

  function restoreState(view) {
    view.state = readAddress();
    view.typing = false;
    if (!view.guard.composing() && view.box.value !== view.state.query) view.box.value = view.state.query;
    showChosen(view);
    view.now(view, view.state);
  }

  /** The parts of the page that the script makes: count, filters, results. */
  function buildParts(container, texts) {
    const status = element("p", { className: "results-status", role: "status", "aria-live": "polite" });
    const filters = element("div", { className: "filters" });
    const fold = element("details", { className: "filters-fold" }, element("summary", {}, say(texts, "filters")), filters);
    const results = element("div", { className: "results" });
    container.replaceChildren(fold, status, results);
    return { status, fold, filters, results };
  }

  async function startPage() {
    const container = document.getElementById("search-results");
    const form = document.querySelector("main form[role=search]");
    if (!container || !form) return;
    const texts = await interfaceOf();
    const box = form.querySelector("input[name=q]");
    const hints = document.getElementById("search-hints") || element("div");
    const parts = buildParts(container, texts);
    const settle = debounced(PAUSE, (_, made) => (made.typing = false));
    const view = { form, box, hints, texts, ...parts, state: readAddress(), guard: compositionGuard(box), now: debounced(0, run), settle };
    listen(view);
    restoreState(view);
    if (filtered(view.state)) view.fold.open = true;
  }

  startPage();
})();
