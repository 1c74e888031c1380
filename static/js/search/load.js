/* The one way by which bytes come in: fetch over http, script files from disk. */
(function () {
  "use strict";
  const search = (window.IncidentSearch = window.IncidentSearch || {});

  const script = document.currentScript;
  const ROOT = new URL("../", script ? script.src : document.baseURI).href;
  const FROM_DISK = location.protocol === "file:";

  const files = new Map(); // path → bytes handed in by a script file
  const scripts = new Map(); // path → promise
  const values = new Map(); // path → promise of parsed JSON

  /** Adds a script of the site once; settles when it has run. */
  function addScript(path) {
    if (!scripts.has(path)) {
      const added = new Promise((resolve, reject) => {
        const element = document.createElement("script");
        element.src = ROOT + path;
        element.onload = () => resolve();
        element.onerror = () => reject(new Error(`cannot load ${path}`));
        document.head.append(element);
      });
      added.catch(() => scripts.delete(path));
      scripts.set(path, added);
    }
    return scripts.get(path);
  }

  /** Adds the script of the filters on the list of incidents, and nowhere else. */
  function addBrowse(path) {
    if (document.getElementById("browse")) addScript(path).catch((error) => console.error(error));
  }

  /** Called by the script files of the offline bundle: base64 by path. */
  function receive(contents) {
    for (const [path, base64] of Object.entries(contents)) {
      files.set(path, Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)));
    }
  }

  /** The script file that hands in a path: its own, or for fragments the one of its group. */
  function holder(path) {
    const found = /^(pagefind\/[^/]+\/fragment\/)[^/]*-([0-9a-f]{2})[0-9a-f]*\.pf_fragment$/.exec(path);
    return found ? `${found[1]}${found[2]}.js` : `${path}.js`;
  }

  async function fromDisk(path) {
    if (!files.has(path)) await addScript(holder(path));
    if (!files.has(path)) throw new Error(`cannot load ${path}`);
    return files.get(path);
  }

  async function fromServer(path) {
    const response = await fetch(ROOT + path);
    if (!response.ok) throw new Error(`cannot load ${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** The bytes of a file of the site; `path` counts from the site's root. */
  const load = (path) => (FROM_DISK ? fromDisk(path) : fromServer(path));

  /** A JSON file of the site, read once. */
  function loadValue(path) {
    if (!values.has(path)) {
      const value = load(path).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
      value.catch(() => values.delete(path));
      values.set(path, value);
    }
    return values.get(path);
  }

  /** The address of a page of the site; from disk it names the file. */
  const address = (path) => ROOT + path + (FROM_DISK && path.endsWith("/") ? "index.html" : "");

  Object.assign(search, { load, loadValue, receive, addScript, addBrowse, address });
})();
