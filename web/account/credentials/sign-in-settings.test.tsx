import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createAuthError, server } from '../../testing/fake-server.ts';
import { createSession, DRIVER, PASSWORD } from '../../testing/people.ts';
import { expectPath, findToast, renderScreen } from '../../testing/render-screen.tsx';

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const expectDescription = (label: string, sentence: string) =>
  waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(sentence));

describe('another email address', () => {
  async function askForEmail(email: string) {
    const { user } = await renderScreen('/settings');
    await user.click(await screen.findByRole('button', { name: 'Change email' }));
    await type('New email', email);
    await user.click(screen.getByRole('button', { name: 'Send links' }));
  }

  test('is not taken when it is the one there is already, or none', async () => {
    await askForEmail(DRIVER.email.toUpperCase());
    await expectDescription('New email', 'This is the address you have already');
    await type('New email', 'nobody');
    await expectDescription('New email', 'Enter an email address such as name@example.com');
  });

  test('is refused beside the field when somebody else has it', async () => {
    const sentence = 'A user with this email address has already been registered';
    server.handle('PUT /auth/v1/user', () => createAuthError(422, 'email_exists', sentence));
    await askForEmail('other@parqueo.test');
    await expectDescription('New email', sentence);
    expect(screen.queryByText(/^Waiting for/)).toBeNull();
  });
});

