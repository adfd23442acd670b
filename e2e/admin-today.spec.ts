import { book } from './bookings.ts';
import { ADMIN, createPerson, expect, type Person, signIn, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import { showToCamera } from './show-to-camera.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

async function requestTicket(driver: Person, reservation: string): Promise<string> {
  const { data, error } = await driver.client.functions.invoke('ticket', { body: { reservation } });
  if (error) throw error;
  return data.address;
}

test('an attendant on a phone scans tickets, marks arrivals, and reads on without a connection', async ({
  page,
  context,
  server,
}) => {
  const driver = await createPerson(server, 'today');
  const [stay, other] = await book(driver, [
    { zone: 'Naco Tiradentes', space: 1, startsInHours: -0.2 },
    { zone: 'Casco Colonial', space: 0, startsInHours: 0.3 },
  ]);
  const ids = [stay?.id ?? '', other?.id ?? ''];
  const plates = ['A123456', 'B654321'];
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      for (const [index, id] of ids.entries()) {
        await tx`update public.reservations set vehicle_plate = ${plates[index] ?? ''} where id = ${id}`;
      }
    }),
  );

  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin?tab=reservations');
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  const arrivals = page.getByRole('region', { name: 'Arrivals' });
  await expect(arrivals.getByText('A123456')).toBeVisible();
  await expect(arrivals.getByText('B654321')).toBeVisible();
  await expect(arrivals.getByText(/^1\d min late$/)).toBeVisible();

  await showToCamera(page, await requestTicket(driver, ids[0] ?? ''));
  await page.getByRole('button', { name: 'Scan a ticket' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Arrival marked')).toBeVisible();
  await expect(dialog.getByText('A123456')).toBeVisible();
  await expect(dialog.getByText('Naco Tiradentes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Scan the next' }).click();
  await expect(dialog.getByText('Already arrived')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(arrivals.getByText(/^Arrived \d/)).toBeVisible();

  await arrivals.getByRole('button', { name: 'Mark arrival of B654321' }).click();
  await expect(arrivals.getByText(/^Arrived \d/)).toHaveCount(2);
  await arrivals.getByRole('button', { name: 'Undo arrival of B654321' }).click();
  await expect(arrivals.getByText(/^Arrived \d/)).toHaveCount(1);

  await context.setOffline(true);
  await expect(page.getByText(/^No connection\. This is from/)).toBeVisible();
  await expect(arrivals.getByText('B654321')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Updated \d/)).toBeVisible();
});
