import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { ADMIN } from './people.ts';
import type { RunningServer } from './server.ts';

const DESK = { width: 1280, height: 800 };

/** Takes a picture of what is seen now. */
export type Shot = (name: string) => Promise<void>;

type Photographer = { browser: Browser; server: RunningServer; colorScheme: 'light' | 'dark'; folder: string };

/** Photographs the back office at desk and phone size. */
export async function photographBackOffice({ browser, server, colorScheme, folder }: Photographer): Promise<void> {
  const { viewport: phone, locale, timezoneId } = configuration.use ?? {};
  for (const [viewport, size] of [
    [DESK, ''],
    [phone ?? DESK, '-phone'],
  ] as const) {
    const context = await browser.newContext({
      baseURL: server.url,
      colorScheme,
      reducedMotion: 'reduce',
      viewport,
      ...(locale ? { locale } : {}),
      ...(timezoneId ? { timezoneId } : {}),
    });
    const page = await context.newPage();
    const suffix = `${size}${colorScheme === 'dark' ? '-dark' : ''}`;
    const shot: Shot = async (name) => {
      await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
    };
    await backOffice(page, shot);
    if (viewport === DESK) {
      await lockScreens(page, shot);
      await usersAndZones(page, shot);
    }
    await context.close();
  }
}

async function backOffice(page: Page, shot: Shot): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL(/\/map$/);
  for (const [tab, sign] of [
    ['overview', 'System Status'],
    ['reservations', /^Showing \d/],
    ['settings', 'Payment Settings'],
  ] as const) {
    await page.goto(`/admin?tab=${tab}`);
    await page.getByText(sign).first().waitFor();
    await shot(`admin-${tab}`);
  }
}

async function lockScreens(page: Page, shot: Shot): Promise<void> {
  await page.goto('/admin?tab=locks');
  await page.getByText(/locks need attention$/).waitFor();
  await page.getByText('Loaded 10 parking locks').waitFor({ state: 'hidden' });
  await shot('admin-locks');
  await page.goto('/admin?tab=parking&q=naco');
  await page.getByText('Up', { exact: true }).first().waitFor();
  await shot('admin-parking');
  await page.getByRole('button', { name: 'Raise the lock of A-01' }).click();
  await page.getByRole('button', { name: 'Raise lock' }).and(page.locator(':enabled')).waitFor();
  await shot('admin-raise-lock');
  await page.getByRole('button', { name: 'Keep it as it is' }).click();
  await page.getByRole('button', { name: 'Add Space' }).click();
  await page.getByLabel('Add several').check();
  await page.getByText('10 spaces will be added').waitFor();
  await shot('admin-add-spaces');
}

async function usersAndZones(page: Page, shot: Shot): Promise<void> {
  await page.goto('/admin?tab=users');
  await page.getByRole('button', { name: 'View Details' }).first().waitFor();
  await shot('admin-users');
  await page.getByRole('button', { name: 'View Details' }).first().click();
  await page.getByRole('tab', { name: 'Profile' }).waitFor();
  await shot('admin-user');
  await page.goto('/admin?tab=zones');
  await page.getByRole('button', { name: 'Edit Casco Colonial' }).waitFor();
  await shot('admin-zones');
  await page.getByRole('button', { name: 'Edit Casco Colonial' }).click();
  await page.getByText('18.472400, -69.884400').scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: 'Where the zone is' }).waitFor();
  await page.getByText('Loading map...').waitFor({ state: 'hidden' });
  await page.waitForLoadState('networkidle');
  await shot('admin-zone');
}