describe('what a session alone may not do', () => {
  const NEEDED = () => createAuthError(400, 'reauthentication_needed', 'Give the current password first');
  const MOVE = 'PUT /auth/v1/user';
  let isProven = false;

  /** A server that wants a proof: the right password, or the code 123456 of a mail. */
  function askForProof(): void {
    isProven = false;
    server.handle('GET /auth/v1/reauthenticate', () => Response.json({}));
    server.handle(MOVE, ({ body }) => {
      const { current_password, nonce, email } = body as Record<string, string>;
      if (current_password !== undefined && current_password !== PASSWORD) {
        return createAuthError(400, 'current_password_invalid', 'Current password is incorrect.');
      }
      if (nonce !== undefined && nonce !== '123456') {
        return createAuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
      }
      isProven ||= Boolean(current_password || nonce);
      return email && !isProven ? NEEDED() : Response.json({ id: DRIVER.id, email: DRIVER.email, new_email: email });
    });
  }

  async function move() {
    askForProof();
    const { user } = await renderScreen('/settings');
    await user.click(await screen.findByRole('button', { name: 'Change email' }));
    await type('New email', 'next@parqueo.test');
    await user.click(screen.getByRole('button', { name: 'Send links' }));
    await screen.findByRole('heading', { name: 'Confirm that it is you' });
    return user;
  }
  const moves = () => server.received(MOVE).flatMap(({ body }) => (body as { email?: string }).email ?? []);

  test('is done once the password is right, and not before', async () => {
    const user = await move();
    await type('Current password', 'a-guess');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await expectDescription('Current password', 'This is not your current password');
    expect(moves()).toHaveLength(1);
    await type('Current password', PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(moves()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is done with a mailed code by whoever has no password', async () => {
    const user = await move();
    await user.click(screen.getByRole('button', { name: 'Mail me a code instead' }));
    await user.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456');
    await waitFor(() => expect(moves()).toHaveLength(2));
  });

  test('is not done when the person closes the question', async () => {
    const user = await move();
    await user.click(within(screen.getByRole('dialog', { name: 'Confirm that it is you' })).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByText('Confirm that it is you')).toBeNull());
    expect(moves()).toHaveLength(1);
    expect(screen.getByLabelText('New email')).toHaveValue('next@parqueo.test');
  });
});

describe('the second factor', () => {
  const FACTOR = { id: 'fac70000-0000-4000-8000-000000000001', factor_type: 'totp', status: 'verified' };
  const CODE = '123456';
  const prompt = () => screen.findByRole('heading', { name: 'Enter your code' });

  /** Lets the driver have a second factor that one code proves. */
  function addFactor(): void {
    server.people = [{ ...DRIVER, fields: { factors: [FACTOR] } }];
    const challenge = { id: 'cha11000-0000-4000-8000-000000000001', type: 'totp', expires_at: 9_999_999_999 };
    server.handle(`POST /auth/v1/factors/${FACTOR.id}/challenge`, () => Response.json(challenge));
    server.handle(`POST /auth/v1/factors/${FACTOR.id}/verify`, ({ body }) => {
      if ((body as { code: string }).code === CODE) {
        return Response.json(createSession(DRIVER, { factors: [FACTOR] }, 'aal2'));
      }
      return createAuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    });
  }

  const typeCode = async (user: Awaited<ReturnType<typeof renderScreen>>['user'], code: string) =>
    user.type(screen.getByRole('textbox', { name: '6-digit code' }), code);

  test('who gave only the password sees no screen, protected or not, until they show a code', async () => {
    addFactor();
    const { user, open } = await renderScreen('/reservations');
    for (const path of ['/reservations', '/settings', '/wallet', '/admin', '/map', '/set-password']) {
      await open(path);
      expect(await prompt()).toBeVisible();
      expect(screen.queryByRole('navigation')).toBeNull();
    }
    await open('/reservations');
    await prompt();
    await typeCode(user, CODE);
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    await expectPath('/reservations');
  });

  test('a recovery code opens the screens as well, however it is typed', async () => {
    addFactor();
    server.handle(`POST /auth/v1/factors/${FACTOR.id}/verify`, ({ body }) =>
      (body as { code: string }).code === 'abcde23456'
        ? Response.json(createSession(DRIVER, { factors: [FACTOR] }, 'aal2'))
        : createAuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
    );
    const { user } = await renderScreen('/reservations');
    await prompt();
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    const field = screen.getByRole('textbox', { name: 'Recovery code' });
    await user.type(field, 'abc{Enter}');
    expect(field).toHaveAccessibleDescription('Enter the 10 letters and digits');
    await user.clear(field);
    await user.type(field, 'abcde-23456{Enter}');
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
  });

  test('ten recovery codes are shown once it is on, and new ones after a question', async () => {
    const codes = Array.from({ length: 10 }, (_, index) => `abcde2345${'abcdefghjk'[index]}`);
    server.handle('POST /auth/v1/factors/recovery-codes/regenerate', () => Response.json({ total: 10, codes }));
    server.handle('GET /auth/v1/factors/recovery-codes', () => Response.json({ total: 10, remaining: 2 }));
    server.tables.user_settings = (server.tables.user_settings ?? []).map((row) => ({
      ...row,
      two_factor_enabled: true,
    }));
    const { user } = await renderScreen('/settings');
    expect(await screen.findByText('Only 2 left: create new ones')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New codes' }));
    expect(server.received('POST /auth/v1/factors/recovery-codes/regenerate')).toHaveLength(0);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'New codes' }));
    const shown = await screen.findByRole('dialog', { name: 'Your recovery codes' });
    expect(
      within(shown)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)[9],
    ).toBe('abcde-2345k');
    await user.click(within(shown).getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByText('abcde-2345k')).toBeNull());
  });

  test('a stranger’s one is taken off by the button behind the link of the mail, and not by the link', async () => {
    addFactor();
    const REMOVAL = 'POST /auth/v1/factors/removal';
    server.handle(REMOVAL, () => Response.json({}));
    const { user } = await renderScreen('/remove-factor#the-secret');
    const button = await screen.findByRole('button', { name: 'Turn off' });
    expect(server.received(REMOVAL)).toHaveLength(0);
    await user.click(button);
    await expectPath('/forgot-password');
    expect(server.received(REMOVAL).map(({ body }) => body)).toEqual([{ token: 'the-secret' }]);
    expect(await screen.findByText(/^Two-factor authentication is off, and every device was logged out/)).toBeVisible();
  });

  test('a link that was used already says so', async () => {
    server.handle('POST /auth/v1/factors/removal', () => createAuthError(403, 'otp_expired', 'Email link is invalid'));
    const { user } = await renderScreen('/remove-factor#old');
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText(/^This link was used already/)).toBeVisible();
    await expectPath('/remove-factor');
  });

  test('the way out of the prompt leads to the log-in screen and keeps other devices signed in', async () => {
    addFactor();
    const { user } = await renderScreen('/reservations');
    await prompt();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await expectPath('/login');
    await findToast('Successfully signed out');
    expect(server.received('POST /auth/v1/logout').map(({ url }) => url.search)).toEqual(['?scope=local']);
  });
});
