import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Credentials } from '../auth/data.ts';
import { AuthForm } from './auth-form.tsx';

/** The form, filled in, with a request that ends when the test says so. */
async function filledForm() {
  const requests: Credentials[] = [];
  const answer = Promise.withResolvers<boolean>();
  const onSubmit = vi.fn((credentials: Credentials) => {
    requests.push(credentials);
    return answer.promise;
  });
  render(<AuthForm submitLabel="Log In" password="current" onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Email'), 'ana@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  return { requests, answer };
}

describe('AuthForm', () => {
  it('is busy while the request is in flight, and a double click makes one request', async () => {
    const { requests, answer } = await filledForm();

    await userEvent.dblClick(screen.getByRole('button', { name: 'Log In' }));

    expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
    expect(requests).toEqual([{ email: 'ana@example.com', password: 'correct horse' }]);
    answer.resolve(false);
    expect(await screen.findByRole('button', { name: 'Log In' })).toBeEnabled();
  });

  it('keeps what was typed when the request fails', async () => {
    const { answer } = await filledForm();

    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    answer.resolve(false);
    await screen.findByRole('button', { name: 'Log In' });

    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  });

  it('empties only the password once it is used up', async () => {
    const { answer } = await filledForm();

    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    answer.resolve(true);
    await screen.findByRole('button', { name: 'Log In' });

    expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('asks for both fields beside them and sends nothing', async () => {
    const onSubmit = vi.fn();
    render(<AuthForm submitLabel="Sign Up" password="new" onSubmit={onSubmit} />);

    await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));

    expect(await screen.findByText('Enter your email address')).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows the password on demand', async () => {
    await filledForm();

    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));

    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    expect(screen.getByRole('button', { name: 'Hide password' })).toBeVisible();
  });
});
