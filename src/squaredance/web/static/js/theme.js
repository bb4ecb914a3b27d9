// Not a module: it runs before the first paint, so that a dark page does not start with a white flash.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("squaredance.settings")) ?? {};
    if (theme) document.documentElement.dataset.theme = theme;
  } catch { /* as the system */ }
})();
