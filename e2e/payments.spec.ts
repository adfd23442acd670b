import { addVehicle, endReservation, fillWallet, formatDayAhead } from './bookings.ts';
import { ADMIN, createPerson, expect, findMail, type Person, signIn, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import {
  decide,
  endHold,
  findSpace,
  pay,
  readMoney,
  readWarnings,
  setFaults,
  signInPayer,
  workOnPayments,
} from './simulated-payments.ts';

// The product as an operator runs it, with the payment simulator in the place of AZUL and PayPal, and another currency.
test.use({ serverEnv: { SAMPLES: 'off' } });

const ZONE = 'Kennedy–Lincoln';
const HOUR_MS = 3_600_000;
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
  await endReservation(driver, reservation.id, 'completed');
  // The server does it every 30 seconds.
  await runAsOwner(server, (sql) => sql`select public.run_due_work()`);
  await page.goto('/reservations?tab=past');
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt 000001' });
  await expect(receipt).toContainText('Total paid$15.00');
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toContainText('Tax (ITBIS 18%)$2.29');
  for (const name of ['Print', 'Share']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  expect((await findMail(server, driver.email, /Receipt 000001/)).text).toContain('$15.00');
});

test('a driver whose card is declined pays the same reservation with PayPal', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'declined');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-02')}`);
  await page.getByRole('button', { name: '+1h, add 1 hour' }).click();
  await pay(page, 'Card');
  await decide(page, 'Not enough money');
  await expect(page.getByText('The payment was not approved')).toBeVisible();
  await expect(page.getByText(/not enough money on this card/)).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByLabel('Duration (hours)')).toHaveValue('4');
  await pay(page, 'PayPal');
  await decide(page, 'Approve');
  await expect(page.getByText(CONFIRMED)).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({
    payments: ['declined', 'captured'],
    reservations: ['lapsed', 'active'],
    wallet: [20, -20],
  });
});

test('a driver who leaves the payment finds the space free, and pays after all', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'left');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-03')}`);
  await pay(page, 'Card');
  await decide(page, 'Leave');
  await expect(page.getByText('You left the payment')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByText('Free at this time')).toBeVisible();
  await pay(page, 'Card');
  await decide(page, 'Return twice');
  await expect(page.getByText(CONFIRMED)).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({
    payments: ['abandoned', 'captured'],
    reservations: ['lapsed', 'active'],
    wallet: [15, -15],
  });
});

test('a driver who never comes back has the reservation, as the server asks AZUL', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'never');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-04')}`);
  await pay(page, 'Card');
  await decide(page, 'Never return');
  await expect(page.getByText('This browser does not go back. Close this page.')).toBeVisible();
  await page.close();
  expect(await readMoney(driver)).toMatchObject({ payments: ['pending'], reservations: ['held'], wallet: [] });
  await workOnPayments(server);
  expect(await readMoney(driver)).toMatchObject({
    payments: ['captured'],
    reservations: ['active'],
    wallet: [15, -15],
  });
});

/** Somebody else parks there from now on. */
async function takeSpace(person: Person, space: string, vehicle: string): Promise<void> {
  const reservation = {
    user_id: person.id,
    parking_space_id: space,
    status: 'active',
    vehicle_id: vehicle,
    payment_method: 'wallet',
  };
  const [start, end] = [new Date(), new Date(Date.now() + HOUR_MS)].map((time) => time.toISOString());
  await person.client
    .from('reservations')
    .insert({ ...reservation, start_time: start, end_time: end })
    .throwOnError();
}

test('money that comes when the space is taken goes back to the card, and the driver reads so', async ({
  page,
  server,
}) => {
  const [driver, rival] = [await signInPayer(page, server, 'late'), await createPerson(server, 'rival')];
  await fillWallet(server, rival);
  const space = await findSpace(driver, ZONE, 'A-05');
  await page.goto(`/reserve/${space}`);
  await pay(page, 'Card');
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  await endHold(server, driver);
  await takeSpace(rival, space, await addVehicle(rival));
  await decide(page, 'Approve');
  // The server may have sent it back already.
  await expect(page.getByText(/Your money is on its way back|went back to where it came from/).first()).toBeVisible();
  await workOnPayments(server);
  await page.reload();
  await expect(page.getByText('$15.00 went back to where it came from.')).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({ payments: ['refunded'], reservations: ['lapsed'], refunded: [15] });
});

