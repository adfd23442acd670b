import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createInstallationSettings } from '../../testing/server-defaults.ts';

const PATCH = 'PATCH /rest/v1/installation_settings';
const SAVED = 'Authentication settings saved successfully';

let row: Row;

beforeEach(() => {
  server.config.samples = false;
  row = {
    ...createInstallationSettings(),
    updated_at: '2026-11-22T12:00:00+00:00',
    password_min_length: 10,
    session_timeout_hours: null,
    social_apple_allowed: false,
    email_from_address: 'hola@parking.example',
    email_from_name: null,
  };
  server.tables.installation_settings = [row];
});

async function openForm() {
  const { user } = await openTab('settings');
  const form = within(await screen.findByRole('form', { name: 'Authentication Settings' }));
  const fill = (label: string, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  return {
    user,
    form,
    fill,
    save: () => user.click(form.getByRole('button', { name: 'Save Authentication Settings' })),
  };
}

test('an administrator saves every setting', async () => {
  const { user, form, fill, save } = await openForm();
  fill('Minimum password length', '12');
  fill('Session timeout (hours)', '48');
  fill('From address', '');
  fill('From name', ' Parking Colón ');
  for (const name of ['Two-factor authentication', 'Google', 'Apple']) {
    await user.click(form.getByRole('switch', { name }));
  }
  await save();
  expect(await findToast(SAVED)).toBeVisible();
  expect(row).toMatchObject({
    email_confirmation_required: true,
    allow_signups: true,
    password_min_length: 12,
    session_timeout_hours: 48,
    two_factor_allowed: false,
    admins_need_second_factor: false,
    social_google_allowed: false,
    social_apple_allowed: true,
    email_from_address: null,
    email_from_name: 'Parking Colón',
  });
  expect(form.getByLabelText('From name')).toHaveValue('Parking Colón');
});

test('an administrator asks for a second factor of all administrators, after a question', async () => {
  const { user, form, save } = await openForm();
  const demand = () => form.getByRole('switch', { name: 'Administrators need a second factor' });
  await user.click(form.getByRole('switch', { name: 'Two-factor authentication' }));
  await user.click(demand());
  await save();
  await waitFor(() => expect(demand()).toHaveAccessibleDescription(/^Turn on two-factor authentication first/));
  expect(server.received(PATCH)).toEqual([]);
  await user.click(form.getByRole('switch', { name: 'Two-factor authentication' }));
  await save();
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these settings?' }));
  expect(dialog.getByText(/lose the back office at once/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  expect(await findToast(SAVED)).toBeVisible();
  expect(row).toMatchObject({ two_factor_allowed: true, admins_need_second_factor: true });
});

test('what an administrator enters wrong is said beside it, and nothing is saved', async () => {
  const { form, fill, save } = await openForm();
  for (const [label, value, text] of [
    ['From name', 'support@bank.example', /without @, quotes/],
    ['From name', 'x'.repeat(61), /at most 60 characters/],
    ['From address', 'a@b.test, c@d.test', /Enter an email address/],
    ['Session timeout (hours)', '169', /168/],
    ['Minimum password length', '5', /from 6 to 20/],
  ] as const) {
    fill(label, value);
    await save();
    await waitFor(() => expect(form.getByLabelText(label)).toHaveAccessibleDescription(text));
  }
  expect(server.received(PATCH)).toEqual([]);
});

test.each([
  ['Require email confirmation', 'email_confirmation_required', /anybody can open an account/],
  ['Allow signups', 'allow_signups', /no new driver can open an account/],
])('an administrator who turns "%s" off is asked first', async (name, column, warning) => {
  const { user, form, save } = await openForm();
  await user.click(form.getByRole('switch', { name }));
  await save();
  const dialog = await screen.findByRole('dialog', { name: 'Save these settings?' });
  expect(within(dialog).getByText(warning)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
  expect(server.received(PATCH)).toEqual([]);
  expect(form.getByRole('switch', { name })).not.toBeChecked();

  await save();
  await user.click(await screen.findByRole('button', { name: 'Save settings' }));
  expect(await findToast(SAVED)).toBeVisible();
  expect(row[column]).toBe(false);
});

test('on Supabase an administrator reads what it says of itself and changes nothing', async () => {
  server.signInSettings = {
    external: { google: false, apple: true, facebook: false },
    disable_signup: true,
    mailer_autoconfirm: false,
  };
  await openTab('settings');
  const section = within(await screen.findByRole('region', { name: 'Authentication Settings' }));
  expect(section.getByText(/^This installation signs people in with Supabase/)).toBeVisible();
  const switches = section.getAllByRole('switch');
  expect(switches.map((one) => one.matches(':checked'))).toEqual([true, false, false, true]);
  for (const one of switches) expect(one).toBeDisabled();
  expect(section.queryByRole('button', { name: /Save/ })).toBeNull();
});
