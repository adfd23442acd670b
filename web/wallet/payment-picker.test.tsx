import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PaymentPicker } from './payment-picker.tsx';
import { readPreferredPayment } from './preferred-payment.ts';

describe('PaymentPicker', () => {
  it('offers Credit Card, Wallet and PayPal, and starts with the wallet', () => {
    render(<PaymentPicker userId="ana" />);

    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'credit',
      'wallet',
      'paypal',
    ]);
    expect(screen.getByRole('radio', { name: 'Wallet' })).toBeChecked();
  });

  it('remembers the choice for this person on this device', async () => {
    const { unmount } = render(<PaymentPicker userId="ana" />);
    await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }));
    unmount();

    render(<PaymentPicker userId="ana" />);

    expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    expect(readPreferredPayment('ana')).toBe('paypal');
    expect(readPreferredPayment('beto')).toBe('wallet');
  });

  it('starts with the wallet when what is kept is no way to pay', () => {
    localStorage.setItem('parqueo.payment-method.ana', '"cash"');

    expect(readPreferredPayment('ana')).toBe('wallet');
  });
});
