import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepMessages } from '../testing/fake-messages.ts';
import { server, setOnline } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const rpc = (name: string) => `POST /rest/v1/rpc/${name}`;
let duties: Row[];
let stays: Row[];
beforeEach(() => {
  vi.setSystemTime(new Date(2026, 2, 10, 14, 2));
  server.config = { ...server.config, samples: false };
  duties = [duty('cashier', 'naco', 'Naco')];
  stays = [stay('A100000', -100), stay('A200000', -10)];
  server.handle(rpc('my_duties'), () => Response.json(duties));
  server.handle(rpc('staff_today'), () => Response.json(stays));
  server.handle('POST /functions/v1/ticket', () => Response.json({ address: 'https://parqueo.test/ticket/abc' }));
  keepMessages();
});

const duty = (name: string, zone_id: string | null, zone_name: string | null) => ({
  duty: name,
  needs_factor: false,
  zone_id,
  zone_name,
});
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const stay = (plate: string, since: number, more: Row = {}): Row => ({
  id: `id-${plate}`,
  space_id: 'p',
  space_name: 'A-01',
  zone_name: 'Naco',
  plate,
  status: 'active',
  is_open: true,
  amount: 8.35,
  start_time: at(since),
  end_time: at(600),
  arrived_at: at(since),
  warning: null,
  is_new: true,
  ...more,
});
/** What was sent to a function, each time. */
function keep(name: string, ...answers: (() => Response)[]): Row[] {
  const sent: Row[] = [];
  server.handle(rpc(name), (request) => {
    sent.push(request.body as Row);
    return (answers.length > 1 ? answers.shift() : answers[0])?.() ?? Response.error();
  });
  return sent;
}
const says = (row: Row) => () => Response.json(row);
const problem = (hint: string) => () => Response.json({ code: '23514', message: hint, hint }, { status: 400 });

const firstKey = ([first]: Row[]) => first?.key;

test('an attendant lets a plate in, and keeps what was typed where the zone is full', async () => {
  duties = [duty('attendant', 'naco', 'Naco')];
  const sent = keep('enter_plate', problem('zone-full'), says(stay('B300000', 0)));
  const { user } = await renderScreen('/staff');
  expect(screen.queryByRole('button', { name: 'Exit' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Entry' }));
  await screen.findByRole('dialog');
  await user.type(screen.getByRole('textbox', { name: 'Plate' }), 'b300000');
  await user.click(screen.getByRole('button', { name: 'Let in' }));
  expect(await screen.findByText('No space is free in this zone.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Plate' })).toHaveValue('B300000');
  await user.click(screen.getByRole('button', { name: 'Let in' }));
  expect(await screen.findByText('B300000 goes to')).toBeVisible();
  expect(await screen.findByRole('link', { name: /^Print/ })).toHaveAttribute(
    'href',
    'https://parqueo.test/ticket/abc',
  );
  const message = screen.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href') ?? '';
  expect(decodeURIComponent(message)).toContain('Plate B300000, space A-01, Naco. Paid when leaving.');
  // A repeat is the same entry.
  expect(sent.map(({ key }) => key)).toEqual([firstKey(sent), firstKey(sent)]);
  expect(sent[1]).toMatchObject({ zone: 'naco', plate: 'B300000' });
});

test('a plate that is inside, or expected, is shown where it is', async () => {
  const times = { start_time: at(20), end_time: at(80), is_open: false, is_new: false };
  keep('enter_plate', says(stay('B300000', 0, times)));
  duties = [duty('manager', 'naco', 'Naco')];
  const { user } = await renderScreen('/staff');
  await user.click(await screen.findByRole('button', { name: 'Entry' }));
  await screen.findByRole('dialog');
  await user.type(screen.getByRole('textbox', { name: 'Plate' }), 'B300000{Enter}');
  expect(await screen.findByText('B300000 is already at')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Print/ })).toBeNull();
});

test('a price that has changed is shown anew, and the same exit is sent again', async () => {
  let amount = 8.35;
  server.handle(rpc('quote_exit'), () => Response.json(stay('A100000', -100, { amount })));
  const sent = keep('leave', problem('price-changed'), says(stay('A100000', -100, { amount: 9 })));
  const { user } = await renderScreen('/staff');
  await user.click(await screen.findByRole('button', { name: 'Take payment of A100000, A-01' }));
  await screen.findByRole('dialog');
  await user.click(await screen.findByRole('radio', { name: 'Card terminal' }));
  expect(screen.queryByRole('radio', { name: 'Free' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Reference of the payment' }), '0012345');
  amount = 9;
  await user.click(screen.getByRole('button', { name: 'Take $8.35 and let out' }));
  expect(await screen.findByText(/The price has changed/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Reference of the payment' })).toHaveValue('0012345');
  await user.click(await screen.findByRole('button', { name: 'Take $9.00 and let out' }));
  expect(await screen.findByText('A100000 may leave')).toBeVisible();
  expect(sent[1]).toMatchObject({
    key: firstKey(sent),
    method: 'terminal',
    reference: '0012345',
    seen_amount: '9.00',
  });
});

test('a manager lets out free with a reason; without a connection nothing is taken', async () => {
  duties = [duty('manager', 'naco', 'Naco')];
  keep('quote_exit', says(stay('A100000', -100)));
  const sent = keep('leave', says(stay('A100000', -100, { amount: 0 })));
  const { user } = await renderScreen('/staff');
  await user.click(await screen.findByRole('button', { name: 'Take payment of A100000, A-01' }));
  await screen.findByRole('dialog');
  await user.click(await screen.findByRole('radio', { name: 'Left without paying' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The barrier was open');
  await user.click(screen.getByRole('button', { name: 'Let out' }));
  expect(await screen.findByText('Did A100000 leave without paying?')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('The barrier was open');
  await user.click(screen.getByRole('button', { name: 'Let out' }));
  await screen.findByText('Did A100000 leave without paying?');
  setOnline(false);
  await user.click(screen.getByRole('button', { name: 'Let out' }));
  expect(await screen.findByText(/You are offline. Check/)).toBeVisible();
  expect(sent).toEqual([]);
  setOnline(true);
  await user.click(screen.getByRole('button', { name: 'Let out' }));
  expect(await screen.findByText('A100000 may leave')).toBeVisible();
  expect(sent).toMatchObject([{ method: 'unpaid', reason: 'The barrier was open' }]);
});

test('stays that need somebody stand first', async () => {
  stays = [
    stay('A100000', -1600, { warning: 'long' }),
    stay('A200000', -10, { warning: 'meets', end_time: at(20) }),
    stay('A300000', -5),
    stay('A400000', -60, { warning: 'paid', paid_until: at(-40) }),
  ];
  const sent = keep('leave', says(stay('A400000', -60)));
  const { user } = await renderScreen('/staff');
  const region = within(await screen.findByRole('region', { name: 'Attention' }));
  expect(region.getByText('Inside for more than a day')).toBeVisible();
  expect(region.getByText('Its space is reserved from 2:22 PM')).toBeVisible();
  expect(region.queryByText('A300000')).toBeNull();
  expect(region.getByText('Paid until 1:22 PM, has not left')).toBeVisible();
  stays = stays.slice(0, 3);
  await user.click(region.getByRole('button', { name: 'Has left' }));
  await waitFor(() => expect(region.queryByText('A400000')).toBeNull());
  expect(sent).toMatchObject([{ reservation: 'id-A400000', method: 'unpaid', reason: expect.stringMatching(/.{10}/) }]);
  expect(screen.getByText(/^Since 1:57 PM, open/)).toBeVisible();
});
