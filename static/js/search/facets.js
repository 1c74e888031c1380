/* Filters over all incidents of a language, from the columns of facets.json, and the text of their rows. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const SORTS = {
    newest: (table) => (one, two) => compare(table.dates[two], table.dates[one]) || two - one,
    oldest: (table) => (one, two) => unknownLast(table.dates, "", one, two) || compare(table.dates[one], table.dates[two]) || one - two,
    severity: (table) => (one, two) => unknownLast(table.severity, -1, one, two) || table.severity[one] - table.severity[two] || two - one,
    recover: (table) => (one, two) => unknownLast(table.recover, -1, one, two) || table.recover[two] - table.recover[one] || two - one,
  };

  const compare = (one, two) => (one < two ? -1 : one > two ? 1 : 0);
  const unknownLast = (column, unknown, one, two) => (column[one] === unknown) - (column[two] === unknown);

  /**
   * The facets of a language: `{table, groups, places, published}`; `groups` by id, each a Map of term to
   * `{label, places}`; `published` are the places whose date is that of publication.
   */
  async function facets(language) {
    const table = await search.loadValue(`search/${language}/facets.json`);
    if (!table.read) table.read = readGroups(table);
    return table.read;
  }

  function readGroups(table) {
    const groups = new Map([["severity", severities(table)]]);
    for (const { id, terms } of table.groups) {
      groups.set(id, new Map(terms.map(([term, label, distances]) => [term, { label, places: placesOf(distances) }])));
    }
    const places = new Map(table.ids.map((id, place) => [id, place]));
    return { table, groups, places, published: placesOf(table.published) };
  }

  /** Places in the columns, given the distance of each from the one before. */
  function placesOf(distances) {
    let place = 0;
    return new Set(distances.map((distance) => (place += distance)));
  }

  function severities(table) {
    const group = new Map(table.severities.map(([term, label]) => [term, { label, places: new Set() }]));
    table.severity.forEach((rank, place) => rank >= 0 && group.get(table.severities[rank][0]).places.add(place));
    return group;
  }

  /** Whether the incident at a place passes the chosen terms: `{group: [term]}`; every one must fit. */
  function passes({ groups }, chosen, place) {
    return Object.entries(chosen).every(([group, terms]) =>
      terms.every((term) => {
        const found = groups.has(group) && groups.get(group).get(term);
        return Boolean(found) && found.places.has(place);
      })
    );
  }

  /** The places that pass, in the order of a sort: newest, oldest, severity or recover (slowest first). */
  function select(read, chosen, sort = "newest") {
    const places = read.table.ids.map((_, place) => place).filter((place) => passes(read, chosen, place));
    return places.sort((SORTS[sort] || SORTS.newest)(read.table));
  }

  /** How many of some places have each term of a group, terms without any left out: `[{term, label, count}]`. */
  function counts({ groups }, group, places) {
    const found = [];
    for (const [term, { label, places: held }] of groups.get(group) || []) {
      const count = places.reduce((sum, place) => sum + (held.has(place) ? 1 : 0), 0);
      if (count) found.push({ term, label, count });
    }
    return found;
  }

  /** What a row shows of the incidents at some places: id, date and its kind, severity, title, summary, labels, language. */
  async function rows(read, language, places) {
    const { table } = read;
    const blocks = new Map();
    for (const place of places) {
      const block = Math.floor(place / table.block);
      if (!blocks.has(block)) blocks.set(block, search.loadValue(`search/${language}/rows/${block}.json`));
    }
    return Promise.all(
      places.map(async (place) => {
        const [title, summary] = (await blocks.get(Math.floor(place / table.block)))[place % table.block];
        return { ...factsOf(read, place), title, summary, language: table.foreign[place] || language };
      })
    );
  }

  function factsOf({ table, groups, published }, place) {
    const named = (group) => [...groups.get(group)].filter(([, term]) => term.places.has(place)).map(([, term]) => term.label);
    const rank = table.severity[place];
    return {
      id: table.ids[place],
      date: table.dates[place],
      published: published.has(place),
      certainty: table.certainties[place],
      severity: rank < 0 ? "" : table.severities[rank][1],
      organization: [...groups.get("organizations")][table.organization[place]][1].label,
      labels: table.groups.filter(({ id }) => id !== "organizations" && id !== "years").flatMap(({ id }) => named(id)),
    };
  }

  search.facets = { facets, passes, select, counts, rows };
})();
