import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { RequireBooks, RequireDuty } from './duties.tsx';

const held: { duties: object[] } = { duties: [] };
vi.mock('../../data/connection.ts', () => ({
  dataClient: () => ({ rpc: () => ({ abortSignal: async () => ({ data: held.duties, error: null }) }) }),
}));
vi.mock('./session.ts', () => ({ isAdmin: async () => false }));
vi.mock('./session-provider.tsx', () => ({ useUser: () => ({ id: 'ana' }) }));

/** Where somebody with this duty comes to who asks for an address. */
async function follow(address: string, duties: object[]): Promise<string | null> {
  held.duties = duties;
  const router = createMemoryRouter(
    [
      { path: paths.map, element: <p>map</p> },
      { Component: RequireDuty, children: [{ path: paths.staff, element: <p>staff</p> }] },
      { Component: RequireBooks, children: [{ path: paths.accountingMonth, element: <p>books</p> }] },
    ],
    { initialEntries: [address] },
  );
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const shown = await screen.findByText(/^(map|staff|books|The back office asks for a second factor)$/);
  unmount();
  return shown.textContent;
}

const FACTOR = 'The back office asks for a second factor';
const create = (duty: string, zone: string | null = 'naco', needsFactor = false) => [
  { duty, zone_id: zone, zone_name: zone, needs_factor: needsFactor },
];

test.each<[who: string, duties: object[], staff: string, books: string]>([
  ['a driver, a guest, or somebody suspended or locked', [], 'map', 'map'],
  ['an attendant', create('attendant'), 'staff', 'staff'],
  ['a cashier', create('cashier'), 'staff', 'staff'],
  ['a manager of a zone', create('manager'), 'staff', 'staff'],
  ['a manager of all zones', create('manager', null), 'staff', 'books'],
  ['an accountant', create('accountant', null), 'books', 'books'],
  ['an accountant who owes the second factor', create('accountant', null, true), FACTOR, FACTOR],
])('%s comes to the screens of their duties alone', async (_, duties, staff, books) => {
  expect([await follow(paths.staff, duties), await follow(paths.accountingMonth, duties)]).toEqual([staff, books]);
});
