import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
