/** Whether the server now offers another version than the one this page runs. False when it cannot be reached. */
export async function isOutdated(): Promise<boolean> {
  const ownScript = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  if (ownScript === null) return false;
  try {
    // Not /index.html, which the service worker serves from its cache.
    const page = await fetch('/', { cache: 'no-store' });
    return page.ok && !(await page.text()).includes(new URL(ownScript.src).pathname);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
