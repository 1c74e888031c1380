// In the head, before anything is painted: the chosen theme, and that scripts run.
(function (root) {
  root.dataset.script = "";
  try {
    var theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (error) {
    // Without storage the theme follows the system.
  }
})(document.documentElement);
