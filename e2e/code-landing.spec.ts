import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { expect, findMailedLink, newEmail, PASSWORD, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** Where the data client of the product keeps what proves that it asked. */
const VERIFIER_KEY = 'sb-127-auth-token-code-verifier';

/** A client that asks with PKCE, so that its mails lead back with a code, and what it keeps to exchange it. */
async function clientWithPkce(server: RunningServer) {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabaseKey: string;
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const client = createClient(config.supabaseUrl, config.supabaseKey, {
    auth: { flowType: 'pkce', autoRefreshToken: false, storage },
  });
  return { client, kept };
}

/** Lets the browser be the one that asked. */
async function giveVerifier(page: Page, kept: Map<string, string>): Promise<void> {
  const verifier = kept.get(VERIFIER_KEY);
  if (verifier === undefined) throw new Error(`Nothing is kept as ${VERIFIER_KEY}, only ${[...kept.keys()].join()}`);
  await page.goto('/icon.svg');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [VERIFIER_KEY, verifier] as const);
}

test('a link with a code signs in the browser that asked for it, and the code is removed', async ({ page, server }) => {
  const { client, kept } = await clientWithPkce(server);
  const email = newEmail('code');
  await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: `${server.url}/map?to=Naco` } });
  await giveVerifier(page, kept);
  await page.goto(await findMailedLink(server, email));
  await expect(page).toHaveURL(/\/map\?to=Naco$/);
  // Only somebody who is signed in is welcomed.
  await expect(page.getByText('Welcome to Parqueo!')).toBeVisible();
});
