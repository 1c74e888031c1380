/* Stands on every page: waits for Ctrl+K, ⌘K or `/`, and only then brings the search in. */
(function () {
  "use strict";
  const script = document.currentScript;
  const address = script && script.dataset.search;
  if (!address) return;

  let loaded = null; // promise

  function load() {
    if (!loaded) {
      loaded = new Promise((resolve, reject) => {
        const added = document.createElement("script");
        added.src = address;
        added.onload = resolve;
        added.onerror = () => {
          loaded = null;
          reject(new Error("the search cannot be loaded"));
        };
        document.head.append(added);
      });
    }
    return loaded;
  }

  const open = () => load().then(() => window.IncidentSearch.openPalette());
  const isWriting = (element) => element.closest("input, textarea, select, [contenteditable]:not([contenteditable=false])");

  const isK = (event) => event.key.toLowerCase() === "k" || event.code === "KeyK"; // whatever the layout

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229 || event.altKey || event.defaultPrevented) return;
    const withControl = (event.ctrlKey || event.metaKey) && !event.shiftKey && isK(event);
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isWriting(event.target);
    if (!withControl && !slash) return;
    event.preventDefault();
    open();
  });

  for (const button of document.querySelectorAll("[data-open-search]")) button.addEventListener("click", open);
  if (document.querySelector("#search-results, #browse")) load();
})();
