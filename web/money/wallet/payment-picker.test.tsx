import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PaymentPicker } from '../../samples/sample-wallet.tsx';
import { readPreferredPayment } from '../payments/driver-payment.tsx';

test('a driver finds their choice again on this device', async () => {
  const { unmount } = render(<PaymentPicker userId="ana" />);
  await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }));
  unmount();

  render(<PaymentPicker userId="ana" />);

  expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  expect(readPreferredPayment('ana')).toBe('paypal');
  expect(readPreferredPayment('beto')).toBe('wallet');
});
