// Added to pages by `incidents serve` alone: reloads them after a build, or shows what is wrong with the content.
(() => {
  "use strict";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 99; max-height: 60vh; overflow: auto;
      background: #2b0b0b; color: #fff; font: 14px/1.5 ui-monospace, monospace; padding: 12px 16px;
      border-top: 4px solid #e5484d; }
    p { margin: 0 0 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
    b { color: #ffb3b3; } small { color: #ddd; font-size: inherit; }`);
  let panel = null;

  const show = (problems) => {
    if (panel) panel.remove();
    panel = null;
    if (!problems.length) return;
    panel = document.createElement("aside");
    panel.setAttribute("role", "alert");
    const root = panel.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    for (const problem of problems) {
      const line = document.createElement("p");
      const place = document.createElement("b");
      place.textContent = problem.place + " ";
      const hint = document.createElement("small");
      hint.textContent = "\n" + problem.hint;
      line.append(place, problem.message, hint);
      root.append(line);
    }
    document.body.append(panel);
  };

  const listen = () => {
    const events = new EventSource("/__preview/events");
    events.onmessage = (event) => {
      const message = JSON.parse(event.data);
      show(message.problems);
      if (message.reload) location.reload();
    };
  };
  listen();
})();
