import { AuthApiError } from '@supabase/supabase-js';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { changePassword, requestNonce } from './credentials.ts';
import { NewPasswordForm } from './new-password-form.tsx';

// What the service does with them is covered by browser journeys and by its own tests.
vi.mock('./credentials.ts', () => ({ changePassword: vi.fn(), requestNonce: vi.fn() }));
vi.mock('../../data/sign-in-rules.ts', () => ({ useSignInRules: () => ({ data: undefined }) }));

const PASSWORD = 'a-battery-of-horses';
const onChanged = vi.fn();

beforeEach(() => {
  for (const mock of [vi.mocked(changePassword), vi.mocked(requestNonce), onChanged]) mock.mockReset();
  vi.mocked(changePassword).mockResolvedValue(undefined);
  vi.mocked(requestNonce).mockResolvedValue(undefined);
});

async function save(password: string): Promise<void> {
  render(<NewPasswordForm email="ana@parqueo.test" onChanged={onChanged} />);
  await userEvent.type(screen.getByLabelText('New password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
}

test('a person with a short password reads it beside the field, and nothing is sent', async () => {
  await save('1234567');
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('Use at least 8 characters');
  expect(changePassword).not.toHaveBeenCalled();
});

test('a person changes their password without a code where the service asks for none', async () => {
  await save(PASSWORD);
  expect(vi.mocked(changePassword).mock.calls).toEqual([[{ password: PASSWORD }]]);
  expect(onChanged).toHaveBeenCalledOnce();
});

test('a person is asked for the current password where the service wants it, until it is right', async () => {
  vi.mocked(changePassword)
    .mockRejectedValueOnce(new AuthApiError('required', 400, 'current_password_required'))
    .mockRejectedValueOnce(new AuthApiError('incorrect', 400, 'current_password_invalid'));
  await save(PASSWORD);
  const current = await screen.findByLabelText('Current password');
  expect(current).toHaveAccessibleDescription(/^Enter the password that you log in with now\./);
  await userEvent.type(current, 'a-guess');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await vi.waitFor(() => expect(current).toHaveAccessibleDescription('This is not your current password'));
  expect(onChanged).not.toHaveBeenCalled();
  await userEvent.clear(current);
  await userEvent.type(current, 'the-old-password');
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(vi.mocked(changePassword).mock.lastCall).toEqual([{ password: PASSWORD, current: 'the-old-password' }]);
});

test('a person who has to reauthenticate sends the mailed code with the same password', async () => {
  vi.mocked(changePassword).mockRejectedValueOnce(
    new AuthApiError('Password update requires reauthentication', 400, 'reauthentication_needed'),
  );
  await save(PASSWORD);
  await userEvent.click(await screen.findByRole('textbox', { name: 'Code from our email' }));
  expect(requestNonce).toHaveBeenCalledOnce();
  expect(onChanged).not.toHaveBeenCalled();
  await userEvent.keyboard('123456');
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(vi.mocked(changePassword).mock.lastCall).toEqual([{ password: PASSWORD, nonce: '123456' }]);
});
