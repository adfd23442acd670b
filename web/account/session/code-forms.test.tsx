import { AuthApiError } from '@supabase/supabase-js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FactorCodeForm } from './code-forms.tsx';

const field = () => screen.getByRole('textbox', { name: '6-digit code' });

test('the sixth digit sends the code, once', async () => {
  const onCode = vi.fn(async () => undefined);
  render(<FactorCodeForm submitLabel="Continue" onCode={onCode} />);
  await userEvent.click(field());
  await userEvent.keyboard('12345');
  expect(onCode).not.toHaveBeenCalled();
  await userEvent.keyboard('6');
  await vi.waitFor(() => expect(onCode.mock.calls).toEqual([['123456']]));
});

test('a person who enters too few digits reads it beside the field, and nothing is sent', async () => {
  const onCode = vi.fn(async () => undefined);
  render(<FactorCodeForm submitLabel="Continue" onCode={onCode} />);
  await userEvent.click(field());
  await userEvent.keyboard('123');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Enter the 6 digits');
  expect(onCode).not.toHaveBeenCalled();
});

test('a person who enters a wrong code reads it beside the empty, focused field', async () => {
  const wrong = new AuthApiError('Invalid TOTP code entered', 422, 'mfa_verification_failed');
  render(<FactorCodeForm submitLabel="Continue" onCode={() => Promise.reject(wrong)} />);
  await userEvent.click(field());
  await userEvent.keyboard('123456');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right, or was used already.');
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
});
