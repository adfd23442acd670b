import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectTexts, openTab, searchFor, selectOption } from '../../testing/back-office.ts';
import { listVendorCalls, lockVendor } from '../../testing/fake-lock-vendor.ts';
import { findToast, passTime } from '../../testing/render-screen.tsx';

const REFRESH_MS = 30_000;
const TOKEN_KEY = 'lock-vendor-token';

const openLocks = () => openTab('locks');
const table = () => within(screen.getByRole('table', { name: 'Parking locks' }));
const rows = () => table().getAllByRole('row').slice(1);
const lockIds = () => table().queryAllByRole('cell', { name: /^KV-\d{4}/ });
const expectRows = (count: number) => waitFor(() => expect(lockIds()).toHaveLength(count));
const expectLocks = (ids: string[]) =>
  expectTexts(
    lockIds,
    ids.map((id) => new RegExp(`^${id}`)),
  );
const search = (words: string) => searchFor('Search by DID, Gateway, Type, Alarm...', words);
const choose = (label: string, option: string) => selectOption(screen.getByLabelText(label), option);
const button = (name: string) => screen.getByRole('button', { name });

/** How often the dashboard requested the locks. */
const countRequests = () => listVendorCalls().filter(({ endpoint }) => endpoint.endsWith('/carlock/list')).length;

test('an administrator finds locks by id, gateway, type and alarm, and by status', async () => {
  await openLocks();
  await expectRows(10);
  for (const [words, id] of [
    ['kv-0022', 'KV-0022'],
    ['COLLISION', 'KV-0009'],
  ] as const) {
    await search(words);
    await expectLocks([id]);
    expect(screen.getByText('Showing 1 of 24 parking locks')).toBeVisible();
    expect(button('Next')).toBeDisabled();
  }
  await search('gw-02');
  await waitFor(() => expect(lockIds().length).toBeGreaterThan(0));
  for (const row of rows()) expect(row).toHaveTextContent('GW-02');

  await search('');
  choose('Status', 'Offline');
  await expectLocks(['KV-0006', 'KV-0015', 'KV-0022']);
  choose('Status', 'All Status');
  await search('nothing like it');
  expect(await screen.findByText('No parking locks found')).toBeVisible();
});

test('the locks are requested again every 30 seconds, and when an administrator refreshes', async () => {
  const { user } = await openLocks();
  await expectRows(10);
  expect(rows()[0]).toHaveTextContent('Online');
  await passTime(1000);
  lockVendor.offline = ['KV-0001'];

  await passTime(REFRESH_MS - 3000);
  // Three pages of ten hold all locks.
  expect(countRequests()).toBe(3);
  expect(rows()[0]).toHaveTextContent('Online');
  await passTime(3000);
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Offline'));
  expect(countRequests()).toBe(6);

  lockVendor.offline = [];
  await user.click(button('Refresh'));
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Online'));
  expect(await findToast('Loaded 10 parking locks')).toBeVisible();
});

test('the access token is stored on the device, and removed when the tab is closed', async () => {
  localStorage.setItem(TOKEN_KEY, '"left-behind"');
  const { user } = await openLocks();
  await expectRows(10);
  expect(localStorage.getItem(TOKEN_KEY)).toBe(JSON.stringify(lockVendor.token));
  await user.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(await screen.findByRole('heading', { name: 'System Status' })).toBeVisible();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});
