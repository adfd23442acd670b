import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Credentials } from '../data.ts';
import { AuthForm, correctEmail } from './auth-form.tsx';

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

test('a person who double-clicks sends one request, and the form is busy meanwhile', async () => {
  const { requests, answer } = await filledForm();

  await userEvent.dblClick(screen.getByRole('button', { name: 'Log In' }));

  expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  expect(requests).toEqual([{ email: 'ana@example.com', password: 'correct horse' }]);
  answer.resolve(false);
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeEnabled();
});

test('a person has only the password cleared after it was used', async () => {
  const { answer } = await filledForm();

  await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
  answer.resolve(true);
  await screen.findByRole('button', { name: 'Log In' });

  expect(screen.getByLabelText('Email')).toHaveValue('ana@example.com');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@hotmail.con', 'ana@hotmail.com'],
  ['ana@gmail.com', null],
  ['ana@ymail.com', null],
  ['ana@parqueo.do', null],
  ['ana', null],
])('for %s the address that was probably meant is %s', (typed, meant) => {
  expect(correctEmail(typed)).toBe(meant);
});
