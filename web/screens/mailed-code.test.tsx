import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthError, server } from '../testing/fake-server.ts';
import { createSession, DRIVER, PASSWORD, type Person } from '../testing/people.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createSpace } from '../testing/rows.ts';

const VERIFY = 'POST /auth/v1/verify';
const LINK_USED = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
const USED = 'This link was used already or has expired. The code in the same email may still work.';
const CODE = '123456';

type App = Awaited<ReturnType<typeof renderScreen>>;

const visit = (path: string) => renderScreen(path, { as: null });
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const codeField = () => screen.findByRole('textbox', { name: '6-digit code' });
const enterCode = async ({ user }: App, code = CODE) => user.type(await codeField(), code);
const readBodies = (route: string) => server.received(route).map(({ body }) => body);

/** Accepts the right code, whatever it is for, and signs the person in. */
function acceptCode(person: Person = DRIVER, fields: object = {}): void {
  server.people = [{ ...person, fields }];
  server.handle(VERIFY, ({ body }) =>
    (body as { token: string }).token === CODE
      ? Response.json(createSession(person, fields))
      : createAuthError(403, 'otp_expired', 'Token has expired or is invalid'),
  );
}

const samePassword = () => createAuthError(422, 'same_password', 'New password should be different.');

beforeEach(() => {
  acceptCode();
  server.handle('POST /auth/v1/signup', () => Response.json(createSession(DRIVER).user));
  server.handle('PUT /auth/v1/user', samePassword);
});

async function signUp({ user }: App): Promise<void> {
  await screen.findByRole('heading', { name: 'Create Account' });
  await type('Email', DRIVER.email);
  await type('Password', PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  await codeField();
}

describe('after a sign-up', () => {
  test('the account of this very sign-up has its password already, and is not asked to change it', async () => {
    const app = await visit('/signup');
    await signUp(app);
    const [signedUp] = readBodies('POST /auth/v1/signup') as { data: object }[];
    server.handle(VERIFY, () => {
      const session = createSession(DRIVER);
      return Response.json({ ...session, user: { ...session.user, user_metadata: signedUp?.data } });
    });
    await enterCode(app);
    await expectPath('/map');
    expect(readBodies('PUT /auth/v1/user')).toEqual([]);
  });

  test('the driver’s own password counts, also when a stranger signed up after them', async () => {
    server.handle('PUT /auth/v1/user', () => Response.json(createSession(DRIVER).user));
    const app = await visit('/signup');
    await signUp(app);
    await enterCode(app);
    await waitFor(() => expect(readBodies('PUT /auth/v1/user')).toMatchObject([{ password: PASSWORD }]));
    await expectPath('/map');
  });

  test('a reload keeps the step of the code, after which a password that a stranger’s sign-up removed is chosen', async () => {
    const app = await visit('/signup');
    await signUp(app);
    await app.reload();
    await enterCode(app);
    await expectPath('/set-password');
    expect(readBodies('PUT /auth/v1/user')).toEqual([]);
  });

  test('who logs in before confirming enters the code there', async () => {
    server.handle('POST /auth/v1/token', () => createAuthError(400, 'email_not_confirmed', 'Email not confirmed'));
    const app = await visit('/login');
    await type('Email', DRIVER.email);
    await type('Password', PASSWORD);
    await app.user.click(screen.getByRole('button', { name: 'Log In' }));
    await enterCode(app);
    await expectPath('/map');
  });
});

test('a link that was used or has expired says so and asks for the code, which leads to choosing a password', async () => {
  const app = await visit(`/set-password${LINK_USED}`);
  expect(await screen.findByText(USED)).toBeVisible();
  await expectPath('/enter-code?for=password');
  await type('Email', DRIVER.email);
  await enterCode(app);
  await expectPath('/set-password');
  expect(readBodies(VERIFY)).toMatchObject([{ email: DRIVER.email, token: CODE, type: 'recovery' }]);
});

describe('a visitor who chose a space and signs up for it', () => {
  const space = createSpace();
  const SIGNED_IN = `#${new URLSearchParams(
    Object.entries({ ...createSession(DRIVER), user: '', type: 'signup' }).map(([name, value]) => [name, `${value}`]),
  )}`;

  async function chooseAndSignUp(): Promise<App> {
    server.rows('parking_spaces').push(space);
    const app = await visit(`/reserve/${space.id}?hours=2`);
    await app.user.click(await screen.findByRole('link', { name: "Don't have an account? Sign Up" }));
    await signUp(app);
    return app;
  }

  test('reads where they will reserve', async () => {
    server.rows('parking_spaces').push(space);
    const zone = { id: 'naco', name: 'Malecón', address: 'Malecón 1', pricePerHour: 5 };
    await renderScreen(`/reserve/${space.id}`, { as: null, state: { space, zone } });
    expect(await screen.findByText('Create your account to reserve in Malecón')).toBeVisible();
    await expectPath('/signup');
  });

  test('is back at it with the mailed link in another tab of the browser, once', async () => {
    const app = await chooseAndSignUp();
    const [request] = server.received('POST /auth/v1/signup');
    expect(request?.url.searchParams.get('redirect_to')).toMatch(/\/map$/);
    await app.open(`/map${SIGNED_IN}`);
    await expectPath(`/reserve/${space.id}?hours=2`);
    await app.open(`/map${SIGNED_IN}`);
    await expectPath(/^\/map$/);
  });

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test'])(
    'is not led to %s, whatever the browser stores',
    async (pathname) => {
      const app = await visit('/signup');
      const stored = { pathname, search: '', hash: '', at: Date.now() };
      localStorage.setItem('parqueo.return-location', JSON.stringify(stored));
      await app.open(`/map${SIGNED_IN}`);
      await expectPath(/^\/map$/);
    },
  );
});