test('returns that somebody altered credit nothing but what AZUL took', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'altered');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-06')}`);
  await test.step('a decline with another signature is a decline', async () => {
    await setFaults(server, 'next', 'return-altered-hash', 'return-declined-to-approved');
    await pay(page, 'Card');
    await decide(page, 'Decline');
    await expect(page.getByText('The payment was not approved')).toBeVisible();
    expect(await readMoney(driver)).toMatchObject({ payments: ['declined'], reservations: ['lapsed'], wallet: [] });
  });
  await test.step('an approval with another amount counts for its own', async () => {
    await page.getByRole('link', { name: 'Try again' }).click();
    await pay(page, 'Card');
    await decide(page, 'Return with another amount');
    await expect(page.getByText(CONFIRMED)).toBeVisible();
    expect(await readMoney(driver)).toMatchObject({ payments: ['declined', 'captured'], wallet: [15, -15] });
  });
  expect(await readWarnings(server)).toEqual(['bad-signature', 'bad-signature']);
});

test('notices of PayPal that come before the browser, and twice, are one payment', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'notices');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-07')}`);
  await setFaults(server, 'next', 'webhook-before-browser', 'webhook-duplicated');
  await pay(page, 'PayPal');
  await decide(page, 'Approve');
  await expect(page.getByText(CONFIRMED)).toBeVisible();
  expect(await readMoney(driver)).toMatchObject({
    payments: ['captured'],
    reservations: ['active'],
    wallet: [15, -15],
  });
});

test.describe('while PayPal cannot be reached', () => {
  test.use({ expectedErrors: [/status of 409 .*\/functions\/v1\/payments/] });

  test('a driver is told, the space is free again, and nothing that was filled in is lost', async ({
    page,
    server,
  }) => {
    const driver = await signInPayer(page, server, 'down');
    await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-08')}`);
    await page.getByRole('button', { name: '+1h, add 1 hour' }).click();
    await setFaults(server, 'every', 'host-down');
    await pay(page, 'PayPal');
    await expect(page.getByText('The payment service cannot be reached').first()).toBeVisible();
    expect(await readMoney(driver)).toMatchObject({ reservations: ['lapsed'], wallet: [] });
    await setFaults(server, 'every');
    await expect(page.getByLabel('Duration (hours)')).toHaveValue('4');
    await pay(page, 'PayPal');
    await decide(page, 'Approve');
    await expect(page.getByText(CONFIRMED)).toBeVisible();
    expect((await readMoney(driver)).reservations).toEqual(['lapsed', 'active']);
  });
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

test('an operator gives a part of a reservation back to the card', async ({ page, server }) => {
  const driver = await signInPayer(page, server, 'partly');
  await page.goto(`/reserve/${await findSpace(driver, ZONE, 'A-09')}`);
  await pay(page, 'Card');
  await decide(page, 'Approve');
  await expect(page.getByText(CONFIRMED)).toBeVisible();

  await signIn(page, ADMIN.email, ADMIN.password);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/admin?tab=reservations&q=${encodeURIComponent(driver.email)}`);
  await page.getByRole('button', { name: /^Payment and history of the reservation/ }).click();
  await page.getByRole('button', { name: 'Give money back' }).click();
  const form = page.getByRole('dialog', { name: 'Give money back' });
  await form.getByRole('radio', { name: /^To the card or PayPal/ }).check();
  await form.getByLabel(/^Amount/).fill('5.00');
  await form.getByLabel(/^Reason/).fill('The gate was broken');
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByText('$5.00 given back')).toBeVisible();
  await workOnPayments(server);
  expect(await readMoney(driver)).toMatchObject({
    payments: ['partly_refunded'],
    reservations: ['active'],
    refunded: [5],
  });
});
