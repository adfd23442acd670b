// Runs before the first paint, so that a dark screen never flashes light. The key is the theme library's own.
(() => {
  const chosen = localStorage.getItem('theme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();
