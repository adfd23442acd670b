import { readFile } from 'node:fs/promises';
import { book, createReadyDriver, findReserveButton } from './bookings.ts';
import { expect, findMail, findMailWith, signIn, test, WITHOUT_SAMPLES } from './people.ts';

// The product as an operator runs it, which sends mail.
test.use({ serverEnv: WITHOUT_SAMPLES });

/** A value of a calendar file, whose long lines are folded. */
const readCalendar = (file: string, name: string) =>
  file.replaceAll(/\r\n[\t ]/g, '').match(new RegExp(`^${name}:(.*)$`, 'm'))?.[1];

test('a driver is told by mail of a reservation, and keeps one calendar entry', async ({ page, server }) => {
  const driver = await createReadyDriver(server, 'notified');

  await test.step('the reservation is confirmed with place, time and a calendar file', async () => {
    await signIn(page, driver.email);
    await page.goto('/map');
    await page.getByRole('button', { name: /^Kennedy–Lincoln, / }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await findReserveButton(page).click();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page).toHaveURL(/\/directions/);
    const mail = await findMail(server, driver.email, /Your space is reserved/);
    expect(mail.subject).toMatch(/^Reservation confirmed: A-\d+, Kennedy–Lincoln$/);
    expect(mail.text).toContain('time of Santo Domingo');
    expect(mail.text).toContain(`${server.url}/reservations`);
    expect(readCalendar(mail.calendar ?? '', 'METHOD')).toBe('REQUEST');
  });

  await test.step('the driver saves a later reservation as a file that is the same entry as the mail has', async () => {
    const [reservation] = await book(driver, [{ zone: 'Kennedy–Lincoln', space: 8, startsInHours: 48, hours: 2 }]);
    await page.goto('/activity');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(readCalendar(file, 'UID')).toBe(`${reservation?.id}@parqueo`);

    await page.getByRole('button', { name: 'Cancel reservation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click();
    const mail = await findMailWith(server, driver.email, /You cancelled this reservation/);
    expect(readCalendar(mail.calendar ?? '', 'UID')).toBe(`${reservation?.id}@parqueo`);
    expect(readCalendar(mail.calendar ?? '', 'METHOD')).toBe('CANCEL');
  });
});
