import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import { keepVehicles } from '../testing/fake-vehicles.ts';
import { ADMIN, DRIVER, PASSWORD } from '../testing/people.ts';
import {
  CLIENT_RETRIES_MS,
  expectPath,
  fakeClock,
  findToast,
  jumpTime,
  passTime,
  renderScreen,
} from '../testing/render-screen.tsx';
import { createReservation } from '../testing/rows.ts';

const READ_PROFILE = 'GET /rest/v1/profiles';
const SAVE_PROFILE = 'PATCH /rest/v1/profiles';

const readProfile = () => server.rows('profiles').find(({ user_id }) => user_id === DRIVER.id);
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const clickSave = async ({ user }: Awaited<ReturnType<typeof renderScreen>>) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

test('the account screen shows who is signed in and where they can go from there', async () => {
  Object.assign(readProfile() ?? {}, { full_name: 'José Ángel Díaz', phone: '+18095550101' });
  const { user } = await renderScreen('/activity');
  const navigation = within(await screen.findByRole('navigation'));
  await user.click(navigation.getByRole('link', { name: 'Account' }));

  await expectPath('/account');
  expect(await screen.findByRole('heading', { name: 'Account' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'José Ángel Díaz' })).toBeVisible();
  for (const text of ['JÁ', DRIVER.email, '+1 809 555 0101', '4.93', '(127 trips)', 'Wallet', 'Settings']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(navigation.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page');
  for (const [text, path] of [
    [/Manage payments and balance/, '/wallet'],
    [/App preferences and account settings/, '/settings'],
    [/Switch to Owner/, '/owner'],
  ] as const) {
    expect(screen.getByRole('link', { name: text })).toHaveAttribute('href', path);
  }
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await expectPath('/profile');
});

test('without sample data the account counts completed trips, and says since when it is there', async () => {
  keepVehicles();
  server
    .rows('reservations')
    .push(
      ...['completed', 'completed', 'cancelled', 'active'].map((status) =>
        createReservation({ startsInHours: -30, status }),
      ),
      { ...createReservation({ startsInHours: -30, status: 'completed' }), user_id: 'stranger' },
    );
  Object.assign(readProfile() ?? {}, { created_at: '2026-03-01T12:00:00Z' });
  await renderScreen('/account');
  expect(await screen.findByText('2 completed trips')).toBeVisible();
  expect(screen.getByText('Member since Mar 1, 2026')).toBeVisible();
  for (const sample of ['4.93', '(127 trips)']) expect(screen.queryByText(sample)).toBeNull();
});

test('an administrator goes from their account to the back office', async () => {
  server.tables.admin_audit_log = [];
  const { user } = await renderScreen('/account', { as: ADMIN });
  const row = await screen.findByRole('link', { name: /^Admin Dashboard/ });
  expect(row).toHaveTextContent('Manage your parking system');
  await user.click(row);
  await expectPath('/admin');
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test('a driver sees no way to the back office', async () => {
  await renderScreen('/account');
  await screen.findByText(DRIVER.email);
  await waitFor(() => expect(server.received('GET /rest/v1/user_roles')).not.toEqual([]));
  expect(screen.queryByRole('link', { name: /Admin/ })).toBeNull();
});

test('who has told nothing about themselves is User with a U and no phone', async () => {
  await renderScreen('/account');
  expect(await screen.findByRole('heading', { name: 'User' })).toBeVisible();
  expect(screen.getByText('U')).toBeVisible();
  expect(screen.getByText(DRIVER.email)).toBeVisible();
  expect(screen.queryByText(/\+1/)).toBeNull();
});

test('a skeleton stands in while the account is on its way', async () => {
  const releaseUser = server.holdRequests('GET /auth/v1/user');
  const releaseProfile = server.holdRequests(READ_PROFILE);
  await renderScreen('/account');
  expect(await screen.findByRole('status', { name: 'Loading your account' })).toBeVisible();
  releaseUser();
  releaseProfile();
  expect(await screen.findByText(DRIVER.email)).toBeVisible();
  expect(screen.queryByRole('status', { name: 'Loading your account' })).toBeNull();
});

test.each(['/account', '/profile', '/settings'])('a visitor who opens %s logs in and is back there', async (path) => {
  const { user } = await renderScreen(path, { as: null });
  await expectPath('/login');
  await fill('Email', DRIVER.email);
  await fill('Password', PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
  await expectPath(path);
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
});

test('a number of another country is kept with its code, and shown as it was chosen', async () => {
  const app = await renderScreen('/profile');
  await app.user.selectOptions(await screen.findByLabelText('Country code'), 'Spain (+34)');
  await fill('Phone', '612 345 678');
  await clickSave(app);
  expect(await screen.findByText('Profile saved')).toBeVisible();
  expect(readProfile()).toMatchObject({ phone: '+34612345678' });
  await app.reload();
  expect(await screen.findByLabelText('Country code')).toHaveValue('ES');
  expect(screen.getByLabelText('Phone')).toHaveValue('612345678');
});

test('an impossible number and a bio too long are said beside their fields and not saved', async () => {
  const app = await renderScreen('/profile');
  await fill('Phone', '212 555 0101');
  await fill('About you', 'x'.repeat(301));
  await clickSave(app);
  await waitFor(() =>
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(
      'Enter 10 digits that start with 809, 829 or 849',
    ),
  );
  expect(screen.getByLabelText('Phone')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByLabelText('About you')).toHaveAccessibleDescription(
    'Use 300 characters or fewer 301 of 300 characters',
  );
  expect(readProfile()).toMatchObject({ full_name: null, phone: null, bio: null });
});

describe('failures', () => {
  test('without a connection nothing typed is lost, and it is saved when it is back', async () => {
    const app = await renderScreen('/profile');
    await fill('Name', 'Ana Pérez');
    setOnline(false);
    await clickSave(app);
    expect(await screen.findByText('You are offline. Check your connection and try again.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Ana Pérez');
    setOnline(true);
    await clickSave(app);
    expect(await screen.findByText('Profile saved')).toBeVisible();
    expect(readProfile()).toMatchObject({ full_name: 'Ana Pérez' });
  });

  test('a server that is down cannot say who the user is, save or sign out; what was typed stays', async () => {
    fakeClock();
    const app = await renderScreen('/profile');
    await fill('Name', 'Ana Pérez');
    for (const route of [READ_PROFILE, SAVE_PROFILE, 'GET /auth/v1/user', 'POST /auth/v1/logout']) {
      server.breakRequests(route);
    }
    await clickSave(app);
    expect(await screen.findByText('Failed to save your profile. Please try again.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Ana Pérez');

    await jumpTime(60_000);
    await app.user.click(screen.getByRole('link', { name: 'Account' }));
    expect(await findToast('Failed to load user information')).toBeVisible();

    await app.user.click(screen.getByRole('link', { name: /^Settings/ }));
    await app.user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Error signing out')).toBeVisible();
    await expectPath('/settings');
  });

  test('a profile that does not load is said, and loads when asked for again', async () => {
    fakeClock();
    const mend = server.breakRequests(READ_PROFILE);
    const { user } = await renderScreen('/account');
    await passTime(CLIENT_RETRIES_MS);
    expect(await findToast('Failed to load profile information')).toBeVisible();
    expect(screen.getByRole('link', { name: /^Wallet/ })).toBeVisible();
    mend();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(DRIVER.email)).toBeVisible();
  });

  test('a profile that is not there and cannot be made is said', async () => {
    server.tables.profiles = [];
    server.breakRequests('POST /rest/v1/profiles');
    await renderScreen('/account');
    expect(await findToast('Failed to create user profile')).toBeVisible();
  });

  test('a profile that nobody can read is said', async () => {
    server.handle(READ_PROFILE, () => Response.json({ unexpected: true }));
    await renderScreen('/account');
    expect(await findToast('An error occurred while loading profile')).toBeVisible();
  });

  test('an account that was deleted on another device leads to the log-in screen', async () => {
    const { user } = await renderScreen('/activity');
    await screen.findByText('No upcoming reservations');
    server.people = [];
    await user.click(screen.getByRole('link', { name: 'Account' }));
    await expectPath('/login');
    expect(await screen.findByText('Welcome Back')).toBeVisible();
  });
});
