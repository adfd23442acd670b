import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { ADMIN, createSession, PASSWORD } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const HAND_OVER = 'POST /rest/v1/rpc/hand_over_ownership';
const QUESTION = 'Hand the ownership over to Beto Díaz?';
const BETO = 'b0000000-0000-4000-8000-000000000001';

let members: Row[];
beforeEach(() => {
  server.config = { ...server.config, samples: false };
  members = [
    member({ user_id: ADMIN.id, full_name: 'Ada', is_owner: true }),
    member({ user_id: BETO, full_name: 'Beto Díaz', email: 'beto@parqueo.test' }),
    member({ id: 'c1', user_id: 'carmen', full_name: 'Carmen', duty: 'cashier', zone_id: 'naco', zone_name: 'Naco' }),
  ];
  server.handle('POST /rest/v1/rpc/my_duties', () =>
    Response.json([{ duty: 'manager', zone_id: null, zone_name: null, needs_factor: false }]),
  );
  server.handle('POST /rest/v1/rpc/list_staff', () => Response.json(members));
});

const member = (more: Row): Row => ({
  id: null,
  email: 'ada@parqueo.test',
  duty: 'admin',
  zone_id: null,
  zone_name: null,
  status: 'active',
  is_owner: false,
  invited_until: null,
  ...more,
});
const handOvers = () => screen.queryAllByRole('button', { name: /^Hand the ownership/ });

test('the owner hands over to another administrator, told what follows, and proves who they are', async () => {
  let isProven = false;
  server.handle('PUT /auth/v1/user', ({ body }) => {
    isProven = (body as Row).current_password === PASSWORD;
    return Response.json(createSession(ADMIN).user);
  });
  server.handle(HAND_OVER, () => {
    if (!isProven) return Response.json({ code: '23514', message: '', hint: 'proof-needed' }, { status: 400 });
    members = members.map((row) => ({ ...row, is_owner: row.user_id === BETO }));
    return Response.json(null);
  });
  const { user } = await renderScreen('/staff/team', { as: ADMIN });
  await screen.findByText('Carmen');
  expect(handOvers().map(({ ariaLabel }) => ariaLabel)).toEqual([QUESTION]);
  await user.click(screen.getByRole('button', { name: QUESTION }));
  const asked = within(await screen.findByRole('dialog', { name: QUESTION }));
  expect(asked.getByText(/^Beto Díaz becomes the owner\. You stay an administrator/)).toBeVisible();
  expect(asked.getByText('beto@parqueo.test')).toBeVisible();
  expect(server.received(HAND_OVER)).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Hand over' }));
  await user.type(await screen.findByLabelText('Current password'), `${PASSWORD}{Enter}`);
  await waitFor(() => expect(handOvers()).toEqual([]));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.received(HAND_OVER).map(({ body }) => body)).toEqual([
    { administrator: BETO },
    { administrator: BETO },
  ]);
});

test('another administrator hands nothing over', async () => {
  members = members.map((row) => ({ ...row, is_owner: row.user_id === BETO }));
  await renderScreen('/staff/team', { as: ADMIN });
  await screen.findByText('Carmen');
  expect(handOvers()).toEqual([]);
});
