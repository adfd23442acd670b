import type { Page } from '@playwright/test';
import { addPastReservations, book, createReadyDriver } from './bookings.ts';
import { ADMIN, createPerson, expect, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';
import { openScreen } from './walk.ts';

// A link or a word without an end in every text that people write.

const WORD = 'Abcdefghij'.repeat(6);
/** For fields that take more than a name. */
const LONG = 'Abcdefghij'.repeat(20);
const ZONE = 'Conde Oeste';
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 568 };
const DESK = { width: 1280, height: 800 };

test.use({ serverEnv: WITHOUT_SAMPLES });

/** Writes the word into everything that people write. Names stay different from each other. */
async function writeLongWords(server: RunningServer): Promise<void> {
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.profiles set full_name = ${WORD}, bio = ${LONG}`;
      await tx`update public.vehicles set name = ${WORD}`;
      await tx`update public.user_messages set message = ${LONG}`;
      await tx`update public.ratings set comment = ${LONG}`;
      await tx`
        update public.parking_zones set name = left(${WORD.repeat(2)}, 96) || left(id::text, 4), location = ${LONG},
          description = 'https://maps.example/' || ${LONG}, description_en = 'https://maps.example/' || ${LONG}`;
      await tx`
        update public.parking_spaces s set name = left(${WORD}, 52) || left(s.id::text, 8), location = ${LONG},
          hint = ${WORD}, zone_name = z.name from public.parking_zones z where z.id = s.zone_id`;
      await tx`
        update public.installation_settings set app_name = ${WORD}, app_description = ${LONG}, terms_text = ${LONG},
          privacy_text = ${LONG}, legal_name = ${WORD.repeat(2)}, legal_address = ${LONG}`;
    }),
  );
}

/** What is wider than the window: the page, or a control that nobody reaches. */
const findOff = (page: Page) =>
  page.evaluate(`(() => {
    const root = document.documentElement;
    // A row of chips scrolls, and a map moves. So does a table, whose buttons have to be in view all the same.
    const isInScroller = (element) => {
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
        if (/auto|scroll/.test(getComputedStyle(outer).overflowX) && outer.querySelector('table') === null) return true;
      return false;
    };
    const off = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isLeftOut = element.closest('[inert], [aria-hidden="true"], .maplibregl-marker') !== null;
      return width > 1 && height > 1 && !isLeftOut && !isInScroller(element) && (right > root.clientWidth + 1 || left < -1);
    });
    return [
      ...(root.scrollWidth > root.clientWidth ? ['the page is ' + root.scrollWidth + ' px wide'] : []),
      ...off.map((element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)),
    ].slice(0, 6);
  })()`);

const expectReachable = (page: Page, place: string) =>
  expect.soft(async () => expect(await findOff(page), place).toEqual([])).toPass({ timeout: 5000 });

/** Visits the screens in each size; the page has to show one of them already. */
async function expectAllReachable(
  page: Page,
  sizes: readonly { width: number; height: number }[],
  screens: readonly (readonly [path: string, sign: RegExp, dialogs?: readonly RegExp[]])[],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const [path, sign, dialogs = []] of screens) {
      await openScreen(page, path);
      await expect(
        page.locator('main, [role="dialog"]').getByText(sign).filter({ visible: true }).first(),
      ).toBeVisible();
      await expectReachable(page, `${path} at ${size.width} px`);
      for (const button of dialogs) {
        await page.getByRole('button', { name: button }).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectReachable(page, `${button} of ${path} at ${size.width} px`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
    }
  }
}

const NAME = /Abcdefghij/;

/** A driver who is parked, was parked and will be, with messages; then everything has long words. */
async function prepare(server: RunningServer) {
  const driver = await createReadyDriver(server, 'w'.repeat(40));
  const [parked] = await book(driver, [{ zone: ZONE, space: 1, startsInHours: 0.01, hours: 3 }]);
  await addPastReservations(server, driver, [{ zone: ZONE, space: 3, startsInHours: -30 }]);
  await driver.client
    .from('user_messages')
    .insert({ user_id: driver.id, sender_type: 'user', message: WORD })
    .throwOnError();
  const named = { name: ZONE };
  const { data: zone } = await driver.client.from('parking_zones').select('id').match(named).single().throwOnError();
  await book(driver, [{ zone: ZONE, space: 2, startsInHours: 30 }]);
  await createPerson(server, 'v'.repeat(40));
  await writeLongWords(server);
  return { driver, zoneId: zone.id, parked };
}

test.setTimeout(240_000);

test('words that no line holds push nothing off a screen, and keep all that administrators press', async ({
  page,
  server,
}) => {
  const { driver, zoneId, parked } = await prepare(server);
  await test.step('for a driver', async () => {
    await signIn(page, driver.email);
    await page.goto('/account');
    await expectAllReachable(
      page,
      [SMALL_PHONE],
      [
        ['/account', NAME, [/^Edit Abc/]],
        ['/activity', NAME, [/^Cancel/, /^Ticket/, /^My space is taken/]],
        ['/activity?tab=past', NAME],
        ['/zones', NAME],
        [`/reserve-parking/${zoneId}`, NAME],
        [`/reserve/${parked?.spaceId}`, /Reserve|space/],
        ['/park-now', NAME],
        ['/messages', NAME],
        ['/messages/operator', NAME],
        ['/profile', /Profile|Edit/],
        ['/settings', /Download my data/],
        ['/wallet', /1,000\.00|Balance/],
        ['/terms', NAME],
        ['/map', /Choose a parking zone/],
      ],
    );
    // The one screen that a wider phone has another layout of.
    await expectAllReachable(page, [PHONE], [['/settings', /Download my data/]]);
  });
  await test.step('for an administrator', async () => {
    await page.setViewportSize(DESK);
    await forgetSession(page);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin');
    await expectAllReachable(
      page,
      [DESK, SMALL_PHONE],
      [
        ['/admin?tab=reservations', NAME, [/^Payment and history/]],
        ['/admin?tab=reservations&view=today', NAME],
        ['/admin?tab=users', NAME],
        [`/admin?tab=users&dialog=user.${driver.id}`, NAME],
        [`/admin?tab=users&dialog=messages.${driver.id}`, NAME],
        ['/admin?tab=zones', NAME, [/^Edit /]],
        ['/admin?tab=parking', NAME, [/^Set the status of/]],
        ['/admin?tab=settings', /Email Configuration/],
        ['/admin', /System Status|Current/],
        ['/admin/signs', NAME],
      ],
    );
  });
});
