/* The palette: a dialog with a box and the best results under it, opened by a key. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});
  const { element, pageLanguage, interfaceOf, say, rowParts, incidentPath, searchAll, advice, debounced, compositionGuard } =
    search.results;

  const WAIT = 120; // milliseconds that the box must be still
  const SHOWN = 5; // results in the palette

  let palette = null; // promise

  function build(texts) {
    const box = element("input", {
      type: "search", name: "q", id: "palette-box", className: "palette-box", role: "combobox", autocomplete: "off",
      spellcheck: "false", enterkeyhint: "search", placeholder: say(texts, "placeholder"), "aria-label": say(texts, "open"),
      "aria-expanded": "false", "aria-controls": "palette-list", "aria-autocomplete": "list",
    });
    const close = element("button", { type: "button", className: "palette-close" }, say(texts, "close"));
    const form = element("form", { className: "palette-form", action: search.address(`${pageLanguage()}/search/`), method: "get" }, box, close);
    const list = element("div", { id: "palette-list", className: "palette-list", role: "listbox", "aria-label": say(texts, "results") });
    const note = element("div", { className: "palette-note" });
    const status = element("p", { className: "palette-status", role: "status", "aria-live": "polite" });
    const keys = element("p", { className: "palette-keys" }, say(texts, "keys"));
    const dialog = element("dialog", { className: "search-palette", "aria-label": say(texts, "open") }, form, status, list, note, keys);
    document.body.append(dialog);
    return { texts, dialog, form, box, list, note, status, close, guard: compositionGuard(box), chosen: -1 };
  }

  const options = (view) => [...view.list.querySelectorAll('[role="option"]')];

  function choose(view, place) {
    const all = options(view);
    view.chosen = all.length ? (place + all.length) % all.length : -1;
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === view.chosen)));
    const option = all[view.chosen];
    if (!option) return view.box.removeAttribute("aria-activedescendant");
    view.box.setAttribute("aria-activedescendant", option.id);
    return option.scrollIntoView({ block: "nearest" });
  }

  function optionOf(row, number, texts) {
    const { title, facts, tags, excerpt } = rowParts(row, texts);
    const href = search.address(incidentPath(row));
    return element(
      "a",
      { href, id: `palette-option-${number}`, className: "palette-option", role: "option", tabindex: "-1", "aria-selected": "false" },
      title, facts, tags, excerpt
    );
  }

  function show(view, groups, total) {
    let number = 0;
    const made = groups.map(({ language, rows }) => {
      const label = view.texts.languages[language] || language;
      const head = element("div", { className: "palette-group", role: "presentation" }, label);
      const items = rows.map((row) => optionOf(row, number++, view.texts));
      return element("div", { role: "group", "aria-label": label }, groups.length > 1 ? head : "", ...items);
    });
    view.list.replaceChildren(...made);
    view.box.setAttribute("aria-expanded", String(number > 0));
    choose(view, number ? 0 : -1);
    view.status.textContent = say(view.texts, "count", { n: total });
  }

  function clear(view) {
    view.list.replaceChildren();
    view.note.replaceChildren();
    view.box.setAttribute("aria-expanded", "false");
    view.status.textContent = "";
    choose(view, -1);
  }

  async function rowsOf(groups) {
    let left = SHOWN;
    const found = [];
    for (const { language, hits } of groups) {
      found.push({ language, rows: await Promise.all(hits.slice(0, left).map((hit) => hit.row())) });
      left -= Math.min(left, hits.length);
    }
    return found.filter((group) => group.rows.length);
  }

  async function run(signal, view, query) {
    if (!query.trim()) return clear(view);
    try {
      const outcome = await searchAll(query, { signal });
      const groups = await rowsOf(outcome.groups);
      if (signal.aborted) return undefined;
      show(view, groups, outcome.total);
      return notes(view, query, outcome);
    } catch (error) {
      if (signal.aborted) return undefined;
      clear(view);
      view.status.textContent = say(view.texts, "failed");
      return console.error(error);
    }
  }

  function notes(view, query, { total, instead, partial }) {
    const made = [];
    if (instead) made.push(element("p", {}, say(view.texts, "corrected", { term: instead })));
    else if (partial) made.push(element("p", {}, say(view.texts, "partial")));
    if (!total) {
      view.status.textContent = say(view.texts, "none", { q: query });
      made.push(advice(view.texts, { filtered: false }));
    } else if (total > SHOWN) {
      const href = `${search.address(`${pageLanguage()}/search/`)}?q=${encodeURIComponent(query)}`;
      made.push(element("p", {}, element("a", { href }, say(view.texts, "all"))));
    }
    view.note.replaceChildren(...made);
  }

  function onKey(view, event) {
    if (view.guard.owns(event)) {
      if (event.key === "Enter" && !event.isComposing) event.preventDefault();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) {
      event.preventDefault();
      choose(view, view.chosen + steps[event.key]);
    } else if (event.key === "Enter" && view.chosen >= 0) {
      event.preventDefault();
      options(view)[view.chosen].click();
    }
  }

  function listen(view) {
    const later = debounced(WAIT, run);
    view.box.addEventListener("input", () => later(view, view.box.value));
    view.box.addEventListener("keydown", (event) => onKey(view, event));
    view.close.addEventListener("click", () => view.dialog.close());
    view.dialog.addEventListener("cancel", (event) => view.guard.composing() && event.preventDefault());
    view.dialog.addEventListener("click", (event) => event.target === view.dialog && view.dialog.close());
    view.form.addEventListener("submit", (event) => view.guard.composing() && event.preventDefault());
    return view;
  }

  /** Opens the palette; what was typed before stays, selected. */
  async function openPalette() {
    if (!palette) palette = interfaceOf().then((texts) => listen(build(texts)));
    const view = await palette;
    if (!view.dialog.open) view.dialog.showModal();
    view.box.focus();
    view.box.select();
  }

  search.openPalette = openPalette;
})();
