import type { Locator, Page } from '@playwright/test';
import { book, createReadyDriver, formatDayAhead } from './bookings.ts';
import { AT_DESK, createAdminClient, createZone, dialog, openTab } from './office.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// How many clicks a clerk needs for what drivers phone about.

test.use({ ...AT_DESK, serverEnv: WITHOUT_SAMPLES });

/** Clicks, and counts the clicks. */
function countClicks() {
  let clicks = 0;
  return {
    async click(target: Locator) {
      await target.click();
      clicks += 1;
    },
    /** The clicks since the last time. */
    take: () => {
      const taken = clicks;
      clicks = 0;
      return taken;
    },
  };
}

const named = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name }).first();

test('a clerk helps a driver on the phone in a few clicks', async ({ page, server }) => {
  const admin = await createAdminClient(server);
  const { ids } = await createZone(admin, 'Zona Centro', { 'CE-1': null, 'CE-2': null });
  const driver = await createReadyDriver(server, 'phoning');
  await driver.client.from('user_messages').insert({ user_id: driver.id, sender_type: 'user', message: 'Hello?' });
  await runAsOwner(server, (sql) => sql`update public.installation_settings set tax_rate = 18, charges_drivers = true`);
  const [booked] = await book(driver, [{ zone: 'Zona Centro', space: 0, startsInHours: 0.02, hours: 4 }]);
  const { click, take } = countClicks();
  await openTab(page, 'overview');
  await expect(page.getByRole('tab', { name: /^Users\s*1$/ })).toBeVisible();

  await test.step('finds the reservation by the plate in 2', async () => {
    await click(page.getByRole('tab', { name: 'Reservations' }));
    await page.getByLabel('Search reservations').fill('A123456');
    await expect(page.getByText('of 1 reservation')).toBeVisible();
    await click(named(page, /^Payment and history/));
    await expect(dialog(page).getByRole('list', { name: 'What you can do' })).toBeVisible();
    expect(take()).toBe(2);
  });
  await test.step('gives back a part in 4', async () => {
    await click(named(dialog(page), 'Give money back'));
    const refund = dialog(page).last();
    await refund.getByLabel(/^Amount/).fill('1.00');
    await refund.getByLabel(/^Reason/).fill('The gate was slow');
    await click(named(refund, 'Continue'));
    await click(named(refund, 'Give back $1.00'));
    await expect(page.getByText('$1.00 given back').first()).toBeVisible();
    expect(take()).toBeLessThanOrEqual(4);
  });
  await test.step('moves it in 3', async () => {
    await click(named(dialog(page), 'Move'));
    const move = dialog(page).last();
    await move.getByLabel('Space', { exact: true }).selectOption({ label: 'CE-2' });
    await click(named(move, 'Move reservation'));
    await expect(page.getByText('Reservation moved.').first()).toBeVisible();
    expect(take()).toBeLessThanOrEqual(3);
    const { data } = await admin.from('reservations').select('parking_space_id').eq('id', booked?.id).single();
    expect(data).toEqual({ parking_space_id: ids.get('CE-2') });
  });
  await test.step('lengthens it', async () => {
    await click(named(page, /^Payment and history/));
    await click(named(dialog(page), /^(Extend|Change the end)$/));
    await expect(
      dialog(page)
        .last()
        .getByRole('radio', { name: /^Wallet/ }),
    ).toBeChecked();
    await click(named(dialog(page).last(), /^Charge .* and extend to/));
    await expect(page.getByText('The reservation has its new end.').first()).toBeVisible();
    expect(take()).toBe(3);
  });
  await test.step('answers a message in 3', async () => {
    await click(page.getByRole('tab', { name: 'Users' }));
    await click(named(page.getByRole('list', { name: 'Waiting for a reply' }), /Hello\?/));
    await dialog(page).getByRole('textbox').last().fill('Hello!');
    await click(named(dialog(page), /^Send/));
    await expect(dialog(page).getByText('Hello!')).toBeVisible();
    expect(take()).toBe(3);
    await page.keyboard.press('Escape');
  });
  await test.step('blocks a space for a week in 4', async () => {
    await click(page.getByRole('tab', { name: 'Parking' }));
    await page.getByRole('searchbox', { name: 'Search parking spaces' }).fill('CE-1');
    await click(named(page, 'Set the status of CE-1'));
    await click(dialog(page).getByRole('radio', { name: /Out of service/ }));
    await dialog(page).getByLabel('Reason').fill('Paint');
    await dialog(page)
      .getByLabel('Available again')
      .fill(`${formatDayAhead(7)}T12:00`);
    await click(named(dialog(page), /^Save/));
    await expect(page.getByText('Status saved').first()).toBeVisible();
    expect(take()).toBeLessThanOrEqual(4);
  });
  await test.step('exports the revenue of the last month in 3', async () => {
    await click(page.getByRole('tab', { name: 'Overview' }));
    await click(page.getByRole('link', { name: 'Export month' }));
    const file = page.waitForEvent('download');
    await click(named(page, /^Export/));
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    expect(take()).toBeLessThanOrEqual(3);
  });
});
