// Theme switch, copying, and a language switch that keeps query and fragment. Every page works without it.
(function (root) {
  "use strict";

  function each(selector, act) {
    document.querySelectorAll(selector).forEach(act);
  }

  // Theme

  function showTheme() {
    var theme = root.dataset.theme || "auto";
    each("[data-choose-theme]", function (button) {
      button.setAttribute("aria-pressed", String(button.dataset.chooseTheme === theme));
    });
  }

  function chooseTheme(theme) {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch (error) {
      // Without storage the choice holds for this page.
    }
    showTheme();
  }

  window.addEventListener("storage", function (event) {
    if (event.key === "theme") chooseTheme(event.newValue || "auto");
  });
  showTheme();

  // Copying

  function announce(control) {
    var status = document.getElementById("status");
    status.textContent = "";
    setTimeout(function () {
      status.textContent = document.body.dataset.copied;
    }, 50);
    control.dataset.copied = document.body.dataset.copied;
    setTimeout(function () {
      delete control.dataset.copied;
    }, 2000);
  }

  function copySelected(text) {
    var box = document.createElement("textarea");
    var focused = document.activeElement;
    box.value = text;
    box.className = "visually-hidden";
    document.body.append(box);
    box.select();
    var copied = document.execCommand("copy");
    box.remove();
    if (focused) focused.focus({ preventScroll: true });
    return copied;
  }

  function copy(text, control) {
    function fallBack() {
      if (copySelected(text)) announce(control);
    }
    if (!navigator.clipboard) return fallBack();
    navigator.clipboard.writeText(text).then(function () {
      announce(control);
    }, fallBack);
  }

  // Language switch

  function keepPlace(link) {
    var address = new URL(link.href);
    address.search = location.search;
    address.hash = location.hash;
    link.href = address.href;
  }

  ["pointerdown", "focusin", "click"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      var link = event.target.closest && event.target.closest("a[data-switch]");
      if (link) keepPlace(link);
    });
  });

  document.addEventListener("click", function (event) {
    var control = event.target.closest && event.target.closest("[data-choose-theme], [data-copy], a.anchor");
    if (!control) return;
    if (control.dataset.chooseTheme) chooseTheme(control.dataset.chooseTheme);
    else if (control.dataset.copy) {
      var source = document.getElementById(control.dataset.copy);
      copy(source.href || source.textContent, control);
    } else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) copy(control.href, control);
  });

  // What scrolls sideways can be reached with the keyboard.

  each("pre, .prose table", function (box) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  });
})(document.documentElement);
