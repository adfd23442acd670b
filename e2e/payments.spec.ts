import { book, createReadyDriver, endReservation, fillWallet, formatDayAhead } from './bookings.ts';
import { expect, findMail, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import { decide, endHold, findSpace, pay, readMoney, signInPayer, workOnPayments } from './simulated-payments.ts';

// The product as an operator runs it, with the payment simulator in the place of AZUL and PayPal, and another currency.
test.use({ serverEnv: WITHOUT_SAMPLES });

const ZONE = 'Kennedy–Lincoln';
const CONFIRMED = 'Reservation confirmed!';

test.beforeEach(({ server }) =>
  // PayPal has no pesos.
  runAsOwner(server, (sql) => sql`update public.installation_settings set currency = 'USD', tax_rate = 18`),
);

test('a driver pays by card, ends the reservation, and prints its receipt, which also comes by mail', async ({
  page,
  server,
}) => {
  const driver = await signInPayer(page, server, 'receipt');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-01')}`);
  await pay(page, 'Card');
  await decide(page, 'Approve');
  await expect(page.getByText(CONFIRMED)).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({
    payments: ['captured'],
    reservations: ['active'],
    wallet: [15, -15],
  });

  const { data: reservation } = await driver.client.from('reservations').select('id').single().throwOnError();
  // A screen that is open would ask for the ticket of a reservation that is over.
  await page.goto('/icon.svg');
  await endReservation(driver, reservation.id, 'completed');
  // The server does it every 30 seconds.
  await runAsOwner(server, (sql) => sql`select private.run_due_work()`);
  await page.goto('/reservations?tab=past');
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt 000001' });
  await expect(receipt).toContainText('Total paid$15.00');
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toContainText('Tax (ITBIS 18%)$2.29');
  for (const name of ['Print', 'Share']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  expect((await findMail(server, driver.email, /Receipt: 000001/)).text).toContain('$15.00');
});

test('a driver whose card is declined pays the same reservation with PayPal, and tops up the wallet', async ({
  page,
  server,
}) => {
  const driver = await signInPayer(page, server, 'declined');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-02')}`);
  await page.getByRole('button', { name: '+1h, add 1 hour' }).click();
  await pay(page, 'Card');
  await decide(page, 'Not enough money');
  await expect(page.getByText('The payment was not approved')).toBeVisible();
  await expect(page.getByText(/not enough money on this card/)).toBeVisible();
  await page.getByRole('link', { name: 'Go on with your reservation' }).click();
  await expect(page.getByLabel('Duration (hours)')).toHaveValue('4');
  await pay(page, 'PayPal');
  await decide(page, 'Approve');
  await expect(page.getByText(CONFIRMED)).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({
    payments: ['declined', 'captured'],
    reservations: ['lapsed', 'active'],
    wallet: [20, -20],
  });
  await page.goto('/wallet');
  await expect(page.getByText('$0.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Top up' }).click();
  await page.getByRole('radio', { name: /^PayPal/ }).click();
  await page.getByRole('button', { name: /^Top up \$/ }).click();
  await decide(page, 'Approve');
  await expect(page.getByText('Wallet topped up')).toBeVisible();
  // The reservation is under way, and can be extended now.
  await page.getByRole('link', { name: 'See your reservation' }).click();
  await expect(page).toHaveURL(/\/parking-status$/);
  await page.goto('/wallet');
  await expect(page.getByText('$5.00', { exact: true })).toBeVisible();
});

test('a driver who leaves the payment goes on from the list, gives the space up, and pays from the wallet', async ({
  page,
  server,
}) => {
  const driver = await signInPayer(page, server, 'left');
  await fillWallet(server, driver);
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-03')}`);
  await pay(page, 'Card');
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/The space is yours to pay for/)).toBeVisible();
  await page.goto('/reservations');
  await expect(page.getByText(/^Waiting for payment · /)).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await decide(page, 'Leave');
  await expect(page.getByText('You left the payment')).toBeVisible();
  await page.getByRole('link', { name: 'Go on with your reservation' }).click();
  await expect(page.getByText('Free at this time')).toBeVisible();
  await page.getByRole('radio', { name: /^Wallet/ }).click();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
  await expect(page).toHaveURL(/\/directions/);
  expect(await readMoney(driver)).toMatchObject({ payments: ['abandoned'], reservations: ['lapsed', 'active'] });
});

test('a driver who never comes back has the reservation, as the server asks AZUL', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'never');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-04')}`);
  await pay(page, 'Card');
  await decide(page, 'Never return');
  await expect(page.getByText('This browser does not go back. Close this page.')).toBeVisible();
  await page.close();
  await workOnPayments(server);
  expect(await readMoney(driver)).toMatchObject({
    payments: ['captured'],
    reservations: ['active'],
    wallet: [15, -15],
  });
});

test('money that comes when the space is taken goes back to the card, and the driver reads so', async ({
  page,
  server,
}) => {
  const driver = await signInPayer(page, server, 'late');
  const rival = await createReadyDriver(server, 'rival');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-05')}`);
  await pay(page, 'Card');
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await endHold(server, driver);
  await book(rival, [{ zone: ZONE, space: 4, startsInHours: 0 }]);
  await decide(page, 'Approve');
  // The server may have sent it back already.
  await expect(page.getByText(/Your money is on its way back|went back to where it came from/).first()).toBeVisible();
  await workOnPayments(server);
  await page.reload();
  await expect(page.getByText('$15.00 went back to where it came from.')).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({ payments: ['refunded'], reservations: ['lapsed'], refunded: [15] });
});

test('a driver cancels what a card paid, and has the money on the card or in the wallet', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'cancels');
  const space = await findSpace(driver, ZONE, 'A-09');
  for (const where of [/^To my card/, /^To my wallet/]) {
    await page.goto(`/reserve/${space}`);
    await page.getByLabel('Date').fill(formatDayAhead(2));
    await pay(page, 'Card');
    await decide(page, 'Approve');
    await expect(page.getByText(CONFIRMED)).toBeVisible();
    await page.goto('/activity');
    await page.getByRole('button', { name: /^Cancel/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: where }).check();
    await dialog.getByRole('button', { name: 'Cancel reservation' }).click();
    await expect(page.getByText('Reservation cancelled successfully')).toBeVisible();
  }
  await workOnPayments(server);
  expect(await readMoney(driver)).toMatchObject({
    payments: ['refunded', 'captured'],
    reservations: ['cancelled', 'cancelled'],
    refunded: [15, 0],
  });
  await page.goto('/wallet');
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$15.00');
});
