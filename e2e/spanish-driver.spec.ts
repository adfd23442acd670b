import { m } from '#messages';
import { expect, findMail, findMailedLink, newEmail, PASSWORD, test } from './people.ts';

test.use({ locale: 'es-DO' });

const ES = { locale: 'es' } as const;
const ARRIVAL_MS = 10_000;
const DAY = /\d{1,2}\s[a-z]{3,4}\s\d{4}/;
const TIME = /\d{1,2}:\d{2}\s[ap]\.\sm\./;

test('a driver signs up, reserves, drives there, parks and rates it, all in Spanish', async ({ page, server }) => {
  const email = newEmail('rosa');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('the browser asks for Spanish, and so does the mail', async () => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await press(m.intro_sign_up({}, ES));
    await page.getByLabel(m.field_email({}, ES)).fill(email);
    await page.getByLabel(m.field_password({}, ES), { exact: true }).fill(PASSWORD);
    await press(m.sign_up_submit({}, ES));
    await expect(page.getByText(m.confirmation_mail_sent({}, ES))).toBeVisible();
    const mail = await findMail(server, email);
    expect(mail.subject).toBe(m.mail_sign_up_subject({}, ES));
    expect(mail.html).toContain('<html lang="es">');
    await page.goto(await findMailedLink(server, email));
    await expect(page).toHaveURL(/\/map$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });

  await test.step('a zone on the map has its price in pesos', async () => {
    await page.getByRole('button', { name: /^Kennedy–Lincoln, RD\$5\.00\/h, \d+ espacios disponibles/ }).click();
    await press(m.action_view_details({}, ES));
    await page
      .getByRole('button', { name: new RegExp(`^${m.zone_spaces_reserve_space({ space: 'A-' }, ES)}`) })
      .and(page.locator(':enabled'))
      .first()
      .click();
  });

  await test.step('three hours of it are reserved', async () => {
    await expect(page.getByText('RD$15.00').first()).toBeVisible();
    await expect(page.getByText(TIME).first()).toBeVisible();
    await press(m.reserve_confirm({}, ES));
    await expect(page.getByText(m.reserve_confirmed({}, ES))).toBeVisible();
  });

  await test.step('the way there is told, and its end', async () => {
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    await page.clock.install();
    await press(m.directions_start_driving({}, ES));
    await expect(page.getByRole('button', { name: m.directions_back_to_directions({}, ES) })).toBeVisible();
    await page.clock.fastForward(ARRIVAL_MS);
    await expect(page.getByText(m.arrival_title({}, ES))).toBeVisible();
    await press(m.action_park_now({}, ES));
  });

  await test.step('the session runs down and is ended', async () => {
    await expect(page.getByRole('timer')).toContainText(/[0-2] ?h \d+ ?m/);
    await expect(page.getByText(TIME).first()).toBeVisible();
    await press(m.end_parking({}, ES));
    await press(m.end_dialog_confirm({}, ES));
    await expect(page.getByText(m.session_ended_text({}, ES))).toBeVisible();
  });

  await test.step('it is rated, and stands among the past ones', async () => {
    for (const criterion of [m.rating_overall, m.rating_cleanness, m.rating_communication, m.rating_accessibility]) {
      await page
        .getByRole('radiogroup', { name: criterion({}, ES) })
        .getByRole('radio')
        .nth(4)
        .click();
    }
    await press(m.rating_submit({}, ES));
    await expect(page).toHaveURL(/\/map$/);
    await page.goto('/activity?tab=past');
    await expect(page.getByText(DAY)).toBeVisible();
    await expect(page.getByText('RD$').first()).toBeVisible();
  });
});
