import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectTexts, searchFor } from '../testing/back-office.ts';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';

const ROUTE = 'POST /rest/v1/rpc/staff_today';
const DUTIES = 'POST /rest/v1/rpc/my_duties';

let stays: Row[];
beforeEach(() => {
  vi.setSystemTime(new Date(2026, 2, 10, 14, 2));
  stays = [];
  server.config = { ...server.config, samples: false };
  server.handle(DUTIES, () => Response.json([duty('attendant')]));
  server.handle(ROUTE, () => Response.json(stays));
});

const duty = (name: string, needs_factor = false) => ({ duty: name, zone_id: 'naco', zone_name: 'Naco', needs_factor });
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** From and to in minutes from now. */
function addStay(plate: string, from: number, to: number, more: Row = {}): void {
  const id = `00000000-0000-4000-8000-${String(stays.length).padStart(12, '0')}`;
  const place = { space_name: `A-0${stays.length + 1}`, zone_name: 'Naco' };
  stays.push({
    id,
    space_id: id,
    ...place,
    plate,
    start_time: at(from),
    end_time: at(to),
    status: 'active',
    arrived_at: null,
    ...more,
  });
}

const card = (plate: string) => {
  const item = screen.getByText(plate).closest('li');
  if (item === null) throw new Error(`${plate} is not in the list`);
  return within(item);
};
const plates = () => screen.queryAllByText(/^[A-Z]\d{6}$/);

test('an attendant reads who arrives, is here, is late and is over, today and tomorrow', async () => {
  addStay('A100000', 20, 60);
  addStay('A200000', -30, 60, { arrived_at: at(-25) });
  addStay('A300000', -30, 60);
  addStay('A400000', -90, -10);
  addStay('A500000', 24 * 60, 25 * 60);
  await renderScreen('/staff');
  await expectTexts(plates, ['A100000', 'A200000', 'A300000', 'A400000', 'A500000']);
  for (const [plate, state] of [
    ['A100000', 'Arrives'],
    ['A200000', 'Parked'],
    ['A300000', 'Late'],
    ['A400000', 'Over'],
  ] as const) {
    expect(card(plate).getByText(state)).toBeVisible();
  }
  expect(within(screen.getByRole('region', { name: 'Tomorrow' })).getByText('A500000')).toBeVisible();
  // Nobody arrives tomorrow, or after the end.
  expect(screen.getAllByRole('button', { name: /^Mark arrival of/ })).toHaveLength(2);
  expect(card('A200000').getByRole('button', { name: /^Undo/ })).toBeVisible();
  await searchFor('Find a plate or space', 'a-03');
  await expectTexts(plates, ['A300000']);
  await searchFor('Find a plate or space', 'Z');
  expect(await screen.findByText('No reservation today or tomorrow')).toBeVisible();
});

test('an attendant marks an arrival, and is offered no sale', async () => {
  addStay('A100000', 20, 60);
  server.handle('POST /rest/v1/rpc/mark_arrival', () => {
    Object.assign(stays[0] ?? {}, { arrived_at: at(0) });
    return Response.json([{ arrived_at: at(0), is_new: true }]);
  });
  const { user } = await renderScreen('/staff');
  await user.click(await screen.findByRole('button', { name: 'Mark arrival of A100000, A-01' }));
  expect(await screen.findByText('Parked')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sell' })).toBeNull();
});

test('who has no duty is led to the map', async () => {
  server.handle(DUTIES, () => Response.json([]));
  await renderScreen('/staff');
  await expectPath('/map');
});

test('who lacks the second factor of the duty is told where to add one', async () => {
  server.handle(DUTIES, () => Response.json([duty('manager', true)]));
  await renderScreen('/staff');
  expect(await screen.findByText('The back office asks for a second factor')).toBeVisible();
});

test('what is reported of a space stays typed until it was sent, once', async () => {
  const REPORT = 'POST /rest/v1/rpc/report_space';
  addStay('A100000', 20, 60);
  server.handle(REPORT, () => Response.json(null));
  const repair = server.breakRequests(REPORT);
  const { user } = await renderScreen('/staff');
  const open = () => user.click(screen.getByRole('button', { name: 'Report a problem' }));
  await screen.findByText('A100000');
  await open();
  const dialog = () => within(screen.getByRole('dialog'));
  await user.type(dialog().getByRole('textbox'), 'The light is broken');
  await user.click(dialog().getByRole('button', { name: 'Send' }));
  expect(await dialog().findByRole('alert')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await open();
  expect(dialog().getByRole('textbox')).toHaveValue('The light is broken');
  repair();
  await user.click(dialog().getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The administrators have it')).toBeVisible();
  const [first, second] = server.received(REPORT);
  expect(second?.body).toEqual(first?.body);
  expect(second?.body).toMatchObject({ space: stays[0]?.space_id, note: 'The light is broken' });
});
