import type { Page } from '@playwright/test';
import { book, createReadyDriver, readStatus } from './bookings.ts';
import { AT_DESK, createAdminClient, createZone, dialog, findRow, openTab, signInOperator } from './office.ts';
import { expect, findMailWith, type Person, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// A space that goes out of service while drivers have reserved it: at the desk in English, on a phone in Spanish.

test.use({ serverEnv: WITHOUT_SAMPLES });

const saveButton = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });

test.describe('at the desk', () => {
  test.use(AT_DESK);

  test('an administrator takes a reserved space out of service, and its drivers read what they get', async ({
    page,
    server,
    expectedErrors,
  }) => {
    // What was made meanwhile rejects what was to be saved.
    expectedErrors.push(/status of 400 .*set_space_status$/);
    const admin = await createAdminClient(server);
    const { ids } = await createZone(admin, 'Zona Obras', { 'OB-1': null, 'OB-2': null });
    const bookOf = async (driver: Person, startsInHours: number) => {
      const [booked] = await book(driver, [{ zone: 'Zona Obras', space: 0, startsInHours }]);
      return booked?.id ?? '';
    };
    const moved = await createReadyDriver(server, 'moved');
    const refunded = await createReadyDriver(server, 'refunded');
    const late = await createReadyDriver(server, 'late');
    const movedReservation = await bookOf(moved, 24);
    const refundedReservation = await bookOf(refunded, 27);
    await openTab(page, 'parking', 'ob-');

    await test.step('the reservations that it touches are listed before it is saved', async () => {
      await page.getByRole('button', { name: 'Set the status of OB-1' }).click();
      await dialog(page)
        .getByRole('radio', { name: /Out of service/ })
        .check();
      await expect(dialog(page).getByLabel('What becomes of it')).toHaveCount(2);
      await saveButton(page).click();
      await expect(dialog(page).getByText('Enter a reason of up to 300 characters.')).toBeVisible();
      await dialog(page).getByLabel('Reason').fill('New asphalt');
      await dialog(page).getByLabel('What becomes of it').nth(1).selectOption('Cancel, $7.50 back to the wallet');
    });
    await test.step('one that was made meanwhile is added, and nothing is saved without it', async () => {
      await bookOf(late, 40);
      await saveButton(page).click();
      await expect(dialog(page).getByRole('alert')).toContainText('have changed meanwhile');
      await expect(dialog(page).getByLabel('What becomes of it')).toHaveCount(3);
      await expect(dialog(page).getByLabel('What becomes of it').nth(1)).toHaveValue('cancel');
      await expect(dialog(page).getByLabel('Reason')).toHaveValue('New asphalt');
    });
    await test.step('then it is saved, with one reservation moved and one given back', async () => {
      await saveButton(page).click();
      await expect(page.getByText('Status saved')).toBeVisible();
      await expect(findRow(page, 'OB-1')).toContainText('MaintenanceNew asphalt');
      expect(await readStatus(refunded, refundedReservation)).toBe('cancelled');
      const { data } = await moved.client
        .from('reservations')
        .select('parking_space_id, status')
        .eq('id', movedReservation)
        .single();
      expect(data).toEqual({ parking_space_id: ids.get('OB-2'), status: 'active' });
      const { data: wallet } = await refunded.client.from('profiles').select('wallet_balance').single();
      expect(wallet).toEqual({ wallet_balance: 1000 });
    });
    await test.step('the drivers are told', async () => {
      expect((await findMailWith(server, refunded.email, /given back|back in your wallet/)).text).toContain('$7.50');
      expect((await findMailWith(server, moved.email, /out of service/)).text).toContain('OB-2');
    });
  });
});

test.describe('on a phone, in Spanish', () => {
  test.use({ locale: 'es-DO' });

  test('an administrator with a phone sets the status of several spaces, which ends at its time', async ({
    page,
    server,
  }) => {
    const admin = await createAdminClient(server);
    const { ids } = await createZone(admin, 'Zona Norte', { 'NO-1': null, 'NO-2': null, 'NO-3': null });
    await signInOperator(page, server, 'es');
    await page.goto('/admin?tab=parking&q=no-');
    const select = (name: string) => page.getByRole('checkbox', { name });

    await test.step('all that match are selected, and one is left out with the keyboard', async () => {
      await select('Elegir los 3').check();
      await expect(page.getByText('3 espacios elegidos')).toBeVisible();
      await select('Elegir NO-2').focus();
      await page.keyboard.press('Space');
      await expect(page.getByText('2 espacios elegidos')).toBeVisible();
    });
    await test.step('they are occupied until a time', async () => {
      await page.getByRole('button', { name: 'Cambiar el estado', exact: true }).click();
      await dialog(page)
        .getByRole('radio', { name: /Ocupado/ })
        .check();
      await dialog(page).getByLabel('Motivo').fill('Una feria');
      await dialog(page).getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Estado de 2 espacios guardado')).toBeVisible();
    });
    await test.step('at its time they are available again', async () => {
      await runAsOwner(server, (sql) => sql`update public.space_status_overrides set ends_at = now()`);
      await runAsOwner(server, (sql) => sql`select public.run_due_work()`);
      const { data } = await admin
        .from('parking_spaces')
        .select('status')
        .in('id', [...ids.values()]);
      expect(data).toEqual(Array.from({ length: 3 }, () => ({ status: 'available' })));
    });
  });
});
