import type { Page } from '@playwright/test';
import { encode } from 'uqr';
import { m } from '#messages';
import { book } from './bookings.ts';
import { signInOperator } from './office.ts';
import { createPerson, expect, type Person, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test.use({ locale: 'es-DO', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

async function requestTicket(driver: Person, reservation: string): Promise<string> {
  const { data, error } = await driver.client.functions.invoke('ticket', { body: { reservation } });
  if (error) throw error;
  return data.address;
}

const locale = { locale: 'es' } as const;

test('an attendant with a phone scans tickets, marks arrivals, and reads on without a connection', async ({
  page,
  context,
  server,
}) => {
  const driver = await createPerson(server, 'today');
  const [reservation, other] = await book(driver, [
    { zone: 'Naco Tiradentes', space: 0, startsInHours: -0.2 },
    { zone: 'Casco Colonial', space: 0, startsInHours: 0.3 },
  ]);
  const ids = [reservation?.id ?? '', other?.id ?? ''];
  const plates = ['A123456', 'B654321'];
  await runAsOwner(server, (sql) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update public.reservations set status = 'cancelled' where user_id <> ${driver.id}`;
      for (const [index, id] of ids.entries()) {
        await tx`update public.reservations set vehicle_plate = ${plates[index] ?? ''} where id = ${id}`;
      }
    }),
  );

  await signInOperator(page, server, 'es');
  await page.goto('/admin?tab=reservations');
  await page.getByRole('link', { name: m.reservation_view_today({}, locale), exact: true }).click();
  const arrivals = page.getByRole('region', { name: /^Llegadas/ });
  const arrived = arrivals.getByText(m.today_arrived_at({ time: '' }, locale));
  await expect(arrivals.getByText('A123456')).toBeVisible();
  await expect(arrivals.getByText('B654321')).toBeVisible();
  await expect(arrivals.getByText(/^1\d min de retraso$/)).toBeVisible();

  await showToCamera(page, await requestTicket(driver, ids[0] ?? ''));
  await page.getByRole('button', { name: m.scan_ticket({}, locale) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(m.scan_arrival_marked({}, locale))).toBeVisible();
  await expect(dialog.getByText('A123456')).toBeVisible();
  await expect(dialog.getByText('Naco Tiradentes')).toBeVisible();
  await dialog.getByRole('button', { name: m.scan_next({}, locale) }).click();
  await expect(dialog.getByText(m.scan_already_arrived({}, locale))).toBeVisible();
  await dialog.getByRole('button', { name: m.action_close({}, locale) }).click();
  await expect(arrived).toBeVisible();

  await arrivals
    .getByRole('button', { name: m.today_mark_arrival_of({ plate: 'B654321', space: '' }, locale) })
    .click();
  await expect(arrived).toHaveCount(2);
  await arrivals.getByRole('button', { name: m.today_undo_arrival({ plate: 'B654321', space: '' }, locale) }).click();
  await expect(arrived).toHaveCount(1);

  await context.setOffline(true);
  await expect(page.getByText(new RegExp(m.outdated_offline({ time: '.*' }, locale)))).toBeVisible();
  await expect(arrivals.getByText('B654321')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(m.updated_at({ time: '' }, locale))).toBeVisible();
});

/** The side of a module of the code, in pixels. */
const SCALE = 8;

/** Gives the page a camera that sees a QR code with this text. The browser of the tests has none, nor a fake one. */
async function showToCamera(page: Page, text: string): Promise<void> {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  await page.evaluate(
    `{
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = ${size * SCALE};
      const context = canvas.getContext('2d');
      context.scale(${SCALE}, ${SCALE});
      const draw = () => {
        context.fillStyle = 'white';
        context.fillRect(0, 0, ${size}, ${size});
        context.fillStyle = 'black';
        context.fill(new Path2D('${path}'));
      };
      // A picture that does not change makes no video.
      setInterval(draw, 100);
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
    }`,
  );
}
