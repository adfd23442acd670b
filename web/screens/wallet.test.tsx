import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPayment, servePayments, watchLeaving } from '../testing/fake-payments.ts';
import { server, setOnline } from '../testing/fake-server.ts';
import { DRIVER, PASSWORD } from '../testing/people.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';

test('a visitor is asked to log in before the wallet and the owner mode, and comes back', async () => {
  const { user, open } = await renderScreen('/owner', { as: null });
  await expectPath('/login');
  await open('/wallet');
  await expectPath('/login');
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: DRIVER.email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: PASSWORD } });
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await expectPath('/wallet');
});

test.each(['/wallet/add-card', '/wallet/add-paypal', '/wallet/get-paid', '/wallet/history'])(
  'nobody finds a screen at %s',
  async (path) => {
    await renderScreen(path, { as: null });
    expect(await screen.findByText('Oops! Page not found')).toBeVisible();
  },
);

test('a driver reads what owner mode will be, and the way back leads to the account', async () => {
  const { user } = await renderScreen('/owner');
  expect(await screen.findByRole('heading', { name: 'Owner mode' })).toBeVisible();
  expect(screen.getByText('Owner mode is not open yet')).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Back to account' })[0] as HTMLElement);
  await expectPath('/account');
});

describe('without sample data', () => {
  const addEntry = (amount: number, kind: string, fields: object = {}) => {
    const entries = server.rows('wallet_entries');
    const created_at = new Date(Date.now() - entries.length * 60_000).toISOString();
    const ids = { reservation_id: null, payment_id: null, actor_email: null };
    entries.push({
      id: crypto.randomUUID(),
      user_id: DRIVER.id,
      amount,
      kind,
      reason: null,
      created_at,
      ...ids,
      ...fields,
    });
  };

  beforeEach(() => servePayments({ balance: 37.5 }));

  test('a driver reads whose wallet it is before they add money', async () => {
    await renderScreen('/wallet');
    expect(await screen.findByText(`Wallet of ${DRIVER.email}`)).toBeVisible();
  });

  test('a driver reads their own balance, and no row that does nothing', async () => {
    await renderScreen('/wallet');
    expect(await screen.findByText('$37.50')).toBeVisible();
    expect(await screen.findByText('No money has moved yet')).toBeVisible();
    expect(screen.queryByText('Add Credit Card')).toBeNull();
    expect(screen.queryByText(/4242/)).toBeNull();
  });

  test('a balance that cannot be loaded is told, and tried again', async () => {
    const respond = server.failRequests('GET /rest/v1/profiles', 400, { code: 'XX000' });
    const { user } = await renderScreen('/wallet');
    expect(await screen.findByText('Failed to load your balance')).toBeVisible();
    respond();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$37.50')).toBeVisible();
  });

  test('offline a driver reads the balance that this device saw last, and when', async () => {
    const { open } = await renderScreen('/wallet');
    expect(await screen.findByText('$37.50')).toBeVisible();
    setOnline(false);
    await open('/wallet');
    expect(await screen.findByText(/^As of .* before you went offline/)).toBeVisible();
    expect(screen.getByText('$37.50')).toBeVisible();
    setOnline(true);
  });

  test('a driver tops up a suggested amount, or one of their own within the limits', async () => {
    const left = watchLeaving();
    const { user, open } = await renderScreen('/wallet');
    await user.click(await screen.findByRole('button', { name: 'Top up' }));
    await user.click(await screen.findByRole('radio', { name: 'Other' }));
    await user.type(screen.getByLabelText('Amount in $'), '3');
    await user.click(screen.getByRole('button', { name: 'Top up' }));
    expect(screen.getByLabelText('Amount in $')).toBeInvalid();
    expect(screen.getByText('Enter an amount from $5.00 to $10,000.00.')).toBeVisible();
    expect(server.received('POST /functions/v1/payments')).toEqual([]);
    await user.type(screen.getByLabelText('Amount in $'), '2.50');
    await user.click(screen.getByRole('button', { name: 'Top up $32.50' }));
    await waitFor(() => expect(left.form()).toMatchObject({ OrderNumber: 'PK1' }));
    expect(server.rows('payments')).toMatchObject([{ purpose: 'top_up', method: 'card', amount: 32.5 }]);

    await open('/wallet');
    await user.click(await screen.findByRole('button', { name: 'Top up' }));
    await user.click(await screen.findByRole('radio', { name: '$10.00' }));
    await user.click(screen.getByRole('radio', { name: /^PayPal/ }));
    await user.click(screen.getByRole('button', { name: 'Top up $10.00' }));
    await waitFor(() => expect(left.link()).not.toBeNull());
    expect(server.rows('payments')[1]).toMatchObject({ method: 'paypal', amount: 10 });
  });

  test('a driver sees what moved their money, a kind of it, and its details', async () => {
    const payment = addPayment({ state: 'captured', served: true });
    addEntry(-15, 'reservation');
    addEntry(-15, 'refund_requested', { reason: 'Space out of service' });
    addEntry(20, 'payment', { payment_id: payment.id });
    const { user } = await renderScreen('/wallet');
    expect(await screen.findByRole('button', { name: /Reservation.*−\$15.00/ })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Show'), 'Refunds');
    await user.click(await screen.findByRole('button', { name: /Sent back to card or PayPal/ }));
    expect(await screen.findByText('Space out of service')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.selectOptions(screen.getByLabelText('Show'), 'Payments in');
    await user.click(await screen.findByRole('button', { name: /Payment in.*\+\$20.00/ }));
    expect(await screen.findByText(String(server.rows('wallet_entries')[2]?.id))).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'See the payment' }));
    await expectPath(`/payment/${payment.id}`);
    expect(await screen.findByText('Wallet topped up')).toBeVisible();
  });

  test('a long history comes page by page', async () => {
    for (let number = 25; number > 0; number -= 1) addEntry(number, 'payment');
    server.servePages('wallet_entries', server.rows('wallet_entries'));
    const { user } = await renderScreen('/wallet');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('button', { name: /\+\$1.00/ })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /Payment in/ })).toHaveLength(25);
  });

  test('a driver removes a saved card after a question', async () => {
    const card = { id: crypto.randomUUID(), user_id: DRIVER.id, brand: 'Visa', last4: '1732', expires: '209912' };
    server.rows('saved_cards').push(card);
    const { user } = await renderScreen('/wallet');
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ···· 1732' }));
    expect(await screen.findByText(/AZUL keeps the card's token/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText(/No card is saved/)).toBeVisible();
    expect(server.rows('saved_cards')).toEqual([]);
  });

  test('a card that the database keeps is told, and one that is gone already is no error', async () => {
    const card = { id: crypto.randomUUID(), user_id: DRIVER.id, brand: 'Visa', last4: '1732', expires: '209912' };
    server.rows('saved_cards').push(card);
    server.handle('DELETE /rest/v1/saved_cards', () => Response.json([]));
    const { user } = await renderScreen('/wallet');
    await user.click(await screen.findByRole('button', { name: 'Remove Visa ···· 1732' }));
    await user.click(await screen.findByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText('Failed to remove the card')).toBeVisible();
    server.rows('saved_cards').length = 0;
    await user.click(screen.getByRole('button', { name: 'Remove card' }));
    expect(await screen.findByText(/No card is saved/)).toBeVisible();
  });

  test('without a way to the provider a driver reads so, tries again, and removes a card all the same', async () => {
    const card = { id: crypto.randomUUID(), user_id: DRIVER.id, brand: 'Visa', last4: '1732', expires: '209912' };
    server.rows('saved_cards').push(card);
    const respond = server.failRequests('GET /functions/v1/payments/methods', 503, { code: 'XX000' });
    const { user } = await renderScreen('/wallet');
    expect(await screen.findByText(/^Card and PayPal cannot be reached/)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Remove Visa ···· 1732' })).toBeVisible();
    respond();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Top up' })).toBeVisible();
  });

  test('where no card is taken and none is saved, none is listed', async () => {
    servePayments({ methods: ['paypal'] });
    await renderScreen('/wallet');
    expect(await screen.findByRole('button', { name: 'Top up' })).toBeVisible();
    expect(screen.queryByText('Saved cards')).toBeNull();
  });

  test('where the operator charges nothing here, nobody can top up', async () => {
    Object.assign(server.rows('installation_settings')[0] ?? {}, { charges_drivers: false });
    await renderScreen('/wallet');
    expect(await screen.findByText('No money has moved yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Top up' })).toBeNull();
  });
});
