import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createAuthError, server } from '../../testing/fake-server.ts';
import { createSession, DRIVER } from '../../testing/people.ts';
import { expectPath, renderScreen } from '../../testing/render-screen.tsx';

const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const expectDescription = (label: string, sentence: string) =>
  waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(sentence));

describe('another email address', () => {
  async function askForEmail(email: string, submitLabel = 'Send links') {
    const { user } = await renderScreen('/settings');
    await user.click(await screen.findByRole('button', { name: 'Change email' }));
    await type('New email', email);
    await user.click(screen.getByRole('button', { name: submitLabel }));
    return user;
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

describe('a change of address that waits to be confirmed', () => {
  const NEW = 'new@parqueo.test';
  const codeField = () => screen.findByRole('textbox', { name: '6-digit code' });
  const setAccount = (email: string, fields: object = {}) => {
    server.people = [{ ...DRIVER, email, fields }];
  };

  /** Lets each mailbox confirm with its own code; the second one completes the change. */
  function acceptCodes(codes: Record<string, string>): void {
    const confirmed = new Set<string>();
    server.handle('POST /auth/v1/verify', ({ body }) => {
      const { email, token, type } = body as { email: string; token: string; type: string };
      if (type !== 'email_change' || codes[email] !== token) {
        return createAuthError(403, 'otp_expired', 'Token has expired or is invalid');
      }
      confirmed.add(email);
      if (confirmed.size < Object.keys(codes).length) return Response.json({ msg: 'accepted', code: '200' });
      setAccount(NEW);
      return Response.json(createSession({ ...DRIVER, email: NEW }));
    });
  }

  async function openCodes() {
    setAccount(DRIVER.email, { new_email: NEW });
    const { user } = await renderScreen('/settings');
    await user.click(await screen.findByRole('button', { name: 'Enter code' }));
    return user;
  }

  test('says beside the field that a code is wrong', async () => {
    acceptCodes({ [NEW]: '111111', [DRIVER.email]: '222222' });
    const user = await openCodes();
    await user.type(await codeField(), '222222');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This code is not right or has expired. Enter the one from our newest email.',
    );
    expect(await codeField()).toHaveValue('');
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

  test('the way out of the prompt leads to the log-in screen and keeps other devices signed in', async () => {
    addFactor();
    const { user } = await renderScreen('/reservations');
    await prompt();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await expectPath('/login');
    expect(await screen.findByText('Successfully signed out')).toBeVisible();
    expect(server.received('POST /auth/v1/logout').map(({ url }) => url.search)).toEqual(['?scope=local']);
  });

  test('a setup that is left half way changes nothing, and can be begun again', async () => {
    const started: object[] = [];
    server.handle('POST /auth/v1/factors', () => {
      const factor = { ...FACTOR, status: 'unverified' };
      server.people = [{ ...DRIVER, fields: { factors: [factor] } }];
      started.push(factor);
      const totp = { qr_code: '<svg/>', secret: 'SECRET', uri: 'otpauth://totp/Parqueo' };
      return Response.json({ ...factor, type: 'totp', totp });
    });
    server.handle(`DELETE /auth/v1/factors/${FACTOR.id}`, () => Response.json({ id: FACTOR.id }));
    const { user } = await renderScreen('/settings');
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Off')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(started).toHaveLength(2);
  });
});
