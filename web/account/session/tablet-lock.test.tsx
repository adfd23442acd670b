import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../testing/fake-server.ts';
import { DRIVER } from '../../testing/people.ts';
import { fakeClock, jumpTime, passTime, renderScreen, SESSION_KEY } from '../../testing/render-screen.tsx';

// The lock of a shared tablet. Changing to another person loads the page anew, which a browser journey covers.

const EVA = 'sb-eva-auth-token';
let left: (number | null)[];
let locked: number;
let given: unknown[];
beforeEach(() => {
  [left, locked, given] = [[], 0, []];
  server.config = { ...server.config, samples: false };
  server.handle('POST /rest/v1/rpc/my_duties', () =>
    Response.json([{ duty: 'attendant', zone_id: 'naco', zone_name: 'Naco', needs_factor: false }]),
  );
  server.handle('POST /rest/v1/rpc/staff_today', () => Response.json([]));
  server.handle('POST /rest/v1/rpc/lock_session', () => {
    locked += 1;
    return Response.json('Marisol');
  });
  server.handle('POST /rest/v1/rpc/unlock_session', async ({ body }: { body: unknown }) => {
    given.push(body);
    return Response.json(left.shift() ?? null);
  });
});

const share = () => {
  localStorage.setItem('parqueo.tablet-session', SESSION_KEY);
  localStorage.setItem('parqueo.shared-tablet', JSON.stringify({ names: { [EVA]: 'Eva' }, open: null }));
};
const field = () => screen.findByLabelText('PIN of Marisol', { selector: 'input' });

test('nothing of the staff is seen before the PIN, which a keyboard gives; a wrong one leaves tries', async () => {
  share();
  left = [3];
  const { user } = await renderScreen('/staff');
  await user.click(await field());
  expect(screen.getByRole('heading', { name: 'Shared tablet' })).toBeVisible();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.getByRole('button', { name: 'Eva' })).toBeVisible();
  expect(locked).toBe(1);
  await user.keyboard('111111');
  expect(await screen.findByText('Wrong PIN. Tries left: 3')).toBeVisible();
  await waitFor(async () => expect(await field()).toHaveFocus());
  expect(await field()).toHaveValue('');
  await user.keyboard('482913');
  expect(await screen.findByRole('button', { name: 'Change person' })).toBeVisible();
  expect(given).toEqual([{ pin: '111111' }, { pin: '482913' }]);
});

test('the fifth wrong PIN says how long it is locked', async () => {
  share();
  left = [0];
  const { user } = await renderScreen('/staff');
  await user.click(await field());
  await user.keyboard('111111');
  expect(await screen.findByText(/Wait 15 minutes/)).toBeVisible();
});

test('a tablet that nobody touches for two minutes locks, and a touch keeps it open', async () => {
  share();
  fakeClock();
  const { user } = await renderScreen('/staff');
  await user.click(await field());
  await user.keyboard('482913');
  const change = await screen.findByRole('button', { name: 'Change person' });
  await jumpTime(110_000);
  await user.pointer({ keys: '[MouseLeft]', target: document.body });
  await jumpTime(110_000);
  expect(change).toBeVisible();
  await jumpTime(20_000);
  await passTime(1000);
  expect(await field()).toBeVisible();
  expect(locked).toBe(2);
});

test('a device that is not shared is not locked, and becomes a shared tablet by a button', async () => {
  const { user } = await renderScreen('/staff', { as: DRIVER });
  await user.click(await screen.findByRole('button', { name: 'Shared tablet' }));
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await field()).toBeVisible();
  expect(localStorage.getItem('parqueo.tablet-session')).toBe(SESSION_KEY);
});

test('to stop sharing asks first', async () => {
  share();
  const { user } = await renderScreen('/staff');
  await user.click(await screen.findByRole('button', { name: 'Stop sharing this tablet' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await field()).toBeVisible();
  expect(localStorage.getItem('parqueo.shared-tablet')).not.toBeNull();
});
