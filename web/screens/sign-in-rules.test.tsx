import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createAuthError, server } from '../testing/fake-server.ts';
import { createSession, DRIVER, PASSWORD } from '../testing/people.ts';
import { expectPath, renderScreen, SESSION_KEY } from '../testing/render-screen.tsx';

// How people sign in as the operator decides, without sample data.

beforeEach(() => {
  server.config.samples = false;
});

const visit = (path: string, state?: object) => renderScreen(path, { as: null, ...(state ? { state } : {}) });
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const setRules = (rules: Partial<typeof server.signInSettings>) => Object.assign(server.signInSettings, rules);

test('a visitor sees the buttons of the providers that work, and none where there are none', async () => {
  setRules({ external: { google: true, apple: false, facebook: false } });
  const { reload } = await visit('/login');
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue with Apple' })).toBeNull();
  setRules({ external: { google: false, apple: false, facebook: false } });
  await reload();
  await screen.findByLabelText('Email');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull());
  expect(screen.queryByText('or continue with')).toBeNull();
});

test('a visitor finds the terms that the operator wrote, and no link to a text that is empty', async () => {
  Object.assign(server.rows('legal_texts')[0] ?? {}, { terms_text: 'Pay before you park.' });
  const { open } = await visit('/signup');
  expect(await screen.findByRole('link', { name: /^Terms/ })).toHaveAttribute('href', '/terms');
  expect(screen.queryByRole('link', { name: /^Privacy policy/ })).toBeNull();
  await open('/terms');
  expect(await screen.findByText('Pay before you park.')).toBeVisible();
});

const expire = (code = 'session_expired') =>
  server.handle('POST /auth/v1/token', () => createAuthError(400, code, 'Invalid Refresh Token'));

/** Makes the access token one that has to be refreshed. */
const age = () => {
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '');
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 1 }));
};

test.each([
  ['lasted as long as it may', 'session_expired'],
  ['was ended on another device', 'refresh_token_not_found'],
])('a driver whose session %s reads so, logs in again and is back at the same place', async (_, code) => {
  await renderScreen('/settings');
  await screen.findByRole('button', { name: 'Change password' });
  expire(code);
  age();
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await expectPath('/login');
  expect(
    await screen.findByText('Your session has ended. Log in again to go on.', { selector: 'h1 + p' }),
  ).toBeVisible();
  server.handle('POST /auth/v1/token', () => Response.json(createSession(DRIVER)));
  expect(await screen.findByLabelText('Email')).toHaveValue(DRIVER.email);
  await type('Password', PASSWORD);
  fireEvent.click(screen.getByRole('button', { name: 'Log In' }));
  await expectPath('/settings');
});

test('a driver who comes back to a session that was ended elsewhere finds their address filled in', async () => {
  expire('refresh_token_not_found');
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...createSession(DRIVER), expires_at: 1 }));
  await renderScreen('/settings', { as: 'stored' });
  await expectPath('/login');
  expect(await screen.findByLabelText('Email')).toHaveValue(DRIVER.email);
});
