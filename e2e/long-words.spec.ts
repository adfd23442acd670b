import type { Page } from '@playwright/test';
import { addPastReservations, book, createReadyDriver } from './bookings.ts';
import { ADMIN, createPerson, expect, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';
import { openScreen } from './walk.ts';

// A link or a word without an end in every text that people write.

const WORD = 'Abcdefghij'.repeat(6);
const ZONE = 'Conde Oeste';
const DESK = { width: 1280, height: 800 };

test.use({ serverEnv: WITHOUT_SAMPLES });

/** Writes the word into everything that people write. Names stay different from each other. */
async function writeLongWords(server: RunningServer): Promise<void> {
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.profiles set full_name = ${WORD}, bio = ${WORD}`;
      await tx`update public.vehicles set name = ${WORD}`;
      await tx`update public.user_messages set message = ${WORD}`;
      await tx`update public.ratings set comment = ${WORD}`;
      await tx`
        update public.parking_zones set name = left(${WORD.repeat(2)}, 96) || left(id::text, 4), location = ${WORD},
          description = 'https://maps.example/' || ${WORD}, description_en = 'https://maps.example/' || ${WORD}`;
      await tx`
        update public.parking_spaces s set name = left(${WORD}, 52) || left(s.id::text, 8), location = ${WORD},
          hint = ${WORD}, zone_name = z.name from public.parking_zones z where z.id = s.zone_id`;
    }),
  );
}

/** What is wider than the window: the page, or a control that nobody reaches. */
const findOff = (page: Page) =>
  page.evaluate(`(() => {
    const root = document.documentElement;
    // A row of chips scrolls. So does a table, whose buttons have to be in view all the same.
    const isInScroller = (element) => {
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement)
        if (/auto|scroll/.test(getComputedStyle(outer).overflowX) && outer.querySelector('table') === null) return true;
      return false;
    };
    const off = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2, h3')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isLeftOut = element.closest('[inert], [aria-hidden="true"]') !== null;
      return width > 1 && height > 1 && !isLeftOut && !isInScroller(element) && (right > root.clientWidth + 1 || left < -1);
    });
    return [
      ...(root.scrollWidth > root.clientWidth ? ['the page is ' + root.scrollWidth + ' px wide'] : []),
      ...off.map((element) => element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)),
    ].slice(0, 6);
  })()`);

async function expectAllReachable(
  page: Page,
  screens: readonly (readonly [path: string, sign: RegExp])[],
): Promise<void> {
  for (const [path, sign] of screens) {
    await openScreen(page, path);
    await expect(page.locator('#root').getByText(sign).filter({ visible: true }).first()).toBeVisible();
    await expect.soft(async () => expect(await findOff(page), path).toEqual([])).toPass({ timeout: 5000 });
  }
}

test('words that no line holds push nothing off a screen', async ({ page, server }) => {
  const driver = await createReadyDriver(server, 'w'.repeat(40));
  const [parked] = await book(driver, [{ zone: ZONE, space: 1, startsInHours: 0.01, hours: 3 }]);
  await addPastReservations(server, driver, [{ zone: ZONE, space: 3, startsInHours: -30 }]);
  await driver.client
    .from('user_messages')
    .insert({ user_id: driver.id, sender_type: 'user', message: WORD })
    .throwOnError();
  const { data: zone } = await driver.client
    .from('parking_zones')
    .select('id')
    .eq('name', ZONE)
    .single()
    .throwOnError();
  await book(driver, [{ zone: ZONE, space: 2, startsInHours: 30 }]);
  await createPerson(server, 'v'.repeat(40));
  await writeLongWords(server);
  await signIn(page, driver.email);
  await page.goto('/account');
  const name = /Abcdefghij/;
  await expectAllReachable(page, [
    ['/account', name],
    ['/activity', name],
    ['/reservations', name],
    ['/activity?tab=past', name],
    ['/zones', name],
    [`/reserve-parking/${zone.id}`, name],
    [`/reserve/${parked?.spaceId}`, /Reserve|space/],
    ['/park-now', /space/i],
    ['/messages', name],
    ['/messages/operator', name],
    ['/profile', /Profile|Edit/],
    ['/settings', /Download my data/],
    ['/wallet', /1,000\.00|Balance/],
    ['/map', /Choose a parking zone/],
  ]);

  await page.setViewportSize(DESK);
  await forgetSession(page);
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin');
  await expectAllReachable(page, [
    ['/admin?tab=reservations', name],
    ['/admin?tab=reservations&view=today', name],
    ['/admin?tab=users', name],
    ['/admin?tab=zones', name],
    ['/admin?tab=parking', name],
    ['/admin?tab=settings', /Email Configuration/],
    ['/admin', /System Status|Current/],
  ]);
});
