import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { CLIENT_RETRIES_MS, fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';

const CALL = { name: 'Call +1 809 555 0100' };

beforeEach(() => {
  server.config.support = { phone: '+1 809 555 0100', whatsapp: '+18095550101' };
});

test.each([
  ['reservations', '/reservations', 'Reservations', 'reservations'],
  ['zones', '/zones', 'All parking zones', 'rpc/find_zones'],
])('a driver whose %s do not arrive can call the operator or write to them', async (_, path, heading, table) => {
  fakeClock();
  server.breakRequests(`GET /rest/v1/${table}`);
  await renderScreen(path);
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  await passTime(CLIENT_RETRIES_MS);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(within(alert).getByRole('link', CALL)).toHaveAttribute('href', 'tel:+18095550100');
  expect(within(alert).getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/18095550101');
});
