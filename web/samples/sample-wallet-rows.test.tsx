import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SampleWalletRows } from './sample-wallet.tsx';

test.each(['Add Credit Card', 'Add PayPal', 'Get Paid', 'Payment History'])(
  'a driver reads that %s comes soon',
  (name) => {
    render(<SampleWalletRows />);

    expect(screen.getByRole('button', { name: `${name} Soon` })).toHaveAttribute('aria-disabled', 'true');
  },
);
