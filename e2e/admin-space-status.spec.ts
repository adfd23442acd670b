import { createAdminClient, createZone, dialog, signInOperator } from './office.ts';
import { expect, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test.use({ serverEnv: WITHOUT_SAMPLES, locale: 'es-DO' });

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
    await runAsOwner(server, (sql) => sql`select private.run_due_work()`);
    const { data } = await admin
      .from('parking_spaces')
      .select('status')
      .in('id', [...ids.values()]);
    expect(data).toEqual(Array.from({ length: 3 }, () => ({ status: 'available' })));
  });
});
