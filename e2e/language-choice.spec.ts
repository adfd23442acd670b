import type { Page } from '@playwright/test';
import { m } from '#messages';
import { LANGUAGES, type Language } from '../domain/language/languages.ts';
import { createPerson, expect, signIn, test } from './people.ts';

const ES = { locale: 'es' } as const;

const expectLanguage = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language);

test('the account shows its language on another device too', async ({ page, browser, baseURL, server }) => {
  const { email } = await createPerson(server, 'bilingual');
  await signIn(page, email);
  await page.goto('/settings');
  await page.getByRole('radio', { name: LANGUAGES.es }).click();
  await expect(page.getByRole('heading', { name: m.settings_title({}, ES) })).toBeVisible();

  const device = await browser.newContext({ locale: 'en-US', ...(baseURL ? { baseURL } : {}) });
  const other = await device.newPage();
  await signIn(other, email);
  await other.goto('/account');
  await expect(other.getByRole('heading', { name: m.account_title({}, ES) })).toBeVisible();
  await expectLanguage(other, 'es');
  await device.close();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to (fetch|load resource)/] });

  test('a choice of language is no new version, and works without a connection', async ({ page }) => {
    const choose = async (from: Language, to: Language) => {
      await page.getByLabel(m.settings_language({}, { locale: from })).selectOption(LANGUAGES[to]);
      await expect(page.getByRole('button', { name: m.intro_sign_up({}, { locale: to }) })).toBeVisible();
      await expectLanguage(page, to);
    };
    await page.goto('/intro');
    await expectLanguage(page, 'en');
    await page.evaluate('navigator.serviceWorker.ready');
    await choose('en', 'es');
    await page.context().setOffline(true);
    await choose('es', 'en');
    await choose('en', 'es');
    await expect(page.getByText(m.app_update_ready({ app: 'Parqueo' }, ES))).toHaveCount(0);
  });
});
