import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
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
  beforeEach(() => {
    server.config.samples = false;
    Object.assign(server.rows('profiles')[0] ?? {}, { wallet_balance: 37.5 });
  });

  test('a driver reads their own balance, and no row that does nothing', async () => {
    await renderScreen('/wallet');
    expect(await screen.findByText('$37.50')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
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
});
