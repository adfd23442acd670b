import { openTab } from './office.ts';
import { OFFLINE_ERRORS, untilKept } from './offline.ts';
import { createPerson, expect, forgetSession, signIn, test } from './people.ts';

// The first space of Naco Tiradentes has the lock KV-0001, which is up.
const ZONE = 'Naco Tiradentes';

test.use({ serviceWorkers: 'allow', expectedErrors: OFFLINE_ERRORS });

test('a driver books, opens the barrier, ends the reservation offline and raises the barrier behind them', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'whole-reservation');
  const readReservation = async () => {
    const { data } = await driver.client.from('reservations').select('id, status, ended_at').single().throwOnError();
    return data;
  };
  await signIn(page, driver.email);

  await test.step('books a space with a barrier and is led to the directions', async () => {
    const { data: space } = await driver.client
      .from('parking_spaces')
      .select('id')
      .match({ zone_name: ZONE, name: 'A-01' })
      .single()
      .throwOnError();
    await page.goto(`/reserve/${space.id}`);
    await page.getByRole('radio', { name: /Honda Civic/ }).check();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions$/);
  });

  await test.step('arrives, lowers the barrier and parks', async () => {
    await page.getByRole('button', { name: 'START DRIVING' }).click();
    const arrival = page.getByRole('dialog');
    await arrival.getByRole('button', { name: 'Open the barrier' }).click();
    await expect(arrival.getByText('The barrier is down. You can drive.')).toBeVisible();
    await arrival.getByRole('button', { name: 'Park Now' }).click();
    await expect(page).toHaveURL(/\/parking-status$/);
    await expect(page.getByRole('timer')).toBeVisible();
  });

  await test.step('loses the connection in the garage and still has the countdown and the ticket', async () => {
    const readTickets = () => page.evaluate(`localStorage.getItem('parqueo.tickets.${driver.id}') ?? ''`);
    await expect.poll(readTickets).toContain('/ticket/');
    await untilKept(page);
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByRole('timer')).toBeVisible();
    await page.getByRole('button', { name: 'Ticket' }).click();
    await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  });

  const before = Date.now();
  await test.step('ends the reservation there, and it is still to be sent after the app was opened again', async () => {
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const note = page.getByRole('status').filter({ hasText: `Ending A-01, ${ZONE}` });
    await expect(page).toHaveURL(/\/parking-rating$/);
    await expect(note).toContainText('No connection. It will be ended as of');
    await page.reload();
    await expect(note).toContainText('No connection. It will be ended as of');
    expect((await readReservation()).status).toBe('active');
  });
  const after = Date.now();

  await test.step('comes out of the garage: the server has the end, as of the tap', async () => {
    await page.context().setOffline(false);
    await expect(page.getByText('Your parking session has been successfully ended.')).toBeVisible();
    const { status, ended_at } = await readReservation();
    expect(status).toBe('completed');
    expect(Date.parse(ended_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(ended_at)).toBeLessThanOrEqual(after);
  });

  await test.step('raises the barrier behind the car', async () => {
    await page.getByRole('button', { name: 'Yes, raise the barrier' }).click();
    await expect(page.getByText('The barrier is up. Thank you!')).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page).toHaveURL(/\/map$/);
  });

  await test.step('the operator reads both commands with the driver', async () => {
    await forgetSession(page);
    await openTab(page, 'parking', ZONE);
    await page.getByRole('button', { name: 'Edit A-01' }).click();
    await page.getByRole('dialog').getByText('History', { exact: true }).click();
    for (const action of ['raise', 'lower']) {
      const entry = page.getByRole('listitem').filter({ hasText: `Command to ${action} lock KV-0001` });
      await expect(entry).toContainText('The lock moved');
      await expect(entry).toContainText(driver.email);
    }
  });
});
