import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { turnOnTwoFactor } from './authenticator.ts';
import { book, findReserveButton } from './bookings.ts';
import { createClientFor, createPerson, PASSWORD, type Person } from './people.ts';
import { photographBackOffice, type Shot } from './screenshots-office.ts';
import { createDataDir, type RunningServer, startServer } from './server.ts';

// Photographs every route and important state into test-results/screenshots, at phone size, light and dark; the back
// office at desk size too.
const FOLDER = join(import.meta.dirname, '../test-results/screenshots');
const ARRIVAL_MS = 10_000;
/** The map follows its new size in animation frames. */
const MAP_SETTLES_MS = 1000;

async function visitorScreens(page: Page, shot: Shot): Promise<void> {
  await page.goto('/intro');
  await page.getByText('LOG IN').waitFor();
  await shot('intro');
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  await shot('login');
  await page.goto('/signup');
  await page.getByRole('heading', { name: 'Create Account' }).waitFor();
  await shot('signup');
  await page.goto('/forgot-password');
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await shot('forgot-password');
  await page.goto('/enter-code');
  await page.getByRole('heading', { name: 'Enter the code from our email' }).waitFor();
  await shot('enter-code');
  await page.goto('/nowhere');
  await page.getByText('Oops! Page not found').waitFor();
  await shot('not-found');
  await page.goto('/mailbox');
  await page.getByRole('heading').first().waitFor();
  await shot('mailbox');
}

async function journey(page: Page, server: RunningServer, shot: Shot): Promise<Person> {
  const driver = await createPerson(server, 'photo');
  await page.goto('/login');
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).waitFor();
  await page.getByText('Welcome to Parqueo!').waitFor();
  await page.getByText('Welcome to Parqueo!').waitFor({ state: 'hidden' });
  await shot('map');
  await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
  await page.getByRole('button', { name: 'View Details' }).waitFor();
  await shot('map-info-window');
  await page.getByRole('button', { name: 'View Details' }).click();
  await findReserveButton(page).waitFor();
  await shot('zone-details');
  await findReserveButton(page).click();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).waitFor();
  await shot('reserve');
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await page.getByRole('button', { name: 'START DRIVING' }).waitFor();
  await page.getByText('Loading map...').waitFor({ state: 'hidden' });
  await page
    .getByText(/\d km$/)
    .first()
    .waitFor();
  await page.getByText('Reservation confirmed!').waitFor({ state: 'hidden' });
  await shot('directions-preview');
  await page.clock.install();
  await page.getByRole('button', { name: 'START DRIVING' }).click();
  await page.getByRole('button', { name: 'BACK TO DIRECTIONS' }).waitFor();
  await page.clock.runFor(MAP_SETTLES_MS);
  await page.waitForLoadState('networkidle');
  await shot('directions-driving');
  await page.clock.fastForward(ARRIVAL_MS);
  await page.getByText('You have arrived!').waitFor();
  await shot('directions-arrived');
  await page.getByRole('button', { name: 'Park Now' }).click();
  await page.getByRole('timer').waitFor();
  await shot('parking-status');
  await page.goto('/map');
  await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).waitFor();
  await shot('map-active-session');
  await page.goto('/parking-status');
  await page.getByRole('button', { name: 'End Parking' }).click();
  await page.getByRole('button', { name: 'Done' }).waitFor();
  await shot('end-summary');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Submit Rating' }).waitFor();
  await shot('parking-rating');
  return driver;
}

async function reservationLists(page: Page, driver: Person, shot: Shot, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.goto('/activity');
  await page.getByText('No upcoming reservations').waitFor();
  await shot('activity-empty');
  const space = colorScheme === 'light' ? 0 : 1;
  await book(driver, [
    { zone: 'Casco Colonial', space, startsInHours: -1, hours: 3 },
    { zone: 'Conde Oeste', space, startsInHours: 30, hours: 3 },
    { zone: 'Naco Tiradentes', space, startsInHours: 54 },
  ]);
  for (const name of ['activity', 'reservations']) {
    await page.goto(`/${name}`);
    await page.getByText('Free to cancel until it starts.').waitFor();
    await page.waitForLoadState('networkidle');
    await shot(name);
    await page.goto(`/${name}?tab=past`);
    await page.getByText('Completed').first().waitFor();
    await shot(`${name}-past`);
  }
  await page.goto('/reservations');
  await page.getByRole('button', { name: 'CANCEL', exact: true }).first().click();
  await page.getByRole('button', { name: 'Keep reservation' }).waitFor();
  await shot('cancel-reservation');
}

