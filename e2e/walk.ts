import type { Page } from '@playwright/test';
import type { RunningServer } from './server.ts';

/** A way through screens, dialogs and errors; `look` is called at each of them. */
export type Walk = (visit: { page: Page; server: RunningServer; look: (page: Page) => Promise<void> }) => Promise<void>;

/**
 * Opens a screen as a link in the app does. To load the page anew takes ten times as long, and is for tests of what
 * a load does. The page has to show a screen already.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
}
