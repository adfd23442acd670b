import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthError, server } from '../testing/fake-server.ts';
import { createSession, DRIVER, PASSWORD, type Person } from '../testing/people.ts';
import { expectPath, findToast, renderScreen, SESSION_KEY } from '../testing/render-screen.tsx';
import { createSpace } from '../testing/rows.ts';

const SENT = /^If .* has an account, a link to choose a new password is on its way\./;
const TOO_MANY_MAILS = 'For security purposes, you can only request this after 42 seconds.';
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

test('a wrong password is said in a toast and nothing typed is lost', async () => {
  const app = await visit('/login');
  await logIn(app, 'a-wrong-guess');
  expect(await screen.findByText('Invalid login credentials')).toBeVisible();
  expect(field('Email')).toHaveValue(DRIVER.email);
  await expectPath('/login');
});

test('an account that was not confirmed is told so', async () => {
  server.handle('POST /auth/v1/token', () => createAuthError(400, 'email_not_confirmed', 'Email not confirmed'));
  await logIn(await visit('/login'));
  expect(await findToast('Email not confirmed')).toBeVisible();
});

test('an empty form says what is missing beside each field', async () => {
  const { user } = await visit('/login');
  await user.click(await screen.findByRole('button', { name: 'Log In' }));
  expect(await screen.findByText('Enter your email address')).toBeVisible();
  expect(screen.getByText('Enter your password')).toBeVisible();
});

