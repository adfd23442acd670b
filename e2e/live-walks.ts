import { addPastReservations, addVehicle, findReserveButton } from './bookings.ts';
import { addReservationsOfWeeks } from './overview-rows.ts';
import { ADMIN, createPerson, expect, type Person, signIn } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';
import { openScreen, type Walk } from './walk.ts';

const COMMENT = 'Easy to find';

const RESERVATION = { zone: 'Conde Oeste', space: 3, startsInHours: -3, hours: 2 };

/** A reservation that was completed an hour ago, and can be rated. */
async function addCompletedReservation(server: RunningServer, driver: Person): Promise<void> {
  await addPastReservations(server, driver, [RESERVATION]);
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.reservations set status = 'completed' where user_id = ${driver.id}`;
    }),
  );
}

async function rate(server: RunningServer, driver: Person, comment: string): Promise<void> {
  await addCompletedReservation(server, driver);
  const { data: reservation } = await driver.client.from('reservations').select('id').single().throwOnError();
  const stars = { overall: 4, cleanness: 5, communication: 3, accessibility: 4 };
  await driver.client
    .from('ratings')
    .insert({ user_id: driver.id, reservation_id: reservation.id, comment, ...stars })
    .throwOnError();
}

/** The screens that differ without sample data, by where they are. */
export const LIVE_WALKS: Record<string, Walk> = {
  async 'where a driver without a vehicle reserves and parks'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-vehicles');
    await signIn(page, driver.email);
    await page.goto('/map');
    await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(page.getByRole('dialog').getByText('No ratings yet')).toBeVisible();
    await look(page);
    await findReserveButton(page).click();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page.getByText('Add the vehicle that you will park.')).toBeVisible();
    await look(page);
    await openScreen(page, '/park-now');
    await page.getByRole('radio').first().click();
    await expect(page.getByText('Space A-')).toBeVisible();
    await look(page);
  },

  async 'on account, wallet and settings without samples'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-live');
    await addVehicle(driver);
    await signIn(page, driver.email);
    await page.goto('/account');
    for (const [path, sign] of [
      ['/account', '0 completed reservations'],
      ['/wallet', '0.00'],
      ['/settings', 'Download my data'],
    ] as const) {
      await openScreen(page, path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await look(page);
    }
    await openScreen(page, '/account');
    await page.getByRole('button', { name: 'Remove Toyota Yaris' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page);
  },

  async 'where a reservation is rated and the operator written to'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-rates');
    await addCompletedReservation(server, driver);
    await signIn(page, driver.email);
    await page.goto('/activity?tab=past');
    await page.getByRole('button', { name: 'Rate' }).click();
    await page.getByLabel('Comment (optional)').fill(COMMENT);
    await look(page);
    await openScreen(page, '/messages/operator');
    await expect(page.getByText('Ask about a reservation, a space or your account.')).toBeVisible();
    await page.getByRole('textbox').fill('Is the gate open?');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Sent').first()).toBeVisible();
    await look(page);
  },

  async 'in the back office without samples'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-office');
    await rate(server, driver, COMMENT);
    await driver.client
      .from('user_messages')
      .insert({ user_id: driver.id, sender_type: 'user', message: 'Is the gate open?' })
      .throwOnError();
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin');
    for (const [path, sign] of [
      ['/admin', 'Current numbers.'],
      ['/admin?part=system', 'System Status'],
      ['/admin?tab=users', 'Is the gate open?'],
      ['/admin?tab=settings', 'Email Configuration'],
      ['/admin/month', 'Debit equals credit in each transaction.'],
    ] as const) {
      await openScreen(page, path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await look(page);
    }
    await openScreen(page, '/admin?tab=parking&q=A-02');
    await page.getByRole('checkbox', { name: /^⟦?Select (all|the first) \d/ }).check();
    await page.getByRole('button', { name: 'Set status', exact: true }).click();
    await page.getByRole('radio', { name: 'Out of service' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a reason of up to 300 characters.')).toBeVisible();
    await look(page);
    await openScreen(page, '/admin?tab=zones');
    await page.getByRole('button', { name: 'Ratings of Conde Oeste' }).click();
    await expect(page.getByText(COMMENT)).toBeVisible();
    await look(page);
  },

  async 'on the charts of the overview'({ page, server, look }) {
    await addReservationsOfWeeks(server);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?part=revenue');
    await expect(page.locator('svg .recharts-bar-rectangle').first()).toBeVisible();
    await look(page);
    for (const summary of await page.getByText('Show as a table').all()) await summary.click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await look(page);
    await openScreen(
      page,
      '/admin?tab=reservations&ending=late&days=2026-03-01..2026-03-15&at=2026-03-15T13:00:00.000Z',
    );
    await expect(page.getByText('Ended late').first()).toBeVisible();
    await look(page);
  },
};
