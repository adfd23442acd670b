import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { expectPath, fakeClock, findToast, jumpTime, renderScreen } from '../testing/render-screen.tsx';

const READ_PROFILE = 'GET /rest/v1/profiles';
const SAVE_PROFILE = 'PATCH /rest/v1/profiles';

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const clickSave = async ({ user }: Awaited<ReturnType<typeof renderScreen>>) =>
  user.click(screen.getByRole('button', { name: 'Save' }));

describe('failures', () => {
  test('a server that is down cannot say who the user is, save or sign out elsewhere; what was typed stays', async () => {
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
    await app.user.click(await screen.findByRole('button', { name: 'Sign out on all devices' }));
    const question = await screen.findByRole('dialog');
    await app.user.click(within(question).getByRole('button', { name: 'Sign out on all devices' }));
    expect(await screen.findByText('Error signing out')).toBeVisible();
    await expectPath('/settings');
    await app.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await expectPath('/login');
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

test('a screen that opens has the focus, so that Tab begins with it', async () => {
  const { user } = await renderScreen('/account');
  await user.click(await screen.findByRole('link', { name: /Settings/ }));
  await expectPath('/settings');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('link', { name: 'Back to account' })).toHaveFocus();
});
