import { book, endReservation } from './bookings.ts';
import { OFFLINE_ERRORS, untilKept } from './offline.ts';
import { createPerson, expect, signIn, test } from './people.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: OFFLINE_ERRORS });

test('a driver shows a ticket without a connection, and an attendant without an account checks it', async ({
  page,
  server,
  browser,
}) => {
  const driver = await createPerson(server, 'ticket');
  const [reservation] = await book(driver, [{ zone: 'Naco Tiradentes', space: 1, startsInHours: -0.5, hours: 2 }]);
  await book(driver, [{ zone: 'Naco Tiradentes', space: 2, startsInHours: 5 }]);
  await signIn(page, driver.email);
  await page.goto('/reservations');
  await expect(page.getByRole('link', { name: /Parked now/ })).toBeVisible();
  const readTickets = () =>
    page.evaluate(`JSON.parse(localStorage.getItem('parqueo.tickets.${driver.id}') ?? '[]')`) as Promise<
      { address: string }[]
    >;
  await expect.poll(async () => (await readTickets()).length).toBe(2);
  await untilKept(page);
  const [current, next] = await readTickets();

  await page.context().setOffline(true);
  await page.goto('/reservations');
  const saved = page.getByRole('region', { name: 'Saved on this device' });
  await expect(saved.getByRole('button', { name: 'Ticket' })).toHaveCount(2);
  await saved.getByRole('button', { name: 'Ticket' }).last().click();
  await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();

  const context = await browser.newContext({ locale: 'en-US' });
  const attendant = await context.newPage();
  await attendant.goto(current?.address ?? '');
  await expect(attendant.getByRole('heading', { name: 'Valid ticket' })).toBeVisible();
  await expect(attendant.getByText('Naco Tiradentes')).toBeVisible();
  await attendant.goto(next?.address ?? '');
  await expect(attendant.getByRole('heading', { name: 'Not valid yet' })).toBeVisible();
  await endReservation(driver, reservation?.id ?? '', 'completed');
  await attendant.goto(current?.address ?? '');
  await expect(attendant.getByRole('heading', { name: 'Over' })).toBeVisible();
  await context.close();
});
