import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AuthForm, correctEmail } from './auth-form.tsx';
import type { Credentials } from './session.ts';

test('a person who double-clicks sends one request, and the form is busy meanwhile', async () => {
  const answer = Promise.withResolvers<undefined>();
  const onSubmit = vi.fn((_credentials: Credentials) => answer.promise);
  render(<AuthForm submitLabel="Log In" password="current" onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Email'), 'ana@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');

  await userEvent.dblClick(screen.getByRole('button', { name: 'Log In' }));

  expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  expect(onSubmit.mock.calls).toEqual([[{ email: 'ana@example.com', password: 'correct horse' }]]);
  answer.resolve(undefined);
  expect(await screen.findByRole('button', { name: 'Log In' })).toBeEnabled();
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
