import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { WalletRows } from './wallet-rows.tsx';

describe('WalletRows', () => {
  it.each(['Add Credit Card', 'Add PayPal', 'Get Paid', 'Payment History'])('says that %s is to come', (name) => {
    render(<WalletRows />);

    expect(screen.getByRole('button', { name: `${name} Soon` })).toHaveAttribute('aria-disabled', 'true');
  });
});
