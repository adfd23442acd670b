import type { Page } from '@playwright/test';
import { m } from '#messages';
import { LANGUAGES } from '../domain/language/languages.ts';
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

  test('a visitor whose browser asks for English chooses Spanish, which is no new version and works offline', async ({
    page,
  }) => {
    await page.goto('/intro');
    await expectLanguage(page, 'en');
    await page.evaluate('navigator.serviceWorker.ready');
    await page.getByLabel(m.settings_language()).selectOption(LANGUAGES.es);
    await expect(page.getByRole('button', { name: m.intro_sign_up({}, ES) })).toBeVisible();
    await expect
      .poll(() => page.evaluate(`caches.match('/index.html', { ignoreSearch: true }).then((page) => page?.text())`))
      .toContain('<html lang="es">');
    await expect(page.getByText(m.app_update_ready({ app: 'Parqueo' }, ES))).toHaveCount(0);

    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('button', { name: m.intro_sign_up({}, ES) })).toBeVisible();
    await page.getByLabel(m.settings_language({}, ES)).selectOption(LANGUAGES.en);
    await expect(page.getByRole('button', { name: m.intro_sign_up({}, ES) })).toBeVisible();

    await page.context().setOffline(false);
    await page.getByLabel(m.settings_language({}, ES)).selectOption(LANGUAGES.en);
    await expect(page.getByRole('button', { name: m.intro_sign_up() })).toBeVisible();
    await expectLanguage(page, 'en');
  });
});
