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
});
