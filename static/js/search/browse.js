/* Browse: the facets beside the list of incidents become filters that work together; the address holds their state.
 *
 * One term of a group is enough, and every group with a choice must fit. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});
  const { element, pageLanguage, interfaceOf, say, incidentPath, undated } = search.results;

  const PAGE = 50; // incidents on a page
  const FIRST = 12; // terms of a group that are shown at first
  const GROUPS = ["topics", "symptoms", "causes", "contributing_factors", "components", "severity", "organizations", "years", "language"];
  const ALIASES = { severities: "severity", year: "years" }; // other names of groups, in addresses and on the page
  const SORTS = ["newest", "oldest", "recover", "recover-short", "severity"];

  const groupOf = (name) => (GROUPS.includes(ALIASES[name] || name) ? ALIASES[name] || name : null);

  // ---- columns

  /** The facets in typed columns: `{size, groups, orders}`; a group is a Map of term to `{label, places}`. */
  function columnsOf(read, languages) {
    const groups = new Map();
    for (const [id, terms] of [...read.groups, ["language", languageTerms(read.table, languages)]]) {
      const made = [...terms].map(([term, { label, places }]) => [term, { label, places: Uint32Array.from(places) }]);
      groups.set(id, new Map(made));
    }
    return { read, size: read.table.ids.length, groups, orders: new Map() };
  }

  /** Languages in which the incidents can be read; nothing to choose where all have a text in the page's own. */
  function languageTerms({ ids, foreign }, languages) {
    const terms = new Map();
    if (!Object.keys(foreign).length) return terms;
    for (const [code, label] of Object.entries(languages)) terms.set(code, { label, places: [] });
    ids.forEach((_, place) => {
      const term = terms.get(foreign[place] || pageLanguage());
      if (term) term.places.push(place);
    });
    return terms;
  }

  /** What a choice leaves: `failed`, the number of groups that each incident fails, and `held`, what each group lets pass. */
  function narrow({ size, groups }, chosen) {
    const failed = new Uint8Array(size);
    const held = new Map();
    for (const [group, terms] of Object.entries(chosen)) {
      const passing = new Uint8Array(size);
      for (const term of terms) {
        const found = groups.has(group) && groups.get(group).get(term);
        if (found) for (const place of found.places) passing[place] = 1;
      }
      for (let place = 0; place < size; place++) failed[place] += 1 - passing[place];
      held.set(group, passing);
    }
    return { failed, held };
  }

  /** How many incidents a term would show; what else is chosen in its own group does not count. */
  function countOf({ failed, held }, group, places) {
    const passing = held.get(group);
    let count = 0;
    if (passing) for (const place of places) count += failed[place] === 1 - passing[place] ? 1 : 0;
    else for (const place of places) count += failed[place] ? 0 : 1;
    return count;
  }

  /** All places in the order of a sort; each order is made once. */
  function orderOf({ read, orders }, sort) {
    if (!orders.has(sort)) {
      const { recover } = read.table;
      const places = search.facets.select(read, {}, sort === "recover-short" ? "newest" : sort);
      if (sort === "recover-short") {
        places.sort((one, two) => (recover[one] < 0) - (recover[two] < 0) || recover[one] - recover[two]);
      }
      orders.set(sort, Uint32Array.from(places));
    }
    return orders.get(sort);
  }

  const select = (columns, { failed }, sort) => orderOf(columns, sort).filter((place) => !failed[place]);

  // ---- the address

  function readAddress() {
    const values = new URLSearchParams(location.search);
    const chosen = {};
    for (const [name, value] of values) {
      const group = groupOf(name);
      const terms = value.split(",").filter(Boolean);
      if (group && terms.length) chosen[group] = [...new Set([...(chosen[group] || []), ...terms])];
    }
    const sort = SORTS.includes(values.get("sort")) ? values.get("sort") : SORTS[0];
    return { chosen, sort, page: Math.max(1, Math.floor(Number(values.get("page"))) || 1) };
  }

  /** The address of a state; what else stands in the address stays. */
  function addressOf({ base }, { chosen, sort, page }) {
    const parts = [];
    for (const group of GROUPS) if (chosen[group]) parts.push(`${group}=${chosen[group].map(encodeURIComponent).join(",")}`);
    if (sort !== SORTS[0]) parts.push(`sort=${sort}`);
    if (page > 1) parts.push(`page=${page}`);
    for (const [name, value] of new URLSearchParams(location.search)) {
      if (!groupOf(name) && name !== "sort" && name !== "page") parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
    return base + (parts.length ? `?${parts.join("&")}` : "");
  }

  const filtered = ({ chosen }) => Object.keys(chosen).length > 0;
  const untouched = (state) => !filtered(state) && state.sort === SORTS[0] && state.page === 1;

  /** The choice with a term put in or taken out. */
  function toggled(chosen, group, term) {
    const { [group]: before = [], ...others } = chosen;
    const after = before.includes(term) ? before.filter((one) => one !== term) : [...before, term];
    return after.length ? { ...others, [group]: after } : others;
  }

  // ---- rows

  /** A date as exact as it is written, a span as two. */
  function dateText(written) {
    const [start, end] = written.split("/").map((one) => one.slice(0, 10));
    const format = (one, month) => {
      const parts = one.split("-").length;
      return new Intl.DateTimeFormat(document.documentElement.lang, {
        year: "numeric", month: parts > 1 ? month : undefined, day: parts > 2 ? "numeric" : undefined, timeZone: "UTC",
      });
    };
    const moment = (one) => {
      const [year, month, day] = one.split("-").map(Number);
      return Date.UTC(year, (month || 1) - 1, day || 1);
    };
    if (!end || end === start) return format(start, "long").format(moment(start));
    if (start.length === 10 && end.length === 10) {
      return format(start, "short").formatRange(moment(start), moment(end)).replace(/\s~\s/, "~");
    }
    return `${format(start, "long").format(moment(start))} – ${format(end, "long").format(moment(end))}`;
  }

  /** The date with its kind and, where it is not sure, how sure it is. */
  function dateOf(texts, { date, published, certainty }) {
    if (!date) return element("span", { className: "row-date" }, ...undated());
    const text = dateText(date);
    const kind = element("span", { className: "date-kind" }, say(texts, published ? "published" : "occurred"));
    const made = date.includes("/") ? element("span", { className: "date-text" }, text) : element("time", { datetime: date }, text);
    const sure = certainty && element("span", { className: "certainty" }, say(texts, certainty));
    return element("span", { className: "row-date" }, kind, " ", made, sure && " ", sure);
  }

  const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];

  function durationText(seconds) {
    const { lang } = document.documentElement;
    const parts = [];
    for (const [unit, size] of UNITS) {
      const count = Math.floor(seconds / size);
      seconds -= count * size;
      if (count) parts.push(new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "long" }).format(count));
    }
    return new Intl.ListFormat(lang, { type: "unit", style: "long" }).format(parts) || "0";
  }

  /** The time to recover, where the list is in its order. */
  function recoveryOf({ texts, columns, state }, place) {
    if (!state.sort.startsWith("recover")) return null;
    const seconds = columns.read.table.recover[place];
    const label = element("span", { className: "date-kind" }, say(texts, "recover"));
    return element("span", { className: "row-recovery" }, label, " ", seconds < 0 ? "–" : durationText(seconds));
  }

  /** An incident as the build writes it into lists. */
  function rowOf(view, row, place) {
    const { texts, columns } = view;
    const { table, groups } = columns.read;
    const lang = row.language !== pageLanguage() ? row.language : null;
    const severity = row.severity && element("span", { className: `severity severity-${table.severity[place] + 1}` }, row.severity);
    const topics = [...(groups.get("topics") || new Map()).values()].filter(({ places }) => places.has(place));
    const link = element("a", { href: search.address(incidentPath(row)), lang, hreflang: lang }, row.title);
    const mark = lang && element("span", { className: "language-mark" }, texts.languages[lang] || lang);
    return element(
      "li",
      { className: "row", "data-id": row.id },
      element("p", { className: "row-facts" }, element("span", { className: "id" }, row.id), " ", severity, " ", dateOf(texts, row), " ", recoveryOf(view, place)),
      element("p", { className: "row-title" }, link, mark && " ", mark),
      element(
        "p",
        { className: "row-tags" },
        element("span", { className: "row-organization" }, row.organization),
        ...topics.flatMap(({ label }) => [" ", element("span", { className: "row-topic" }, label)])
      ),
      element("p", { className: "row-summary", lang }, row.summary)
    );
  }

  function emptyOf(view) {
    const clear = element("button", { type: "button", className: "filters-clear" }, say(view.texts, "clear"));
    clear.addEventListener("click", () => clearAll(view));
    return element("div", { className: "empty" }, element("p", {}, say(view.texts, "no_match")), clear);
  }

  async function showRows(view, places) {
    const turn = ++view.turn;
    const last = Math.max(1, Math.ceil(places.length / PAGE));
    const page = Math.min(view.state.page, last);
    if (untouched(view.state)) return view.list.replaceChildren(...view.written);
    view.list.setAttribute("aria-busy", "true");
    try {
      const shown = [...places.subarray((page - 1) * PAGE, page * PAGE)];
      const rows = await search.facets.rows(view.columns.read, pageLanguage(), shown);
      if (turn !== view.turn) return undefined;
      const made = rows.map((row, at) => rowOf(view, row, shown[at]));
      const list = made.length ? element("ol", { className: "rows" }, ...made) : emptyOf(view);
      return view.list.replaceChildren(list, ...pagesOf(view, page, last));
    } catch (error) {
      if (turn === view.turn) view.count.textContent = say(view.texts, "failed");
      return console.error(error);
    } finally {
      if (turn === view.turn) view.list.removeAttribute("aria-busy");
    }
  }

  // ---- pages of the list

  /** Numbers of pages: the first, the last and those around the current one; 0 is a gap. */
  function pageNumbers(page, last) {
    const near = Array.from({ length: 5 }, (_, at) => page - 2 + at).filter((number) => number > 0 && number <= last);
    const shown = [...new Set([1, ...near, last])].sort((one, two) => one - two);
    return shown.flatMap((number, at) => (at && number - 1 !== shown[at - 1] ? [0, number] : [number]));
  }

  function pagesOf(view, page, last) {
    if (last < 2) return [];
    const hidden = () => element("span", { className: "visually-hidden" }, `${say(view.texts, "page")} `);
    const link = (number, attributes, ...children) => {
      const made = element("a", { href: addressOf(view, { ...view.state, page: number }), ...attributes }, ...children);
      return onPlainClick(made, () => turnTo(view, number));
    };
    const step = (number, rel, name) => (number > 0 && number <= last ? link(number, { className: "pagination-step", rel }, say(view.texts, name)) : null);
    const items = pageNumbers(page, last).map((number) => {
      if (!number) return element("li", { className: "pagination-gap", "aria-hidden": "true" }, "…");
      const current = () => element("span", { "aria-current": "page" }, hidden(), String(number));
      return element("li", {}, number === page ? current() : link(number, {}, hidden(), String(number)));
    });
    const label = say(view.texts, "pages");
    const made = [step(page - 1, "prev", "previous"), element("ol", {}, ...items), step(page + 1, "next", "next")];
    return [element("nav", { className: "pagination", "aria-label": label }, ...made)];
  }

  function onPlainClick(link, act) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      act();
    });
    return link;
  }

  async function turnTo(view, page) {
    await change(view, { ...view.state, page });
    view.main.scrollIntoView();
    view.count.focus({ preventScroll: true });
  }

  // ---- facets

  /** A facet of the page: its terms in a fixed order, the list items made when they are first shown. */
  function facetOf(view, section) {
    const group = groupOf(section.dataset.facet);
    const terms = group && view.columns.groups.get(group);
    const list = section.querySelector("ul");
    if (!terms || !list) return null;
    const heading = section.querySelector("h2");
    heading.id = `facet-${group}`;
    section.setAttribute("role", "group");
    section.setAttribute("aria-labelledby", heading.id);
    const written = new Map([...list.querySelectorAll("li[data-value]")].map((item) => [item.dataset.value, item]));
    const entries = ordered(group, terms).map(([term, { label, places }]) => ({ term, label, places, item: written.get(term) }));
    const facet = { group, list, entries, open: false, more: moreOf(view, section) };
    for (const [term, item] of written) if (!terms.has(term)) item.remove();
    for (const entry of entries) if (entry.item) fillItem(view, facet, entry, entry.item);
    return facet;
  }

  /** Most frequent first; severities by rank, years from the last one back. */
  function ordered(group, terms) {
    const entries = [...terms];
    if (group === "severity" || group === "language") return entries;
    const code = (one, two) => (one < two ? -1 : one > two ? 1 : 0);
    if (group === "years") return entries.sort(([one], [two]) => (one === "unknown") - (two === "unknown") || code(two, one));
    return entries.sort(([one, first], [two, second]) => second.places.length - first.places.length || code(one, two));
  }

  function fillItem(view, facet, entry, item) {
    const link = item.querySelector("a");
    const label = link ? link.textContent : nameOf(view, facet.group, entry.term);
    entry.label = label;
    entry.box = element("input", { type: "checkbox", name: facet.group, value: entry.term });
    entry.count = element("span", { className: "count" });
    item.replaceChildren(element("label", { className: "facet-choice" }, entry.box, element("span", {}, label), " ", entry.count));
    entry.item = item;
    entry.box.addEventListener("change", () => {
      change(view, { ...view.state, chosen: toggled(view.state.chosen, facet.group, entry.term), page: 1 });
    });
  }

  function nameOf({ texts, columns }, group, term) {
    if (group === "years" && term === "unknown") return say(texts, "year_unknown");
    const found = columns.groups.get(group) && columns.groups.get(group).get(term);
    return found ? found.label : term;
  }

  /** The button that shows the terms that were left out, in place of the link to all of them. */
  function moreOf(view, section) {
    const more = element("button", { type: "button", className: "facet-more", "aria-expanded": "false" });
    const link = section.querySelector(".more");
    if (link) link.replaceWith(more);
    else section.append(more);
    more.addEventListener("click", () => {
      const facet = view.facets.find((one) => one.more === more);
      facet.open = !facet.open;
      showFacet(view, facet);
    });
    return more;
  }

  function showFacet(view, facet) {
    const chosen = new Set(view.state.chosen[facet.group]);
    const whole = facet.group === "severity" || facet.group === "language";
    let [used, cursor] = [0, facet.list.firstElementChild];
    for (const entry of facet.entries) {
      const count = countOf(view.narrowed, facet.group, entry.places);
      const focused = entry.box && entry.box === document.activeElement;
      used += count ? 1 : 0;
      const shown = whole || focused || chosen.has(entry.term) || (count > 0 && (facet.open || used <= FIRST));
      if (!entry.item && shown) {
        fillItem(view, facet, entry, element("li", { "data-value": entry.term }));
        facet.list.insertBefore(entry.item, cursor);
      }
      if (!entry.item) continue;
      cursor = entry.item.nextElementSibling;
      entry.item.hidden = !shown;
      entry.box.checked = chosen.has(entry.term);
      entry.count.textContent = count.toLocaleString(document.documentElement.lang);
    }
    facet.more.hidden = whole || used <= FIRST;
    facet.more.setAttribute("aria-expanded", String(facet.open));
    facet.more.textContent = facet.open ? say(view.texts, "show_fewer") : say(view.texts, "show_all", { n: used });
  }

  // ---- chips and tools

  const chipsOf = (view) => [...view.chips.querySelectorAll(".chip")];

  function showChips(view) {
    const made = [];
    for (const group of GROUPS) {
      for (const term of view.state.chosen[group] || []) made.push(chipOf(view, group, term));
    }
    const clear = element("button", { type: "button", className: "filters-clear" }, say(view.texts, "clear"));
    clear.addEventListener("click", () => clearAll(view));
    view.chips.replaceChildren(...made, ...(made.length ? [element("li", {}, clear)] : []));
    view.chips.hidden = !made.length;
  }

  function chipOf(view, group, term) {
    const name = `${view.texts.groups[group]}: ${nameOf(view, group, term)}`;
    const button = element(
      "button",
      { type: "button", className: "chip", "aria-label": say(view.texts, "remove", { term: name }) },
      name,
      element("span", { className: "chip-cross", "aria-hidden": "true" }, "×")
    );
    button.addEventListener("click", () => {
      const at = chipsOf(view).indexOf(button);
      change(view, { ...view.state, chosen: toggled(view.state.chosen, group, term), page: 1 });
      const left = chipsOf(view);
      (left[Math.min(at, left.length - 1)] || view.count).focus();
    });
    return element("li", {}, button);
  }

  function clearAll(view) {
    change(view, { ...view.state, chosen: {}, page: 1 });
    view.count.focus();
  }

  function sortOf(view) {
    const options = SORTS.map((sort) => element("option", { value: sort }, say(view.texts, `sort_${sort.replace("-", "_")}`)));
    const box = element("select", { name: "sort" }, ...options);
    box.addEventListener("change", () => change(view, { ...view.state, sort: box.value, page: 1 }));
    return box;
  }

  // ---- the page

  /** Shows the state; gives a promise that settles when the rows stand there. */
  function show(view) {
    view.narrowed = narrow(view.columns, view.state.chosen);
    const places = select(view.columns, view.narrowed, view.state.sort);
    view.sort.value = view.state.sort;
    if (view.total) view.total.textContent = untouched(view.state) ? view.heading : view.heading.split(" · ")[0];
    view.count.textContent = say(view.texts, "count", { n: places.length.toLocaleString(document.documentElement.lang) });
    for (const facet of view.facets) showFacet(view, facet);
    showChips(view);
    return showRows(view, places);
  }

  /** A new state by the reader's hand. From a later page of the plain list, whose relative links would break with
   * another address, the browser goes to the list itself. */
  function change(view, state) {
    const address = addressOf(view, state);
    if (!view.here) return location.assign(address);
    view.state = state;
    history.pushState(null, "", address);
    view.query = location.search;
    return show(view);
  }

  function listen(view) {
    window.addEventListener("popstate", () => {
      if (location.search === view.query) return;
      view.state = readAddress();
      view.query = location.search;
      show(view);
    });
  }

  /** The list of incidents without number of page, query and fragment, and whether this page is it. */
  function placeOf() {
    const plain = (path) => path.replace(/index\.html$/, "");
    const base = search.address(`${pageLanguage()}/incidents/`);
    const here = plain(new URL(base).pathname) === plain(location.pathname);
    return { here, base: here ? location.href.replace(/[?#].*$/, "") : base };
  }

  function build(main, texts, columns) {
    const count = element("p", { className: "browse-count", role: "status", tabindex: "-1" });
    const chips = element("ul", { className: "chips", "aria-label": say(texts, "chosen") });
    const list = element("div", { className: "browse-list" });
    const view = { main, texts, columns, count, chips, list, ...placeOf(), state: readAddress(), query: location.search, turn: 0 };
    view.sort = sortOf(view);
    view.total = document.querySelector(".page-header .total");
    view.heading = view.total ? view.total.textContent : "";
    view.written = [...main.querySelectorAll(":scope > .rows, :scope > .empty, :scope > .pagination")];
    const sort = element("label", { className: "browse-sort" }, element("span", {}, say(texts, "sort")), " ", view.sort);
    list.append(...view.written);
    main.append(element("div", { className: "browse-tools" }, count, sort), chips, list);
    view.facets = [...document.querySelectorAll("#facets .facet[data-facet]")].map((section) => facetOf(view, section)).filter(Boolean);
    return view;
  }

  /** A facet for the language of the texts, which only a page with scripts has. */
  function addLanguages(texts, columns) {
    const list = document.querySelector("#facets .facet-list");
    if (!list || !columns.groups.get("language").size) return;
    const heading = element("h2", {}, texts.groups.language);
    list.append(element("section", { className: "facet", "data-facet": "language" }, heading, element("ul")));
  }

  async function startBrowse() {
    const main = document.getElementById("browse");
    if (!main || !document.getElementById("facets")) return;
    const [texts, read] = await Promise.all([interfaceOf(), search.facets.facets(pageLanguage())]);
    const columns = columnsOf(read, texts.languages);
    addLanguages(texts, columns);
    const view = build(main, texts, columns);
    listen(view);
    await show(view);
    main.dataset.ready = "";
  }

  search.browse = { columnsOf, narrow, countOf, select };
  startBrowse().catch((error) => console.error(error));
})();
