import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { m } from '#messages';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import { findToast } from '../../testing/render-screen.tsx';

// The system settings without sample data: they are loaded, saved and obeyed.

const SAVE = 'PATCH /rest/v1/installation_settings';

/** What the database does when somebody saves: the version moves. */
const changeStored = (changes: object) =>
  Object.assign(server.rows('installation_settings')[0] ?? {}, changes, { updated_at: crypto.randomUUID() });

beforeEach(() => {
  server.config.samples = false;
});

const form = () => screen.findByRole('form', { name: 'System Settings' });
const field = async (label: string) => within(await form()).getByLabelText(label);
const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const flip = async (name: string) => fireEvent.click(within(await form()).getByRole('switch', { name }));
const save = async () => fireEvent.click(within(await form()).getByRole('button', { name: 'Save System Settings' }));
const press = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

test('the second of two administrators sees what the first saved and loses nothing of their own', async () => {
  await openTab('settings');
  await fill('Max reservation hours', '2');
  const { updated_at: seen } = server.rows('installation_settings')[0] ?? {};
  changeStored({ tax_rate: 18, max_reservation_hours: 6 });
  await save();
  const notice = await screen.findByText(/^Somebody else changed these settings while you were editing\./);
  expect(notice.closest('[role=alert]')).toHaveTextContent('Max reservation hours');
  expect(await field('Max reservation hours')).toHaveValue(2);
  expect(await field('Tax rate (%)')).toHaveValue(18);
  expect(server.rows('installation_settings')).toMatchObject([{ max_reservation_hours: 6 }]);
  expect(server.received(SAVE)[0]?.url.searchParams.get('updated_at')).toBe(`eq.${seen}`);
  await save();
  await findToast('System settings saved successfully');
  expect(server.rows('installation_settings')).toMatchObject([{ max_reservation_hours: 2, tax_rate: 18 }]);
});

test('maintenance is switched on only after the administrator has read what it does', async () => {
  await openTab('settings');
  await flip('Maintenance mode');
  await save();
  await screen.findByText(/^While maintenance mode is on, drivers cannot reserve\./);
  press('Go back');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.received(SAVE)).toEqual([]);
  await save();
  await screen.findByRole('dialog');
  press('Save settings');
  await findToast('System settings saved successfully');
  expect(server.received(SAVE).map(({ body }) => body)).toMatchObject([{ maintenance_mode: true }]);
  // Switching it off needs no question.
  await flip('Maintenance mode');
  await save();
  await waitFor(() => expect(server.received(SAVE)).toHaveLength(2));
});

test('what an administrator enters wrong is said, and nothing is sent', async () => {
  await openTab('settings');
  for (const [label, value, sentence] of [
    ['Application name', '  ', 'Enter a name'],
    ['Application name', 'x'.repeat(61), 'Use 60 characters or fewer'],
    ['Application description', 'x'.repeat(301), 'Use 300 characters or fewer'],
    ['Default parking rate ($ per hour)', '1.005', m.problem_parking_rate_out_of_range()],
    ['Max reservation hours', '169', m.problem_hours_out_of_range()],
    ['Tax rate (%)', '100.01', m.problem_tax_rate_out_of_range()],
    ['Cancellation deadline (minutes before start)', '10081', 'Enter at most 10,080 minutes, which is a week'],
  ] as const) {
    await fill(label, value);
    await save();
    await waitFor(async () => expect((await form()).textContent).toContain(sentence));
  }
  expect(server.received(SAVE)).toEqual([]);
});

test('a tax number that is none, a place without its province and top-ups the wrong way round are not saved', async () => {
  await openTab('settings');
  await fill('Smallest top-up ($)', '100');
  await fill('Largest top-up ($)', '50');
  await fill('Tax number (RNC)', '#1');
  await save();
  expect(await screen.findByText('Enter an RNC of 9 digits or a cédula of 11')).toBeVisible();
  await fill('Tax number (RNC)', '');
  await fill('Municipality code', '010100');
  await save();
  expect(await screen.findByText(/^Enter the six digits that DGII gives/)).toBeVisible();
  expect(await screen.findByText('The largest top-up must not be below the smallest.')).toBeVisible();
  expect(server.received(SAVE)).toEqual([]);
});

test('drivers cannot be charged before the tax rate is decided, and no tax is a decision of its own', async () => {
  changeStored({ tax_rate: null, charges_drivers: false, account_codes: { tax: '2301' } });
  await openTab('settings');
  expect(await field('Tax rate (%)')).toHaveValue(null);
  expect(await field('Tax rate (%)')).toHaveAccessibleDescription(/^Not decided yet/);
  await flip('Drivers pay in the app');
  await fill('Max reservation hours', '7');
  await save();
  await waitFor(async () =>
    expect(await field('Tax rate (%)')).toHaveAccessibleDescription(/^Decide the tax rate before drivers pay/),
  );
  expect(server.received(SAVE)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: '0%, no tax' }));
  expect(await field('Tax rate (%)')).toHaveValue(0);
  expect(await field('Tax rate (%)')).toHaveFocus();
  expect(screen.queryByRole('button', { name: '18% ITBIS' })).toBeNull();
  await fill('Drivers’ wallets', ' 2105 ');
  await save();
  await screen.findByRole('dialog');
  press('Save settings');
  await findToast('System settings saved successfully');
  expect(server.received(SAVE)[0]?.body).toMatchObject({
    tax_rate: 0,
    charges_drivers: true,
    max_reservation_hours: 7,
    account_codes: { tax: '2301', wallet: '2105' },
  });
});

test('another tab asks before settings are lost that were not saved', async () => {
  await openTab('settings');
  await fill('Max reservation hours', '2');
  fireEvent.click(screen.getByRole('tab', { name: 'Zones' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  press('Keep editing');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await field('Max reservation hours')).toHaveValue(2);
  await save();
  await findToast('System settings saved successfully');
  fireEvent.click(screen.getByRole('tab', { name: 'Zones' }));
  expect(await screen.findByRole('heading', { name: 'Zone Management' })).toBeVisible();
});
