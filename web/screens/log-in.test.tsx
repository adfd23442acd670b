import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthError, server } from '../testing/fake-server.ts';
import { createSession, DRIVER, PASSWORD, type Person } from '../testing/people.ts';
import { expectPath, renderScreen, SESSION_KEY } from '../testing/render-screen.tsx';

const SUSPENDED = 'Your account is suspended. Please contact support.';
const VERIFIER_KEY = `${SESSION_KEY}-code-verifier`;

const visit = (path: string) => renderScreen(path, { as: null });
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const field = (label: string) => screen.getByLabelText(label);

async function logIn({ user }: Awaited<ReturnType<typeof visit>>, password = PASSWORD): Promise<void> {
  await type('Email', DRIVER.email);
  await type('Password', password);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

/** The fragment that a mailed link or a provider sends the browser back with, for the driver. */
function landing(type: string, person = DRIVER): string {
  const { access_token, refresh_token, expires_in, expires_at } = createSession(person);
  const values = { access_token, refresh_token, expires_in, expires_at, token_type: 'bearer', type };
  return `#${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`;
}

test('a wrong password is said in a toast and at its field, and nothing typed is lost', async () => {
  const app = await visit('/login');
  await logIn(app, 'a-wrong-guess');
  expect(await screen.findByText('Invalid login credentials')).toBeVisible();
  expect(field('Password')).toHaveAccessibleDescription('Check your email and your password.');
  expect(field('Password')).toHaveFocus();
  expect(field('Email')).toHaveValue(DRIVER.email);
  await expectPath('/login');
});

describe('a forgotten password', () => {
  test('a link that leads elsewhere still leads to choosing a new password', async () => {
    await visit(`/map${landing('recovery')}`);
    await expectPath('/set-password');
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  test('nobody chooses a password who neither followed a link nor is signed in', async () => {
    await visit('/set-password');
    await expectPath('/login');
  });
});

describe('a link that comes back with a code', () => {
  test('in another browser says why nobody is signed in, and who logs in goes on from there', async () => {
    const app = await visit('/reservations?code=3c1f9e5c-8f0e-4f6d-9d0e-2f1f5b2a7c11');
    expect(
      await screen.findByText(
        'Authentication failed: This link works only in the browser that asked for it. Please log in here.',
      ),
    ).toBeVisible();
    await expectPath('/login');
    await logIn(app);
    await expectPath('/reservations');
  });

  test('is refused when the code was made up or used, and who is signed in stays so', async () => {
    localStorage.setItem(VERIFIER_KEY, JSON.stringify('v'.repeat(60)));
    server.handle('POST /auth/v1/token', () => createAuthError(404, 'flow_state_not_found', 'invalid flow state'));
    await renderScreen('/reservations?code=3c1f9e5c-8f0e-4f6d-9d0e-2f1f5b2a7c11');
    expect(
      await screen.findByText(
        'Authentication failed: This sign-in was used already or has expired. Please start again.',
      ),
    ).toBeVisible();
    await expectPath(/^\/reservations$/);
  });
});

describe('a link with the session of somebody else', () => {
  const OTHER: Person = { id: '7c3f5a1e-2b64-4e0f-8a51-9d7e6f5a4b33', email: 'thief@parqueo.test' };
  const readOwner = () => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')?.user?.email;
  const findQuestion = () => screen.findByRole('dialog', { name: 'This link is of another account' });

  beforeEach(() => {
    server.people.push(OTHER);
  });

  test.each(['magiclink', 'recovery'])('asks who is signed in, and who stays is still there (%s)', async (type) => {
    const { user, reload } = await renderScreen(`/account${landing(type, OTHER)}`);
    const question = await findQuestion();
    expect(question).toHaveTextContent(`You are logged in as ${DRIVER.email}.`);
    expect(question).toHaveTextContent(`logs you in as ${OTHER.email}.`);
    expect([window.location.hash, readOwner()]).toEqual(['', DRIVER.email]);
    await user.click(screen.getByRole('button', { name: `Stay ${DRIVER.email}` }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await reload();
    expect(await screen.findByText(DRIVER.email)).toBeVisible();
    expect(readOwner()).toBe(DRIVER.email);
  });

  test('signs in the other person when the one who is signed in says so', async () => {
    server.handle('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
    const { user } = await renderScreen(`/account${landing('recovery', OTHER)}`);
    await findQuestion();
    await user.click(screen.getByRole('button', { name: `Log in as ${OTHER.email}` }));
    await expectPath('/set-password');
    expect(await screen.findByText(`For ${OTHER.email}`)).toBeVisible();
    expect(readOwner()).toBe(OTHER.email);
  });

  test('is refused with a forged token', async () => {
    await renderScreen('/account#access_token=forged&refresh_token=r&expires_in=3600&token_type=bearer');
    expect(await screen.findByText(/^Authentication failed: /)).toBeVisible();
    expect(readOwner()).toBe(DRIVER.email);
  });

  test('is nothing where its tokens are in the query', async () => {
    await renderScreen(`/account?${landing('magiclink', OTHER).slice(1)}`);
    expect(await screen.findByText(DRIVER.email)).toBeVisible();
    expect(readOwner()).toBe(DRIVER.email);
  });
});

test('a driver whom a provider sends back without a session reads why at the log-in screen', async () => {
  const { open } = await visit('/login#error=server_error&error_code=unexpected_failure&error_description=Oops');
  const sentence = 'Authentication failed: The service cannot answer right now. Please try again.';
  expect(await screen.findByText(sentence)).toBeVisible();
  await expectPath('/login');
  await open('/reservations');
  await expectPath('/login');
});

const banned = () => createAuthError(400, 'user_banned', 'User is banned');

test('a driver who was suspended is told so when they come back with a session that has to be renewed', async () => {
  server.handle('POST /auth/v1/token', banned);
  const session = { ...createSession(DRIVER), expires_at: 1 };
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  await renderScreen('/reservations', { as: 'stored' });
  await expectPath('/login');
  expect(await screen.findByText(SUSPENDED)).toBeVisible();
});