async function ownScreens(page: Page, shot: Shot): Promise<void> {
  await page.goto('/account');
  await page.getByText('(127 trips)').waitFor();
  await shot('account');
  await page.goto('/profile');
  await page.getByLabel('About you').waitFor();
  await shot('profile');
  await page.goto('/settings');
  await page.getByLabel('Auto logout (minutes)').waitFor();
  await shot('settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').waitFor();
  await shot('delete-account');
}

async function credentialScreens(page: Page, server: RunningServer, driver: Person, shot: Shot): Promise<void> {
  await page.goto('/set-password');
  await page.getByRole('button', { name: 'Save password' }).waitFor();
  await shot('set-password');
  await page.goto('/settings');
  for (const [button, wayOut, name] of [
    ['Change email', 'Keep the old one', 'change-email'],
    ['Change password', 'Keep the old one', 'change-password'],
    ['Turn on', 'Not now', 'two-factor'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').waitFor();
    await shot(name);
    await page.getByRole('button', { name: wayOut }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await turnOnTwoFactor({ ...driver, client: await createClientFor(server, driver.email) });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Email').fill(driver.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await shot('second-factor');
}

async function zonePage(page: Page, shot: Shot): Promise<void> {
  await page.goto('/reserve-parking/5a0e0000-0000-4000-8000-000000000002');
  await page.getByRole('heading', { name: 'Churchill Norte' }).waitFor();
  await shot('reserve-parking');
}

async function parkNowPage(page: Page, shot: Shot): Promise<void> {
  await page.goto('/park-now');
  await page.getByRole('radio').first().click();
  await shot('park-now');
}

async function localScreens(page: Page, shot: Shot): Promise<void> {
  for (const [path, sign, name] of [
    ['/wallet', '$100.00', 'wallet'],
    ['/messages', 'Parqueo Support', 'messages'],
    ['/messages/support', 'Messages stay on this device', 'conversation'],
    ['/owner', 'Owner mode is not open yet', 'owner'],
    ['/arrival-time', 'Arrival time', 'arrival-time'],
  ] as const) {
    await page.goto(path);
    await page.getByText(sign).first().waitFor();
    await shot(name);
  }
}

async function photograph(browser: Browser, server: RunningServer, colorScheme: 'light' | 'dark'): Promise<void> {
  const { viewport, locale, timezoneId, geolocation, permissions } = configuration.use ?? {};
  const options = {
    baseURL: server.url,
    colorScheme,
    reducedMotion: 'reduce' as const,
    ...(viewport ? { viewport } : {}),
    ...(locale ? { locale } : {}),
    ...(timezoneId ? { timezoneId } : {}),
    ...(geolocation ? { geolocation } : {}),
    ...(permissions ? { permissions } : {}),
  };
  const suffix = colorScheme === 'dark' ? '-dark' : '';
  const createShot =
    (page: Page): Shot =>
    async (name) => {
      await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`) });
    };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const shot = createShot(page);
  await visitorScreens(page, shot);
  await zonePage(page, shot);
  await parkNowPage(page, shot);
  // Chromium forgets the position of a second window on the way here.
  if (geolocation) await context.setGeolocation(geolocation);
  const driver = await journey(page, server, shot);
  await reservationLists(page, driver, shot, colorScheme);
  await localScreens(page, shot);
  await ownScreens(page, shot);
  await credentialScreens(page, server, driver, shot);
  await context.close();
  await photographBackOffice({ browser, server, colorScheme, folder: FOLDER });
}

await mkdir(FOLDER, { recursive: true });
const server = await startServer(await createDataDir());
const browser = await chromium.launch(configuration.use?.launchOptions);
try {
  for (const colorScheme of ['light', 'dark'] as const) await photograph(browser, server, colorScheme);
} finally {
  await browser.close();
  await server.stop();
}