test('a visitor who opens a space logs in and is back at that space', async () => {
  const space = createSpace();
  server.rows('parking_spaces').push(space);
  const app = await visit(`/reserve/${space.id}`);
  await expectPath('/login');
  await logIn(app);
  await expectPath(`/reserve/${space.id}`);
  expect(await screen.findByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
});

test('a session is there after a reload, and in another tab', async () => {
  const space = createSpace();
  server.rows('parking_spaces').push(space);
  const { reload, open } = await renderScreen(`/reserve/${space.id}`);
  await reload();
  expect(await screen.findByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
  await open(`/reserve/${space.id}`);
  expect(await screen.findByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
});

test('an address the product does not have says so and leads home', async () => {
  const { user } = await visit('/nowhere');
  expect(await screen.findByText('Oops! Page not found')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Return to Home' }));
  await expectPath('/intro');
});

test('who guesses passwords is told how long to wait', async () => {
  server.handle('POST /auth/v1/token', () => {
    const isLimited = server.received('POST /auth/v1/token').length > 10;
    if (isLimited)
      return createAuthError(429, 'over_request_rate_limit', 'Request rate limit reached after 90 seconds');
    return createAuthError(400, 'invalid_credentials', 'Invalid login credentials');
  });
  const app = await visit('/login');
  await logIn(app, 'a-wrong-guess');
  for (let guess = 1; guess < 11; guess += 1) {
    await waitFor(() => expect(server.received('POST /auth/v1/token')).toHaveLength(guess));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Log In' })).toBeEnabled());
    await app.user.click(screen.getByRole('button', { name: 'Log In' }));
  }
  expect(await screen.findByText(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/)).toBeVisible();
});

test('who signs up twice at once is told how long to wait', async () => {
  const { user } = await visit('/signup');
  const signUp = async () => {
    await type('Email', 'twice@parqueo.test');
    await type('Password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  };
  server.handle('POST /auth/v1/signup', () => Response.json({ ...createSession(DRIVER).user, email: 'twice' }));
  await signUp();
  expect(await screen.findByText('One more step: confirm your email')).toBeVisible();
  server.handle('POST /auth/v1/signup', () => createAuthError(429, 'over_email_send_rate_limit', TOO_MANY_MAILS));
  await signUp();
  expect(
    await screen.findByText(/^Too many emails were asked for\. Please try again in \d+ seconds?\.$/),
  ).toBeVisible();
});

describe('a forgotten password', () => {
  const RECOVER = 'POST /auth/v1/recover';

  async function askForLink(email: string) {
    const { user } = await visit('/login');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await type('Email', email);
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    return user;
  }

  test('the answer is the same for an address without an account', async () => {
    server.handle(RECOVER, () => Response.json({}));
    await askForLink('nobody@parqueo.test');
    expect(await screen.findByText(SENT)).toBeVisible();
  });

  test('who asks for a second link at once is told how long to wait', async () => {
    server.handle(RECOVER, () => Response.json({}));
    const user = await askForLink('hasty@parqueo.test');
    expect(await screen.findByText(SENT)).toBeVisible();
    server.handle(RECOVER, () => createAuthError(429, 'over_email_send_rate_limit', TOO_MANY_MAILS));
    await user.click(screen.getByRole('button', { name: 'Send a new one' }));
    expect(
      await screen.findByText(/^Too many emails were asked for\. Please try again in \d+ seconds?\.$/),
    ).toBeVisible();
  });

  test('a link that leads elsewhere still leads to choosing a new password', async () => {
    await visit(`/map${landing('recovery')}`);
    await expectPath('/set-password');
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  test('an invited driver chooses a password first, wherever the link leads', async () => {
    await visit(`/map${landing('invite')}`);
    await expectPath('/set-password');
    expect(await screen.findByText(`For ${DRIVER.email}`)).toBeVisible();
  });

  test('nobody chooses a password who neither followed a link nor is signed in', async () => {
    await visit('/set-password');
    await expectPath('/login');
  });

  test('the password there is already is not taken as a new one, and says so beside the field', async () => {
    const sentence = 'New password should be different from the old password.';
    server.handle('PUT /auth/v1/user', () => createAuthError(422, 'same_password', sentence));
    const { user } = await visit(`/set-password${landing('recovery')}`);
    await type('New password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(field('New password')).toHaveAccessibleDescription(sentence));
  });
});

describe('a link that comes back with a code', () => {
  test('leads who forgot their password to choosing a new one', async () => {
    localStorage.setItem(VERIFIER_KEY, JSON.stringify(`${'v'.repeat(60)}/recovery`));
    server.handle('POST /auth/v1/token', () => Response.json(createSession(DRIVER)));
    await visit('/map?code=3c1f9e5c-8f0e-4f6d-9d0e-2f1f5b2a7c11');
    await expectPath('/set-password');
    expect(await screen.findByText(`For ${DRIVER.email}`)).toBeVisible();
  });

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

  test('of the same person is taken without a question', async () => {
    await renderScreen(`/settings${landing('email_change')}`);
    expect(await findToast('Your email address has been changed')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('tokens that are none of the service’s are refused with its reason', async () => {
  server.handle('GET /auth/v1/user', () => createAuthError(403, 'bad_jwt', 'invalid JWT: unable to parse'));
  await visit('/map#access_token=forged&refresh_token=r&expires_in=3600&token_type=bearer');
  expect(await screen.findByText(/^Authentication failed: invalid JWT/)).toBeVisible();
  await expectPath('/map');
});

test('half of what makes a session is refused', async () => {
  await visit('/map#access_token=forged');
  expect(await screen.findByText('Authentication failed: No session defined in URL')).toBeVisible();
  await expectPath('/map');
});

describe('a driver whom a provider sends back without a session reads why at the log-in screen', () => {
  const TOOK_TOO_LONG = 'The sign-in took too long or is over already. Please try again.';
  const UNVERIFIED = 'The provider gave no verified email address. Confirm it there, or log in another way.';

  test.each([
    ['they opened a callback a second time', 'bad_oauth_state', TOOK_TOO_LONG],
    ['the server does not remember the sign-in any more', 'bad_oauth_state', TOOK_TOO_LONG],
    ['the provider cannot be reached', 'unexpected_failure', 'The service cannot answer right now. Please try again.'],
    ['it is not set up', 'provider_disabled', 'This way to log in is not available'],
    ['the provider has not verified the address', 'provider_email_needs_verification', UNVERIFIED],
  ])('when %s', async (_, code, sentence) => {
    const values = { error: 'server_error', error_code: code, error_description: 'In the words of the service' };
    const { open } = await visit(`/login#${new URLSearchParams(values)}`);
    expect(await screen.findByText(`Authentication failed: ${sentence}`)).toBeVisible();
    await expectPath('/login');
    await open('/reservations');
    await expectPath('/login');
  });

  test('when they are suspended, in plain words, and how to reach the operator', async () => {
    server.config.support = { phone: '+1 809 555 0100' };
    await visit('/login#error=access_denied&error_code=user_banned&error_description=User+is+banned');
    expect(await findToast(`Authentication failed: ${SUSPENDED}`)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Call +1 809 555 0100' })).toBeVisible();
    await expectPath('/login');
  });
});

describe('a driver who was suspended', () => {
  const banned = () => createAuthError(400, 'user_banned', 'User is banned');

  test('is told so when they come back with a session that has to be renewed', async () => {
    server.handle('POST /auth/v1/token', banned);
    const session = { ...createSession(DRIVER), expires_at: 1 };
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
    await renderScreen('/reservations', { as: 'stored' });
    await expectPath('/login');
    expect(await screen.findByText(SUSPENDED)).toBeVisible();
  });

  test.each([
    [
      'come back',
      async () => {
        localStorage.setItem(SESSION_KEY, JSON.stringify({ ...createSession(DRIVER), expires_at: 1 }));
        await renderScreen('/reservations', { as: 'stored' });
      },
    ],
    ['log in', async () => logIn(await visit('/login'))],
  ])('can call the operator from the message when they %s', async (_, act) => {
    server.handle('POST /auth/v1/token', banned);
    server.config.support = { phone: '+1 809 555 0100' };
    await act();
    expect(await findToast(SUSPENDED)).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Call +1 809 555 0100' })).toHaveAttribute(
      'href',
      'tel:+18095550100',
    );
  });

  test('is told so when they log in', async () => {
    server.handle('POST /auth/v1/token', banned);
    await logIn(await visit('/login'));
    expect(await screen.findAllByText(SUSPENDED)).toHaveLength(1);
    await expectPath('/login');
  });
});
