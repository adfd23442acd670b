import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { readPreferredPayment } from '../money/payments/driver-payment.tsx';
import { loadConversations } from './sample-conversations.ts';
import { SampleChat } from './sample-messages.tsx';
import { PaymentPicker } from './sample-wallet.tsx';

const Opened = ({ id }: { id: string }) => (
  <MemoryRouter>
    <SampleChat userId="ana" id={id} />
  </MemoryRouter>
);

const log = () => screen.getByRole('log', { name: 'Messages with Parqueo Support' });
const field = () => screen.getByRole('textbox', { name: 'Message' });
const texts = () => within(log()).getAllByRole('listitem');

test('a person finds their message on the next visit, and nobody else does', async () => {
  const { unmount } = render(<Opened id="support" />);
  await userEvent.type(field(), 'Hello{Enter}');
  unmount();

  render(<Opened id="support" />);

  expect(texts()).toHaveLength(4);
  expect(loadConversations('beto')[0]?.messages).toHaveLength(3);
});

test('a driver finds their choice again on this device', async () => {
  const { unmount } = render(<PaymentPicker userId="ana" />);
  await userEvent.click(screen.getByRole('radio', { name: 'PayPal' }));
  unmount();

  render(<PaymentPicker userId="ana" />);

  expect(screen.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  expect(readPreferredPayment('ana')).toBe('paypal');
  expect(readPreferredPayment('beto')).toBe('wallet');
});
