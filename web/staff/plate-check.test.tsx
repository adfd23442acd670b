import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const CHECK = 'POST /rest/v1/rpc/check_plate';

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const NONE = { space_name: null, zone_name: null, reason: null, is_similar: false };
const found = (state: string, from: number, to: number | null, more: Row = {}): Row => ({
  ...NONE,
  id: crypto.randomUUID(),
  state,
  plate: 'A123456',
  space_name: 'A-01',
  zone_name: 'Naco',
  starts_at: at(from),
  ends_at: to === null ? null : at(to),
  ...more,
});

let answer: Row;
let duties: Row[];
let sent: Row[];
beforeEach(() => {
  vi.setSystemTime(new Date(2026, 2, 10, 14, 2));
  [answer, sent] = [{ plate: 'A123456', visits: 0, found: [], notes: [] }, []];
  duties = [{ duty: 'attendant', zone_id: 'naco', zone_name: 'Naco', needs_factor: false }];
  server.config = { ...server.config, samples: false };
  server.handle('POST /rest/v1/rpc/my_duties', () => Response.json(duties));
  server.handle('GET /rest/v1/admin_zones', () =>
    Response.json([
      { id: 'naco', name: 'Naco' },
      { id: 'gazcue', name: 'Gazcue' },
    ]),
  );
  server.handle('POST /rest/v1/rpc/staff_today', () =>
    Response.json([
      {
        id: crypto.randomUUID(),
        space_id: 'a7',
        space_name: 'A-07',
        zone_name: 'Naco',
        plate: 'A777777',
        start_time: at(-30),
        end_time: at(30),
        status: 'active',
        arrived_at: null,
      },
    ]),
  );
  const keep = (response: () => unknown) => (request: { body: unknown }) => {
    sent.push(request.body as Row);
    return Response.json(response());
  };
  server.handle(
    CHECK,
    keep(() => answer),
  );
  server.handle('POST /rest/v1/rpc/list_safelist', () =>
    Response.json([
      { id: 'listed', plate: 'L111111', zone_name: null, reason: 'Owner', valid_from: at(-60), valid_until: null },
    ]),
  );
  for (const name of ['add_plate_note', 'add_to_safelist', 'end_on_safelist'])
    server.handle(
      `POST /rest/v1/rpc/${name}`,
      keep(() => null),
    );
});

async function checkPlate(plate = 'a 123-456') {
  const app = await renderScreen('/staff/plate');
  await app.user.type(await screen.findByRole('textbox', { name: 'Plate' }), `${plate}{Enter}`);
  return app;
}
const words = () =>
  screen
    .getAllByText(/^(Reserved|In|Ended|Arrives|On the list|Nothing)/)
    .map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '));

test('says in large words what is known of a plate, first what is of the plate and then what looks like it', async () => {
  const now = found('now', -60, 58);
  answer.found = [
    found('listed', -60, null, { space_name: null, zone_name: null, reason: 'Owner' }),
    now,
    found('inside', -60, null),
    found('elsewhere', -60, 58, { zone_name: 'Gazcue' }),
    found('grace', -60, -7),
    found('arrives', 58, 120),
    found('over', -300, -125),
    found('now', -60, 58, { plate: 'A123Q56', is_similar: true }),
  ];
  answer.visits = 3;
  await checkPlate();
  expect(await screen.findByText('3 visits in the last 30 days')).toBeVisible();
  expect(words()).toEqual([
    'On the list',
    'Reserved until 3:00 PM',
    'Inside since 1:02 PM',
    'In another zone',
    'Ended 7 min ago (grace)',
    'Arrives at 3:00 PM',
    'Ended 2 hr 5 min ago',
    'Reserved until 3:00 PM',
  ]);
  expect(screen.getByRole('heading', { name: 'Similar plate' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'View Details' })[0]).toHaveAttribute('href', `/staff/stay/${now.id}`);
  expect(sent).toEqual([{ plate: 'a 123-456', zone: 'naco' }]);
});

test('says that it found nothing, which a similar plate does not hide', async () => {
  answer.found = [found('now', -60, 58, { plate: 'A123Q56', is_similar: true })];
  await checkPlate();
  expect(await screen.findByText('Nothing found')).toBeVisible();
  expect(words()).toEqual(['Nothing found', 'Reserved until 3:00 PM']);
});

test.each<[string, () => unknown]>([
  [
    'there is no connection',
    () => {
      server.breakRequests('HEAD /config.json');
      act(() => onlineManager.setOnline(false));
    },
  ],
  ['the server fails', () => server.failRequests(CHECK, 503, { code: 'PGRST000' })],
  ['the server sends something else', () => server.handle(CHECK, () => Response.json({ plate: 'A123456' }))],
  ['no response arrives', () => server.breakRequests(CHECK)],
])('never says that it found nothing when %s, but shows the last list', async (_, fail) => {
  const { user } = await renderScreen('/staff/plate');
  const field = await screen.findByRole('textbox', { name: 'Plate' });
  // The list of today is here before the connection breaks.
  await vi.waitFor(() => expect(server.requests.some(({ url }) => url.pathname.endsWith('staff_today'))).toBe(true));
  fail();
  await user.type(field, 'A777777{Enter}');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(await screen.findByText('A777777')).toBeVisible();
  expect(screen.getByText(/A-07/)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'B222222{Enter}');
  expect(await screen.findByText(/Whether it has a reservation is not known yet/)).toBeVisible();
  expect(screen.queryByText(/Nothing found|No reservation/)).toBeNull();
  act(() => onlineManager.setOnline(true));
});

test('an attendant sends a note of the plate, sees when others were made, and no safelist', async () => {
  answer.notes = [
    { id: 'n', kind: 'blocked_way', created_at: at(-1500), zone_name: 'Naco', note: null, made_by: null, photo: null },
  ];
  const { user } = await checkPlate();
  expect(await screen.findByText(/Blocks the way/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add a note' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'On two spaces');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    key: expect.any(String),
    plate: 'A123456',
    zone: 'naco',
    kind: 'two_spaces',
    note: null,
    photo: null,
  });
  expect(screen.queryByRole('region', { name: 'Safelist' })).toBeNull();
});

test('a manager of all zones adds to the safelist and ends an entry, which asks first', async () => {
  duties = [{ duty: 'manager', zone_id: null, zone_name: null, needs_factor: false }];
  const { user } = await renderScreen('/staff/plate');
  const list = within(await screen.findByRole('region', { name: 'Safelist' }));
  expect(await list.findByText(/Owner\s· All zones\s· From Mar 10, 2026/)).toBeVisible();
  const remove = () => user.click(list.getByRole('button', { name: 'Take L111111 off the safelist?' }));
  await remove();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await remove();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(sent).toEqual([{ id: 'listed' }]));
  await user.click(await list.findByRole('button', { name: 'Add a plate' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Plate' }), 'B222222');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Zone' }), 'Gazcue');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Fire brigade');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    key: expect.any(String),
    plate: 'B222222',
    zone: 'gazcue',
    reason: 'Fire brigade',
    first_day: '2026-03-10',
    last_day: null,
  });
});
